/** Puts the parts together, and names what can be done. */
import * as os from 'node:os';
import * as vscode from 'vscode';
import { Server } from './client';
import { type Found, findServer } from './finding';
import { History } from './history';
import { isFile, OwnEnvironment } from './install';
import { Marks } from './marks';
import { showMenu } from './menu';
import { PAGE, Search, type Takers } from './picker';
import { toTheSide } from './preview';
import { isSameQuery, type Location, type Query } from './protocol';
import { type HitNode, Results } from './results';
import { said } from './saying';
import { StatusItem } from './statusItem';
import { Trouble } from './trouble';
import { Pages } from './why';

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel('Stemguard');
  const own = new OwnEnvironment(context.globalStorageUri, context.extensionUri, log);
  const find = (): Found => findServer(places(own));
  const running = (server = new Server(find, log));
  const marks = new Marks();
  const pages = new Pages();
  const results = new Results(running, marks);
  const trouble = new Trouble(running, own, find, String(context.extension.packageJSON.version), context.globalState);
  const history = new History(context.workspaceState);
  const icons = vscode.Uri.joinPath(context.extensionUri, 'media');
  let search: Search | undefined;
  let over = Promise.resolve();
  let last: Query | undefined;

  async function why(query: Query, location: Location, name: string): Promise<void> {
    const { text } = await running.explain(query, location);
    await pages.show(`Why ${name}`, text, vscode.ViewColumn.Beside);
  }

  const takers: Takers = {
    list(query, limit, answer) {
      results.list(query, limit, answer);
      void results.show();
    },
    why: (query, hit) => why(query, { uri: hit.location.uri, range: hit.selectionRange }, hit.name),
  };

  /** The keys of the pick mean something while one is open. */
  function become(now: Search | undefined): void {
    search = now;
    void vscode.commands.executeCommand('setContext', 'stemguard.searchOpen', now !== undefined);
  }

  function open(manner: Partial<Query>): void {
    const query: Query = { query: '', match: 'any', view: 'all', prefix: true, ...manner };
    if (search !== undefined) {
      search.ask(query);
      return;
    }
    const opened: Search = new Search(query, running, history, marks, takers, icons, over, (asked) => {
      if (asked.query.trim() !== '') last = asked;
      if (search === opened) become(undefined);
    });
    over = opened.over;
    become(opened);
  }

  /** The list of the open pick, of the last search, or the one that is there. */
  async function openResults(): Promise<void> {
    if (search !== undefined) return search.keepAsList();
    if (last !== undefined && !isSameQuery(last, results.query)) {
      results.list(last, PAGE, await running.search(last, PAGE, new vscode.CancellationTokenSource().token));
    }
    await results.show();
  }

  /** Why the unit at the cursor, or a row of the list, ranks where it does in the last search. */
  async function showWhy(node?: HitNode): Promise<void> {
    if (search !== undefined && node === undefined) return search.showWhy();
    if (node !== undefined && results.query !== undefined) return takers.why(results.query, node.hit);
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) {
      void vscode.window.showInformationMessage('Put the cursor into what should be explained first.');
      return;
    }
    const query = last ?? results.query ?? (await askedFor());
    if (query === undefined) return;
    const { line, character } = editor.selection.active;
    const at = { line, character };
    await why(query, { uri: editor.document.uri.toString(), range: { start: at, end: at } }, `line ${line + 1}`);
  }

  async function rebuild(): Promise<void> {
    const options = { location: vscode.ProgressLocation.Notification, title: 'Stemguard: rebuilding the index', cancellable: true };
    await vscode.window.withProgress(options, (progress, cancel) => {
      let shown = 0;
      return running.rebuild((percentage, message) => {
        progress.report({ message, increment: percentage - shown });
        shown = percentage;
      }, cancel);
    });
  }

  /** What the list is asked now is the last search. */
  async function refine(change: Partial<Query>): Promise<void> {
    await results.refresh(change);
    last = results.query ?? last;
  }

  const commands: Record<string, (...args: never[]) => unknown> = {
    'stemguard.searchAny': () => open({ match: 'any' }),
    'stemguard.searchAll': () => open({ match: 'all' }),
    'stemguard.searchNames': () => open({ view: 'names' }),
    'stemguard.searchSelection': () => open({ query: selectedText(), match: 'any', prefix: false }),
    'stemguard.openResults': openResults,
    'stemguard.nextResult': () => results.step(1),
    'stemguard.previousResult': () => results.step(-1),
    'stemguard.refreshResults': () => results.refresh(),
    'stemguard.clearResults': () => results.clear(),
    'stemguard.showWhy': showWhy,
    'stemguard.rebuildIndex': rebuild,
    'stemguard.restartServer': () => running.restart(),
    'stemguard.showLog': () => log.show(),
    'stemguard.showStatus': async () => pages.show('Stemguard status', (await running.status()).text, vscode.ViewColumn.Active),
    'stemguard.showMenu': () => showMenu(running),
    'stemguard.stopIndexing': () => running.stopIndexing(),
    'stemguard.installServer': () => trouble.install(),
    'stemguard.chooseServer': () => trouble.choose(),
    'stemguard.openSettings': () => vscode.commands.executeCommand('workbench.action.openSettings', '@ext:stemguard.stemguard'),
    'stemguard.search.leave': () => search?.leave(),
    'stemguard.search.toggleMatch': () => search?.toggle('match'),
    'stemguard.search.toggleSources': () => search?.toggle('sources'),
    'stemguard.search.toggleNames': () => search?.toggle('view'),
    'stemguard.search.openToSide': () => search?.openToSide(),
    'stemguard.results.open': (node: HitNode) => results.open(node, { preserveFocus: true, preview: true }),
    'stemguard.results.openToSide': (node: HitNode) => results.open(node, toTheSide()),
    'stemguard.results.any': () => refine({ match: 'any' }),
    'stemguard.results.all': () => refine({ match: 'all' }),
    'stemguard.results.both': () => refine({ sources: 'both' }),
    'stemguard.results.code': () => refine({ sources: 'code' }),
    'stemguard.results.documents': () => refine({ sources: 'documents' }),
    'stemguard.results.everything': () => refine({ view: 'all' }),
    'stemguard.results.names': () => refine({ view: 'names' }),
  };
  // One whose extensions died may have left it set, with Escape bound.
  become(undefined);
  for (const [id, does] of Object.entries(commands)) {
    context.subscriptions.push(vscode.commands.registerCommand(id, said(does)));
  }
  context.subscriptions.push(
    log,
    running,
    marks,
    pages,
    results,
    trouble,
    new StatusItem(running),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('stemguard.server')) void running.restart();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void running.restart()),
  );
  await running.restart();
}

export function deactivate(): Promise<void> | undefined {
  return server?.stop();
}

function places(own: OwnEnvironment): Parameters<typeof findServer>[0] {
  const settings = vscode.workspace.getConfiguration('stemguard.server');
  return {
    command: settings.get('command', ''),
    python: settings.get('python', ''),
    env: process.env,
    home: os.homedir(),
    windows: process.platform === 'win32',
    own: own.command,
    isFile,
  };
}

/** What is selected, or the word at the cursor, in one line. */
function selectedText(): string {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return '';
  const { selection, document } = editor;
  const range = selection.isEmpty ? document.getWordRangeAtPosition(selection.active) : selection;
  return range === undefined ? '' : document.getText(range).trim().replaceAll(/\s+/g, ' ');
}

async function askedFor(): Promise<Query | undefined> {
  const query = await vscode.window.showInputBox({ title: 'Show why this ranks here', prompt: 'The words that are searched for' });
  return query === undefined || query.trim() === '' ? undefined : { query, match: 'any', view: 'all', prefix: false };
}
