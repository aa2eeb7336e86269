/** The list that stays: the hits of one search in the server's order, each with the lines around it. */
import * as vscode from 'vscode';
import { type Server, sentenceOf } from './client';
import { iconOf } from './kinds';
import type { Marks } from './marks';
import { PAGE } from './picker';
import { placeOf, shortPlaceOf } from './place';
import { goTo } from './preview';
import type { Answer, Hit, Match, Query, Sources, View } from './protocol';
import { count, evidence, manner, qualifiedName, remarks, visible } from './wording';

export const VIEW = 'stemguard.results';
/** So many lines are shown before and after the one with the evidence. */
const LINES_AROUND = 3;

/** A hit; the tree knows it again by its `id`, until another list is shown. */
export interface HitNode {
  readonly kind: 'hit';
  readonly id: string;
  readonly hit: Hit;
}

interface LineNode {
  readonly kind: 'line';
  readonly parent: HitNode;
  readonly number: number;
  readonly text: string;
  readonly highlights: [number, number][];
}

type Node = HitNode | LineNode | { readonly kind: 'more'; readonly left: number };

export class Results implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly view: vscode.TreeView<Node>;
  private readonly listening: vscode.Disposable;
  private nodes: readonly HitNode[] = [];
  private answer: Answer | undefined;
  private limit = PAGE;
  private isOld = false;
  private lists = 0;
  /** The row that was gone to last; -1 before the first. */
  private position = -1;
  private steps = 0;
  private turn: Promise<void> = Promise.resolve();
  private asked = new vscode.CancellationTokenSource();
  query: Query | undefined;
  readonly onDidChangeTreeData = this.changed.event;

  constructor(
    private readonly server: Server,
    private readonly marks: Marks,
  ) {
    this.view = vscode.window.createTreeView(VIEW, { treeDataProvider: this, showCollapseAll: true });
    this.listening = vscode.Disposable.from(
      server.onDidChangeIndex(() => {
        if (this.answer !== undefined && !this.isOld) {
          this.isOld = true;
          this.say();
        }
      }),
      this.view.onDidChangeSelection(({ selection: [node] }) => {
        // What the steps select is behind them, where they are quick.
        if (this.steps === 0 && node !== undefined) this.position = this.positionOf(node);
      }),
    );
    this.say();
  }

  /** Shows an answer as a new list, from its top. */
  list(query: Query, limit: number, answer: Answer): void {
    this.lists++;
    this.position = -1;
    this.take(query, limit, answer);
  }

  /** Shows an answer in place of the one before: its rows stay as open as they were. */
  private take(query: Query, limit: number, answer: Answer): void {
    this.asked.cancel();
    const before = this.nodes[this.position];
    this.query = query;
    this.limit = limit;
    this.answer = answer;
    this.isOld = false;
    this.nodes = answer.items.map((hit) => ({ kind: 'hit', id: `${this.lists} ${idOf(hit)}`, hit }));
    this.position = this.nodes.findIndex(({ id }) => id === before?.id);
    this.say();
    this.changed.fire();
  }

  show(): Thenable<void> {
    return vscode.commands.executeCommand(`${VIEW}.focus`);
  }

  /** Asks again, and shows what is found now. */
  async refresh(change: Partial<Query> = {}): Promise<void> {
    if (this.query === undefined) return;
    this.query = { ...this.query, ...change };
    const { query, limit } = this;
    this.asked.cancel();
    const { token } = (this.asked = new vscode.CancellationTokenSource());
    try {
      const answer = await vscode.window.withProgress({ location: { viewId: VIEW } }, () => this.server.search(query, limit, token));
      if (!token.isCancellationRequested) this.take(query, limit, answer);
    } catch (error) {
      if (!token.isCancellationRequested) this.view.message = `${sentenceOf(error)} The results stay as they were.`;
    }
  }

  async showMore(): Promise<void> {
    this.limit += PAGE;
    await this.refresh();
  }

  clear(): void {
    this.asked.cancel();
    this.query = this.answer = undefined;
    this.nodes = [];
    this.position = -1;
    this.marks.clear();
    this.say();
    this.changed.fire();
  }

  /** Goes to the hit that is `step` rows on; after the last comes the first. */
  async step(step: 1 | -1): Promise<void> {
    const { nodes } = this;
    if (nodes.length === 0) return;
    const from = this.position < 0 && step < 0 ? 0 : this.position;
    this.position = (from + step + nodes.length) % nodes.length;
    const node = nodes[this.position]!;
    this.steps++;
    const gone = this.turn.then(() => this.goTo(node)).finally(() => this.steps--);
    this.turn = gone.catch(() => undefined);
    await gone;
  }

  /** Unless one has stepped on since. */
  private async goTo(node: HitNode): Promise<void> {
    if (node !== this.nodes[this.position]) return;
    await this.view.reveal(node, { select: true, focus: false });
    await goTo(node.hit, this.marks, { preview: true });
  }

  private positionOf(node: Node): number {
    const hit = node.kind === 'line' ? node.parent : node;
    return this.nodes.findIndex((one) => one === hit);
  }

  /** Opens what a row shows, with the keyboard where it is. */
  async open(node: Node, options: vscode.TextDocumentShowOptions): Promise<void> {
    if (node.kind === 'hit') {
      await goTo(node.hit, this.marks, options);
    } else if (node.kind === 'line') {
      const at = new vscode.Range(node.number, 0, node.number, 0);
      await vscode.window.showTextDocument(vscode.Uri.parse(node.parent.hit.location.uri), { ...options, selection: at });
    } else {
      await this.showMore();
    }
  }

  getChildren(node?: Node): Node[] | Promise<Node[]> {
    if (node === undefined) {
      const left = (this.answer?.total ?? 0) - this.nodes.length;
      return left > 0 && this.limit < 1000 ? [...this.nodes, { kind: 'more', left }] : [...this.nodes];
    }
    return node.kind === 'hit' ? linesAround(node) : [];
  }

  getParent(node: Node): Node | undefined {
    return node.kind === 'line' ? node.parent : undefined;
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if (node.kind === 'more') {
      const item = new vscode.TreeItem(`Show more (${node.left.toLocaleString('en')} are left)`);
      item.iconPath = new vscode.ThemeIcon('ellipsis');
      item.command = { command: 'stemguard.results.open', title: 'Show More', arguments: [node] };
      return item;
    }
    const item = node.kind === 'hit' ? hitItem(node) : lineItem(node);
    item.command = { command: 'stemguard.results.open', title: 'Open', arguments: [node] };
    return item;
  }

  dispose(): void {
    vscode.Disposable.from(this.view, this.listening, this.changed).dispose();
  }

  /** Says above the rows what they are, and sets what the buttons show. */
  private say(): void {
    const { query, answer } = this;
    const contexts: Record<string, Match | Sources | View | boolean> = {
      'stemguard.hasResults': query !== undefined,
      'stemguard.results.match': query?.match ?? 'any',
      'stemguard.results.sources': query?.sources ?? 'both',
      'stemguard.results.view': query?.view ?? 'all',
    };
    for (const [name, value] of Object.entries(contexts)) void vscode.commands.executeCommand('setContext', name, value);
    if (query === undefined || answer === undefined) {
      this.view.message = '';
      this.view.description = '';
      return;
    }
    const old = this.isOld ? ['files have changed since; refresh to search again'] : [];
    this.view.description = query.query.trim();
    this.view.message = [`${query.query.trim()} (${manner(query)}): ${count(answer)}`, ...remarks(answer), ...old].join(' · ');
  }
}

