/** Earlier queries, the last one first; kept with the workspace, on this machine alone. */
import type { Memento } from 'vscode';

const KEY = 'stemguard.history';
/** More than that nobody scrolls through. */
const MOST_QUERIES = 50;

export class History {
  readonly #memory: Pick<Memento, 'get' | 'update'>;

  constructor(memory: Pick<Memento, 'get' | 'update'>) {
    this.#memory = memory;
  }

  get queries(): readonly string[] {
    return this.#memory.get<readonly string[]>(KEY, []);
  }

  async add(query: string): Promise<void> {
    const said = query.trim();
    if (said === '') return;
    await this.#memory.update(KEY, [said, ...this.queries.filter((one) => one !== said)].slice(0, MOST_QUERIES));
  }

  async remove(query: string): Promise<void> {
    await this.#memory.update(KEY, this.queries.filter((one) => one !== query));
  }
}
