import fs = require('fs');

/** Any number of metres. */
export type Metres = number;

export type Options = {
  /** In metres. */
  limit?: Metres;
  onDone(): void;
};

/** What can be drawn. */
export interface Shape<T> extends Base {
  /** In square metres. */
  readonly area: Metres;
  draw(to: T): void;
  (call: string): void;
  [key: string]: unknown;
}

// North and its like.
export enum Direction {
  North, // up
  South = 2,
  'due-east' = 3,
}

declare const enum Quiet {
  Off,
}

/** Opens by name. */
export function open(name: string): Shape<string>;
/** Opens by number. */
export function open(id: number): Shape<string>;
export function open(what: any): Shape<string> {
  const parts: string[] = [];
  return parts[0] as any;
}

/** A thing with a place. */
@Component({ selector: 'x' })
@Injectable()
export abstract class Thing<T> {
  @Input() private readonly place?: string;
  static count = 0;
  handle = (event: Event): void => {};

  constructor(public name: string) {}

  // Of a kind.
  @Listen('move')
  onMove(): void {}

  abstract go(): void;
  protected get it(): T {
    return 1 as any;
  }
}

export const twice = <T,>(value: T): T[] => [value, value];
export const LIMIT: number = 3;

/** Holds more. */
export namespace Deep.Inner {
  export const kept = 1;
  export function inside(): void {}
  namespace Innermost {
    class Hidden {}
  }
}

declare module 'other' {
  export function theirs(): void;
}

declare global {
  interface Window {
    ours: string;
  }
}

declare function ambient(x: number): void;
declare const VERSION: string;

export default interface Settings {
  dark: boolean;
}
