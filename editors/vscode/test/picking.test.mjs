import assert from 'node:assert/strict';
import test from 'node:test';
import { History } from '../src/history.ts';
import { keepsOrder, rankLabel } from '../src/order.ts';
import { isSameQuery } from '../src/protocol.ts';
import { count, evidence, remarks, shortPath, visible } from '../src/wording.ts';

test('a pick that has the switch keeps the order', () => {
  class Pick {
    #sorts = true;
    get sortByLabel() { return this.#sorts; }
    set sortByLabel(value) { this.#sorts = value; }
  }
  const pick = new Pick();
  assert.equal(keepsOrder(pick), true);
  assert.equal(pick.sortByLabel, false);
});

test('a pick without the switch, or one that refuses it, does not', () => {
  assert.equal(keepsOrder({}), false);
  assert.equal(keepsOrder(Object.freeze({ sortByLabel: true })), false);
  assert.equal(keepsOrder({ get sortByLabel() { return true; }, set sortByLabel(value) {} }), false);
  assert.equal(keepsOrder({ set sortByLabel(value) { throw new Error('proposed'); }, get sortByLabel() { return true; } }), false);
});

test('ranks sort as labels like numbers', () => {
  const labels = [1, 2, 9, 10, 50].map((rank) => rankLabel(rank, 50));
  assert.deepEqual(labels, ['01', '02', '09', '10', '50']);
  assert.equal(rankLabel(7, 100), '007');
});

test('the history has each query once, the last first, and no end of blanks', async () => {
  let kept;
  const memory = { get: (key, none) => kept ?? none, update: async (key, value) => { kept = value; } };
  const history = new History(memory);
  for (const query of ['copy', 'file ', '', '  ', 'copy']) await history.add(query);
  assert.deepEqual(history.queries, ['copy', 'file']);
  await history.remove('copy');
  assert.deepEqual(history.queries, ['file']);
  for (let n = 0; n < 60; n++) await history.add(`query ${n}`);
  assert.equal(history.queries.length, 50);
  assert.equal(history.queries[0], 'query 59');
});

test('a word that did not match as typed says how it did', () => {
  const words = { copying: 'stem', file: 'typed', part: 'prefix' };
  assert.equal(evidence({ evidence: words }), 'copying ~stem, file, part ~prefix');
});

test('an answer says how many of how many, what is said of its words, and whether indexing goes on', () => {
  const answer = {
    items: [1, 2],
    total: 1234,
    remarks: ['no unit holds `zzqx`'],
    index: { state: 'indexing', pending: 1500 },
  };
  assert.equal(count(answer), 'best 2 of 1,234 found');
  assert.deepEqual(remarks(answer), ['no unit holds `zzqx`', 'still indexing, 1,500 files to go']);
  assert.equal(count({ items: [], total: 0 }), 'nothing found');
  assert.equal(count({ items: [1], total: 1 }), '1 found');
});

test('a long path loses folders of its middle, and no other does', () => {
  assert.equal(shortPath('pkg/store.py'), 'pkg/store.py');
  assert.equal(shortPath('ansible-core/lib/ansible/module_utils/distro/_distro.py'), 'ansible-core/…/module_utils/distro/_distro.py');
  assert.equal(shortPath(`a/b/c/${'d'.repeat(60)}.py`), `a/…/c/${'d'.repeat(60)}.py`);
});

test('no character is unseen, turns others round or ends a line, and columns stay', () => {
  assert.equal(visible('\tif a \u202e== b\x1b[0m\n'), ' if a \ufffd== b\ufffd[0m\ufffd');
  assert.equal(visible('Größe 😀'), 'Größe 😀');
});

test('a search in another manner is another one', () => {
  const query = { query: 'copy', match: 'any', view: 'all', prefix: true };
  assert.equal(isSameQuery(query, { ...query }), true);
  assert.equal(isSameQuery(query, undefined), false);
  for (const other of [{ query: 'cop' }, { match: 'all' }, { view: 'names' }, { prefix: false }, { sources: 'code' }]) {
    assert.equal(isSameQuery(query, { ...query, ...other }), false);
  }
});
