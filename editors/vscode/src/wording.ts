/** How a hit and an answer are worded, for the pick and for the list alike. */
import type { Answer, Hit, Query } from './protocol';

const MATCHES = { any: 'any word', all: 'all words' } as const;

/** `Store.copy_file`, or `Guide › Limits` for a section. */
export function qualifiedName(hit: Hit): string {
  return hit.container === '' || hit.kind === 'file' ? hit.name : `${hit.container}${joint(hit)}${hit.name}`;
}

/** The words that matched; one that did so below typed says how. */
export function evidence(hit: Hit): string {
  return Object.entries(hit.evidence)
    .map(([word, rung]) => (rung === 'typed' ? word : `${word} ~${rung}`))
    .join(', ');
}

/** What was asked beyond the words: `any word`, `all words, names, documents`. */
export function manner(query: Query): string {
  const parts: string[] = [MATCHES[query.match]];
  if (query.view === 'names') parts.push('names');
  if (query.sources !== undefined && query.sources !== 'both') parts.push(query.sources);
  return parts.join(', ');
}

/** `11 found`, `best 50 of 1,234 found`, `nothing found`. */
export function count(answer: Answer): string {
  const shown = answer.items.length;
  const total = answer.total.toLocaleString('en');
  if (answer.total === 0) return 'nothing found';
  return shown < answer.total ? `best ${shown} of ${total} found` : `${total} found`;
}

/** What a person should know of an answer: what became of its words, an index that is not done. */
export function remarks({ remarks, index: { state, pending } }: Answer): string[] {
  const said = [...remarks];
  if (state === 'empty') said.push('nothing is indexed yet');
  else if (state === 'indexing' && pending > 0) said.push(`still indexing, ${pending.toLocaleString('en')} files to go`);
  else if (state === 'indexing') said.push('still indexing');
  return said;
}

/** The mark between a container and a name. */
export function joint(hit: Hit): string {
  return hit.kind === 'section' || hit.kind === 'key' ? ' › ' : '.';
}

/** More of a path would push the evidence out of its row. */
const LONGEST_PATH = 48;

/** A path with folders left out of its middle where it is long: its beginning and its end say most. */
export function shortPath(path: string): string {
  const parts = path.split('/');
  while (parts.length > 3 && parts.join('/').length > LONGEST_PATH) parts.splice(1, 1);
  return parts.length === path.split('/').length ? path : [parts[0], '…', ...parts.slice(1)].join('/');
}

/** A text in which no character is unseen, moves the others about or ends the line; as long as before. */
export function visible(text: string): string {
  return text.replaceAll('\t', ' ').replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}
