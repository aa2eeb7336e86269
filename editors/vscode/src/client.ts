/** The one server of this window: its start, its end, what is asked of it, and how it is doing. */
import * as os from 'node:os';
import * as vscode from 'vscode';
import {
  CloseAction,
  type CloseHandlerResult,
  type ErrorHandler,
  LanguageClient,
  type LanguageClientOptions,
  ResponseError,
  RevealOutputChannelOn,
  State,
  WorkDoneProgress,
  type WorkDoneProgressBegin,
  type WorkDoneProgressEnd,
  type WorkDoneProgressReport,
} from 'vscode-languageclient/node';
import type { Command, Found } from './finding';
import {
  type Answer,
  EXPLAIN,
  type Explanation,
  INDEX_CHANGED,
  type Location,
  type Query,
  REBUILD_COMMAND,
  SEARCH,
  STATUS,
  type Status,
} from './protocol';
import { settingsForServer } from './settings';

export type Condition =
  | { readonly kind: 'starting' }
  | { readonly kind: 'indexing'; readonly percentage: number; readonly message: string }
  | { readonly kind: 'ready'; readonly files: number; readonly units: number; readonly notices: readonly string[] }
  /** None was found; `sentence` is empty where nothing was named, either. */
  | { readonly kind: 'missing'; readonly sentence: string }
  /** One that never ran may be the wrong one. */
  | { readonly kind: 'stopped'; readonly sentence: string; readonly hasRun: boolean };

type ProgressValue = WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd;

/** Counting the files of a status costs the server something, and changes come in batches. */
const COUNTED_EVERY_MS = 1000;
const STOP_WITHIN_MS = 5000;
const ENDED_EARLY = 'The server ended while it started; the log says why.';
const NOT_RUNNING = 'The Stemguard server does not run.';
/** What a request gets whose server ended before it, while it was written, and after (vscode-jsonrpc). */
const OF_ITS_END: readonly unknown[] = [-32096, -32099, -32097];

/** Said where the server cannot be asked; the sentence is for a person. */
export class Unavailable extends Error {}