function hitItem({ hit, id }: HitNode): vscode.TreeItem {
  const text = visible(hit.preview?.text ?? '');
  const indent = text.length - text.trimStart().length;
  const highlights = (hit.preview?.highlights ?? []).map<[number, number]>(({ start, end }) => [start.character - indent, end.character - indent]);
  const label = text.trim() === '' ? { label: visible(hit.name) } : { label: text.trim(), highlights };
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = id;
  const found = evidence(hit);
  item.description = visible([qualifiedName(hit), shortPlaceOf(hit), found && `[${found}]`].filter(Boolean).join('  '));
  item.iconPath = iconOf(hit.kind);
  item.contextValue = 'hit';
  const parts = [qualifiedName(hit), placeOf(hit), found].filter(Boolean).map(visible);
  item.tooltip = parts.join('\n');
  item.accessibilityInformation = { label: [label.label, ...parts].join(', ') };
  return item;
}

/** What makes a unit another one. */
function idOf({ folder, kind, location, selectionRange }: Hit): string {
  return JSON.stringify([folder, kind, location.uri, location.range.start, selectionRange.start]);
}

function lineItem({ number, text, highlights }: LineNode): vscode.TreeItem {
  const head = `${number + 1}  `;
  const moved = highlights.map<[number, number]>(([start, end]) => [start + head.length, end + head.length]);
  // Blanks at the start of a label are not drawn.
  const drawn = visible(text).replace(/^\s+/, (blanks) => '\u00a0'.repeat(blanks.length));
  const item = new vscode.TreeItem({ label: head + drawn, highlights: moved });
  item.contextValue = 'line';
  return item;
}

/** The lines around the evidence, or around the name where there is none; as they are now. */
async function linesAround(parent: HitNode): Promise<LineNode[]> {
  const { location, preview, selectionRange } = parent.hit;
  const lines = await linesOf(vscode.Uri.parse(location.uri));
  const middle = preview?.line ?? selectionRange.start.line;
  const first = Math.max(0, middle - LINES_AROUND);
  return lines.slice(first, middle + LINES_AROUND + 1).map((text, at) => {
    const number = first + at;
    const offset = number === preview?.line ? text.indexOf(preview.text) : -1;
    const found = offset < 0 ? [] : (preview?.highlights ?? []);
    const highlights = found.map<[number, number]>(({ start, end }) => [offset + start.character, offset + end.character]);
    return { kind: 'line', parent, number, text, highlights };
  });
}

/** The lines of a file. Opening it as a document would tell the server of one that nobody looks at. */
async function linesOf(uri: vscode.Uri): Promise<string[]> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  try {
    const text = open?.getText() ?? new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
    return text.split(/\r\n|\n|\r/);
  } catch {
    return [];
  }
}
