/** What goes over the wire beyond the standard; docs/reference/protocol.md says what each field means. */

export const SEARCH = 'stemguard/search';
export const STATUS = 'stemguard/status';
export const EXPLAIN = 'stemguard/explain';
export const INDEX_CHANGED = 'stemguard/indexChanged';
export const REBUILD_COMMAND = 'stemguard.rebuild';

export type Match = 'any' | 'all';
export type Sources = 'both' | 'code' | 'documents';
export type View = 'all' | 'names';

/** What is asked. `sources` is left out where the setting decides. */
export interface Query {
  readonly query: string;
  readonly match: Match;
  readonly view: View;
  readonly sources?: Sources;
  readonly prefix: boolean;
}

export function isSameQuery(one: Query, other: Query | undefined): boolean {
  const fields = ['query', 'match', 'view', 'sources', 'prefix'] as const;
  return other !== undefined && fields.every((field) => one[field] === other[field]);
}

export interface Place {
  readonly line: number;
  readonly character: number;
}

export interface PlaceRange {
  readonly start: Place;
  readonly end: Place;
}

export interface Location {
  readonly uri: string;
  readonly range: PlaceRange;
}

/** The line that shows the evidence. Of a long line `text` is a part, and `highlights` are in it. */
export interface Preview {
  readonly line: number;
  readonly text: string;
  readonly highlights: readonly PlaceRange[];
}

export interface Hit {
  readonly name: string;
  readonly kind: string;
  readonly container: string;
  readonly folder: string | null;
  readonly location: Location;
  readonly selectionRange: PlaceRange;
  readonly evidence: Readonly<Record<string, string>>;
  readonly preview: Preview | null;
}

export interface Word {
  readonly state: string;
}

export interface Index {
  readonly state: string;
  readonly pending: number;
}

export interface Answer {
  readonly items: readonly Hit[];
  readonly total: number;
  readonly words: readonly Word[];
  readonly remarks: readonly string[];
  readonly index: Index;
}

export interface Root {
  readonly root: string;
  readonly state: string;
  readonly files: number;
  readonly units: number;
  readonly pending: number;
  readonly notices: readonly string[];
}

export interface Status {
  readonly roots: readonly Root[];
  readonly text: string;
}

export interface Explanation {
  readonly unit: Hit | null;
  readonly text: string;
}