export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private started: Promise<void> = Promise.resolve();
  private turn: Promise<void> = Promise.resolve();
  private hasRun = false;
  private counting: NodeJS.Timeout | undefined;
  private now: Condition = { kind: 'starting' };
  private readonly work = new Map<string | number, { percentage: number; message: string }>();
  private readonly changed = new vscode.EventEmitter<Condition>();
  private readonly indexChanged = new vscode.EventEmitter<void>();
  private rebuilds = 0;
  /** Whether a person stopped what was being indexed: what waits then is not on its way. */
  private isHalted = false;

  readonly onDidChangeCondition = this.changed.event;
  readonly onDidChangeIndex = this.indexChanged.event;

  constructor(
    private readonly find: () => Found,
    readonly log: vscode.OutputChannel,
  ) {}

  get condition(): Condition {
    return this.now;
  }

  /** The version that the server says it has; undefined where none runs. */
  get version(): string | undefined {
    return this.client?.initializeResult?.serverInfo?.version;
  }

  /** Starts the server, in place of one that runs. One at a time: two would both index. */
  restart(): Promise<void> {
    return (this.turn = this.turn.then(async () => {
      await this.end();
      await this.begin();
    }));
  }

  stop(): Promise<void> {
    return (this.turn = this.turn.then(() => this.end()));
  }

  search(query: Query, limit: number, token: vscode.CancellationToken): Promise<Answer> {
    return this.ask<Answer>(SEARCH, { ...query, limit }, token);
  }

  explain({ query, match, view, sources, prefix }: Query, location: Location): Promise<Explanation> {
    return this.ask<Explanation>(EXPLAIN, { query, match, view, sources, prefix, location });
  }

  status(): Promise<Status> {
    return this.ask<Status>(STATUS, {});
  }

  /** Reads everything anew, and says how far it is. */
  async rebuild(report: (percentage: number, message: string) => void, cancel: vscode.CancellationToken): Promise<void> {
    const client = await this.running();
    const workDoneToken = `rebuild-${++this.rebuilds}`;
    const listening = client.onProgress(WorkDoneProgress.type, workDoneToken, (value) => {
      if (value.kind === 'report') report(value.percentage ?? 0, value.message ?? '');
    });
    const cancelling = cancel.onCancellationRequested(() => this.cancel(workDoneToken));
    try {
      await client.sendRequest('workspace/executeCommand', { command: REBUILD_COMMAND, arguments: [], workDoneToken });
    } finally {
      listening.dispose();
      cancelling.dispose();
    }
  }

  /** Stops what is being indexed; what is done stays, and the rest waits. */
  stopIndexing(): void {
    for (const token of this.work.keys()) this.cancel(token);
  }

  dispose(): void {
    this.changed.dispose();
    this.indexChanged.dispose();
  }

  private cancel(token: string | number): void {
    this.isHalted = true;
    void this.client?.sendNotification('window/workDoneProgress/cancel', { token });
  }

  private async begin(): Promise<void> {
    const found = this.find();
    if (found.kind !== 'found') {
      this.log.appendLine(`No server was found. The PATH is ${process.env['PATH']}`);
      this.become({ kind: 'missing', sentence: found.kind === 'wrong' ? found.sentence : '' });
      return;
    }
    const { command, args } = found.run;
    this.log.appendLine(`${found.from} gives the server: ${[command, ...args].join(' ')}`);
    this.become({ kind: 'starting' });
    this.hasRun = this.isHalted = false;
    const client = this.made(found.run);
    this.client = client;
    client.onDidChangeState(({ newState }) => {
      if (client === this.client) this.follow(newState);
    });
    client.onNotification(INDEX_CHANGED, () => {
      this.indexChanged.fire();
      this.count();
    });
    this.started = client.start();
    try {
      await this.started;
    } catch (error) {
      if (this.now.kind === 'starting') this.fail(isOfItsEnd(error) ? ENDED_EARLY : `The server did not start: ${sentenceOf(error)}`);
    }
  }

  private made(run: Command): LanguageClient {
    const options: LanguageClientOptions = {
      documentSelector: [{ scheme: 'file' }, { scheme: 'untitled' }],
      initializationOptions: settingsForServer(vscode.workspace.getConfiguration('stemguard')),
      outputChannel: this.log,
      traceOutputChannel: this.log,
      // Trouble is said by the status item and one message, with a way out.
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationFailedHandler: (error) => {
        // One that ended while it began is the error handler's.
        if (error instanceof ResponseError && !isOfItsEnd(error)) {
          this.fail(`The server did not start: ${sentenceOf(error)}`);
        }
        return false;
      },
      errorHandler: this.errorHandler(() => client),
      middleware: {
        workspace: {
          configuration: (params) =>
            params.items.map(({ section }) =>
              section === 'stemguard' ? settingsForServer(vscode.workspace.getConfiguration('stemguard')) : null,
            ),
          didChangeConfiguration: async () => {
            // One that stops would not hear it, and the next one starts with it.
            if (client !== this.client || !client.isRunning()) return;
            await client.sendNotification('workspace/didChangeConfiguration', {
              settings: { stemguard: settingsForServer(vscode.workspace.getConfiguration('stemguard')) },
            });
          },
        },
        // The status item shows it, in one place.
        handleWorkDoneProgress: (token, value, next) => {
          this.progress(token, value);
          if (String(token).startsWith('rebuild-')) next(token, value);
        },
      },
    };
    const { command, args } = run;
    // Not the workspace's folder: no server may find its modules there.
    const executable = { command, args: [...args], options: { cwd: os.homedir() } };
    const client = new QuietClient('stemguard', 'Stemguard', executable, options);
    return client;
  }

  /** The client's own policy, five crashes in three minutes, said by us in the end. */
  private errorHandler(client: () => LanguageClient): ErrorHandler {
    let policy: ErrorHandler | undefined;
    const decided = (): ErrorHandler => (policy ??= client().createDefaultErrorHandler());
    return {
      error: async (error, message, count) => ({ ...(await decided().error(error, message, count)), handled: true }),
      closed: async (): Promise<CloseHandlerResult> => {
        if (!this.hasRun) {
          // No other says it: for the client one that ends so early has started.
          if (client() === this.client) this.fail(ENDED_EARLY);
          return { action: CloseAction.DoNotRestart, handled: true };
        }
        const result = await decided().closed();
        if (result.action === CloseAction.DoNotRestart) {
          this.fail('The server ended five times within three minutes and is not started again.');
        }
        return { ...result, handled: true };
      },
    };
  }

  private async end(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.work.clear();
    clearTimeout(this.counting);
    this.counting = undefined;
    if (client === undefined) return;
    try {
      await client.stop(STOP_WITHIN_MS);
    } catch {
      // One that never started, or is gone, has nothing to stop.
    }
  }

  private follow(state: State): void {
    if (state === State.Running) {
      this.hasRun = true;
      this.settle();
      this.count();
    } else {
      this.work.clear();
      if (state === State.Starting) this.become({ kind: 'starting' });
    }
  }

  private progress(token: string | number, value: ProgressValue): void {
    if (value.kind === 'end') {
      this.work.delete(token);
      this.count();
    } else {
      if (value.kind === 'begin') this.isHalted = false;
      const before = this.work.get(token);
      this.work.set(token, {
        percentage: value.percentage ?? before?.percentage ?? 0,
        message: value.message ?? before?.message ?? '',
      });
    }
    this.settle();
  }

  private settle(): void {
    const [first] = this.work.values();
    if (first !== undefined) this.become({ kind: 'indexing', ...first });
    else if (this.now.kind !== 'ready') this.count();
  }

  /** Has the files counted soon, and whatever is said until then is said once. */
  private count(delay = this.now.kind === 'ready' ? COUNTED_EVERY_MS : 0): void {
    if (this.counting !== undefined || this.client === undefined) return;
    this.counting = setTimeout(() => {
      this.counting = undefined;
      void this.counted();
    }, delay);
  }

  private async counted(): Promise<void> {
    try {
      const { roots } = await this.status();
      if (this.work.size > 0) return;
      const sum = (of: 'files' | 'units'): number => roots.reduce((total, root) => total + root[of], 0);
      const notices = roots.flatMap((root) => root.notices);
      const pending = roots.reduce((total, root) => total + root.pending, 0);
      if (pending > 0 || roots.some(({ state }) => state === 'indexing')) {
        if (!this.isHalted) {
          if (this.now.kind !== 'indexing') this.become({ kind: 'indexing', percentage: 0, message: '' });
          this.count(COUNTED_EVERY_MS);
          return;
        }
        notices.push('Indexing was stopped; a restart or a rebuild goes on');
      }
      this.become({ kind: 'ready', files: sum('files'), units: sum('units'), notices });
    } catch (error) {
      this.log.appendLine(`The status could not be asked for: ${sentenceOf(error)}`);
    }
  }

  private fail(sentence: string): void {
    this.work.clear();
    this.become({ kind: 'stopped', sentence, hasRun: this.hasRun });
  }

  private become(condition: Condition): void {
    this.now = condition;
    this.changed.fire(condition);
  }

  private async ask<T>(method: string, params: object, token?: vscode.CancellationToken): Promise<T> {
    const client = await this.running();
    try {
      // A token that is undefined would be taken for a second param.
      return await (token === undefined ? client.sendRequest<T>(method, params) : client.sendRequest<T>(method, params, token));
    } catch (error) {
      if (!isOfItsEnd(error)) throw error;
      throw new Unavailable(this.now.kind === 'stopped' ? NOT_RUNNING : 'The server ended; it is started again.');
    }
  }

  /** The client once it runs. One that is starting is waited for. */
  private async running(): Promise<LanguageClient> {
    await this.turn;
    const client = this.client;
    if (this.now.kind === 'missing') throw new Unavailable('The Stemguard server was not found.');
    if (this.now.kind === 'stopped' || client === undefined) throw new Unavailable(NOT_RUNNING);
    // After a crash the client starts it again by itself.
    await client.start();
    return client;
  }
}

/** A client that logs its errors alone: what a person has to know is said once, with a way out. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/** Whether a request failed as there was no server any more. */
function isOfItsEnd(error: unknown): boolean {
  return error instanceof ResponseError && OF_ITS_END.includes(error.code);
}

export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
