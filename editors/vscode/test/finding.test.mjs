import assert from 'node:assert/strict';
import test from 'node:test';
import { findServer } from '../src/finding.ts';

/** Everything is there: what is taken says which comes first. */
const ALL = {
  command: '/set/stemguard',
  python: '/set/python',
  env: { STEMGUARD_COMMAND: '/env/stemguard', PATH: '/usr/bin:/home/me/bin' },
  home: '/home/me',
  windows: false,
  own: '/own/bin/stemguard',
  isFile: () => true,
};

test('a server is looked for in the settings, then the environment, then the PATH, then our own', () => {
  const steps = [
    [{}, '/set/stemguard', ['serve']],
    [{ command: '' }, '/set/python', ['-P', '-m', 'stemguard_ls', 'serve']],
    [{ command: '', python: '' }, '/env/stemguard', ['serve']],
    [{ command: '', python: '', env: { PATH: '/usr/bin:/home/me/bin' } }, '/usr/bin/stemguard', ['serve']],
    [{ command: '', python: '', env: {} }, '/own/bin/stemguard', ['serve']],
  ];
  for (const [less, command, args] of steps) {
    assert.deepEqual(findServer({ ...ALL, ...less }).run, { command, args });
  }
});

test('nothing is found where nothing is', () => {
  assert.deepEqual(findServer({ ...ALL, command: '', python: '', env: {}, isFile: () => false }), { kind: 'none' });
});

test('a server that is named and not there is said, and no other is taken', () => {
  const isFile = (file) => file !== '/set/stemguard';
  assert.deepEqual(findServer({ ...ALL, isFile }), {
    kind: 'wrong',
    sentence: 'The setting `stemguard.server.command` names no program: /set/stemguard',
  });
});

test('a name is looked for on the PATH, and a path from a folder that is not said is not taken', () => {
  const isFile = (file) => file === '/home/me/bin/guard' || file === 'bin/guard';
  assert.equal(findServer({ ...ALL, command: 'guard', isFile }).run.command, '/home/me/bin/guard');
  assert.equal(findServer({ ...ALL, command: '~/bin/guard', isFile }).run.command, '/home/me/bin/guard');
  assert.equal(findServer({ ...ALL, command: 'bin/guard', isFile }).kind, 'wrong');
});

test('a folder of the PATH that is not absolute is left out: it could be the workspace', () => {
  const places = { ...ALL, command: '', python: '', env: { PATH: '.::bin:/usr/bin' } };
  assert.equal(findServer(places).run.command, '/usr/bin/stemguard');
});

test('on Windows the endings of programs are tried', () => {
  const isFile = (file) => file === 'C:\\Tools\\stemguard.cmd';
  const places = { ...ALL, command: '', python: '', env: { Path: 'D:\\bin;C:\\Tools' }, windows: true, isFile };
  assert.equal(findServer(places).run.command, 'C:\\Tools\\stemguard.cmd');
});
