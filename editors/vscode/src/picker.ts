/** The live search: a QuickPick that shows the server's order while one types. */
import * as vscode from 'vscode';
import { Unavailable, type Server, sentenceOf } from './client';
import type { History } from './history';
import { iconOf } from './kinds';
import type { Marks } from './marks';
import { keepsOrder, rankLabel } from './order';
import { shortPlaceOf } from './place';
import { Glance, goTo, toTheSide } from './preview';
import type { Answer, Hit, Query } from './protocol';
import { said } from './saying';
import { count, evidence, manner, remarks, visible } from './wording';

/** So many rows are asked for at once, and after them as many again. */
export const PAGE = 50;
/** The server refuses more. */
const MOST_ROWS = 1000;
/** An edit is searched within half a second. */
const ASK_AGAIN_MS = 300;
export interface Row extends vscode.QuickPickItem {
  readonly hit?: Hit;
  readonly earlier?: string;
  readonly more?: true;
  /** What Enter does about trouble. */
  readonly command?: string;
}

/** What the pick hands on to others. */
export interface Takers {
  readonly list: (query: Query, limit: number, answer: Answer) => void;
  readonly why: (query: Query, hit: Hit) => Promise<void>;
}

type Toggle = 'match' | 'sources' | 'view';
type Button = vscode.QuickInputButton & { readonly does: Toggle | 'list' };

const NEXT = {
  match: { any: 'all', all: 'any' },
  sources: { both: 'code', code: 'documents', documents: 'both' },
  view: { all: 'names', names: 'all' },
} as const;

const TO_SIDE: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('split-horizontal'), tooltip: 'Open to the Side' };
const WHY: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('question'), tooltip: 'Show Why This Ranks Here' };
const FORGET: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('close'), tooltip: 'Forget This Search' };
const LIST: Button = {
  does: 'list',
  iconPath: new vscode.ThemeIcon('list-flat'),
  tooltip: 'Open Results as a List',
};

/** One search from the opening of the pick to its end. */
export class Search {
  private readonly pick = vscode.window.createQuickPick<Row>();
  private readonly glance: Glance;
  private readonly inOrder = keepsOrder(this.pick);
  private asked = new vscode.CancellationTokenSource();
  private answer: Answer | undefined;
  private answered: Query | undefined;
  private shown: Query | undefined;
  private limit = PAGE;
  private later: ReturnType<typeof setTimeout> | undefined;
  private pauseMs = ASK_AGAIN_MS;
  /** Whether the way back is to be taken: on Escape, and not where one went elsewhere by the mouse. */
  private leaves = false;
  private isClosed = false;
  private hasFailed = false;
  /** Until what was typed last is answered. */
  private pending: Promise<void> | undefined;
  private readonly listening: vscode.Disposable;
  private isOver: () => void = () => undefined;
  /** Until one is back where one was. */
  readonly over = new Promise<void>((resolve) => (this.isOver = resolve));

  constructor(
    private query: Query,
    private readonly server: Server,
    private readonly history: History,
    private readonly marks: Marks,
    private readonly takers: Takers,
    private readonly icons: vscode.Uri,
    before: Promise<void>,
    private readonly ended: (query: Query) => void,
  ) {
    this.glance = new Glance(marks, before);
    const { pick } = this;
    pick.value = query.query;
    pick.placeholder = 'Words to search for, e.g.  copy file  "exactly"  -without  path:src/  kind:function';
    pick.keepScrollPosition = false;
    pick.onDidChangeValue(() => this.typed());
    pick.onDidChangeActive(([row]) => this.looked(row));
    pick.onDidAccept(said(() => this.accepted()));
    pick.onDidTriggerButton(said((button) => this.pressed((button as Button).does)));
    pick.onDidTriggerItemButton(said(({ item, button }) => this.pressedOn(item, button)));
    pick.onDidHide(said(() => this.hidden()));
    this.listening = vscode.Disposable.from(
      server.onDidChangeIndex(() => this.grow()),
      server.onDidChangeCondition(({ kind }) => (kind === 'ready' || (kind === 'stopped' && this.hasFailed)) && this.grow()),
    );
    this.typed();
    pick.show();
  }

  /** Another search is asked for while this one is open: the words stay, the manner changes. */
  ask(query: Query): void {
    this.query = { ...query, query: query.query || this.query.query };
    this.pick.value = this.query.query;
    this.typed();
  }

  toggle(what: Toggle): void {
    const { match, view, sources = 'both' } = this.query;
    if (what === 'match') this.query = { ...this.query, match: NEXT.match[match] };
    else if (what === 'view') this.query = { ...this.query, view: NEXT.view[view] };
    else this.query = { ...this.query, sources: NEXT.sources[sources] };
    this.typed();
  }

  /** Escape. */
  leave(): void {
    const { answer, answered, pending } = this;
    if (pending === undefined && answer !== undefined && answer.total > 0) void this.history.add(answered?.query ?? '');
    this.leaves = true;
    this.close();
  }

  async openToSide(row?: Row): Promise<void> {
    const hit = (row ?? (await this.chosen()))?.hit;
    if (hit === undefined) return;
    await this.leaveBehind();
    await this.glance.back();
    await goTo(hit, this.marks, toTheSide());
  }

  async showWhy(row?: Row): Promise<void> {
    const hit = (row ?? (await this.chosen()))?.hit;
    if (hit === undefined) return;
    const query = this.answered ?? this.query;
    await this.leaveBehind();
    await this.glance.go(hit);
    await this.takers.why(query, hit);
  }

  async keepAsList(): Promise<void> {
    await this.settled();
    if (this.isClosed) return;
    const { answer, answered } = this;
    if (answer === undefined || answered === undefined) return;
    await this.leaveBehind();
    await this.glance.back();
    this.takers.list(answered, this.limit, answer);
  }

  private typed(): void {
    const value = this.pick.value;
    // A blank after the last word says that it is finished.
    this.query = { ...this.query, query: value, prefix: !/\s$/.test(value) };
    this.pauseMs = ASK_AGAIN_MS;
    this.limit = PAGE;
    this.pick.buttons = this.buttons();
    const pending: Promise<void> = this.search().finally(() => {
      if (this.pending === pending) this.pending = undefined;
    });
    this.pending = pending;
  }

  /** An answer from an index that was not done, or none, is asked for again as more comes in. */
  private grow(): void {
    const isPart = this.answer !== undefined && this.answer.index.state !== 'ready';
    if (!this.pick.busy && (this.hasFailed || isPart)) void this.search();
  }

  /** Of an edit that the answer was too early for nothing is told: it is asked for again, each time later. */
  private askAgainSoon({ index }: Answer): void {
    if (index.pending === 0) return;
    this.later = setTimeout(() => void (!this.pick.busy && this.search()), this.pauseMs);
    this.pauseMs *= 2;
  }

  private async search(): Promise<void> {
    const { query, limit } = this;
    this.asked.cancel();
    clearTimeout(this.later);
    this.hasFailed = false;
    const asked = (this.asked = new vscode.CancellationTokenSource());
    if (query.query.trim() === '') {
      this.answer = this.answered = undefined;
      this.pick.busy = false;
      this.showHistory();
      return;
    }
    this.pick.busy = true;
    try {
      const answer = await this.server.search(query, limit, asked.token);
      if (asked.token.isCancellationRequested) return;
      this.answer = answer;
      this.answered = query;
      this.showAnswer(query, answer);
      this.askAgainSoon(answer);
    } catch (error) {
      if (asked.token.isCancellationRequested) return;
      this.showTrouble(error);
    }
    this.pick.busy = false;
  }

  private showHistory(): void {
    this.pick.title = this.title([]);
    const rows = this.history.queries.map((earlier, rank, all) => ({
      ...this.labelled(earlier, '', rank, all.length),
      earlier,
      iconPath: new vscode.ThemeIcon('history'),
      buttons: [FORGET],
      alwaysShow: true,
    }));
    const heading = { label: 'earlier searches', kind: vscode.QuickPickItemKind.Separator };
    this.pick.items = rows.length > 0 ? [heading, ...rows] : [];
  }

  private showAnswer(query: Query, answer: Answer): void {
    this.pick.title = this.title([count(answer), ...remarks(answer)]);
    const { items, total } = answer;
    const rows: Row[] = items.map((hit, rank) => this.rowOf(hit, rank, items.length));
    const next = Math.min(this.limit + PAGE, MOST_ROWS);
    if (items.length < total && next > this.limit) {
      const label = `Show ${Math.min(next, total) - items.length} more`;
      rows.push({ ...this.labelled(label, '', items.length, items.length), more: true, alwaysShow: true, iconPath: new vscode.ThemeIcon('ellipsis') });
    }
    if (rows.length === 0) rows.push(nothing(query, answer));
    const active = this.again(rows);
    this.pick.items = rows;
    if (active !== undefined) this.pick.activeItems = [active];
  }

  /** The row that a person moved to, among those of a newer answer to the same query. */
  private again(rows: readonly Row[]): Row | undefined {
    const before = this.pick.activeItems[0];
    if (this.shown !== this.answered || before === this.pick.items[0]) {
      this.shown = this.answered;
      return undefined;
    }
    if (before?.more) return rows[this.pick.items.indexOf(before)];
    return rows.find(({ hit }) => hit !== undefined && before?.hit !== undefined && isSame(hit, before.hit));
  }

  private showTrouble(error: unknown): void {
    this.hasFailed = true;
    this.answer = this.answered = undefined;
    this.pick.title = this.title([]);
    const [detail, command] =
      error instanceof Unavailable
        ? ['Press Enter for what can be done.', 'stemguard.showMenu']
        : ['Press Enter for the log.', 'stemguard.showLog'];
    this.pick.items = [{ label: plain(sentenceOf(error)), detail, command, alwaysShow: true, iconPath: new vscode.ThemeIcon('warning') }];
  }

  private rowOf(hit: Hit, rank: number, rows: number): Row {
    const found = evidence(hit);
    const description = [hit.kind === 'file' ? '' : hit.container, shortPlaceOf(hit), found && `[${found}]`].filter(Boolean).join('  ');
    return {
      ...this.labelled(hit.name, description, rank, rows),
      hit,
      detail: plain(hit.preview?.text.trim() ?? ''),
      iconPath: iconOf(hit.kind),
      buttons: [WHY, TO_SIDE],
      alwaysShow: true,
    };
  }

  /** A label; where the pick would sort by it, the rank is the label. */
  private labelled(label: string, description: string, rank: number, rows: number): { label: string; description: string } {
    if (this.inOrder) return { label: plain(label), description: plain(description) };
    return { label: rankLabel(rank + 1, rows + 1), description: plain(`${label}  ${description}`) };
  }

  private title(more: readonly string[]): string {
    return [`Search, ${manner(this.query)}`, ...more].join(' · ');
  }

  private buttons(): Button[] {
    const { match, view, sources = 'both' } = this.query;
    const own = (name: string): { light: vscode.Uri; dark: vscode.Uri } => ({
      light: vscode.Uri.joinPath(this.icons, `${name}-light.svg`),
      dark: vscode.Uri.joinPath(this.icons, `${name}-dark.svg`),
    });
    return [
      match === 'any'
        ? { does: 'match', iconPath: own('any'), tooltip: 'Any Word (switch to all words)' }
        : { does: 'match', iconPath: own('all'), tooltip: 'All Words (switch to any word)' },
      {
        both: { does: 'sources' as const, iconPath: new vscode.ThemeIcon('files'), tooltip: 'Code and Documents (switch to code)' },
        code: { does: 'sources' as const, iconPath: new vscode.ThemeIcon('code'), tooltip: 'Code (switch to documents)' },
        documents: { does: 'sources' as const, iconPath: new vscode.ThemeIcon('book'), tooltip: 'Documents (switch to code and documents)' },
      }[sources],
      view === 'all'
        ? { does: 'view', iconPath: new vscode.ThemeIcon('whole-word'), tooltip: 'Everything (switch to names)' }
        : { does: 'view', iconPath: new vscode.ThemeIcon('tag'), tooltip: 'Names (switch to everything)' },
      LIST,
    ];
  }

  private looked(row: Row | undefined): void {
    if (row?.hit !== undefined) this.glance.show(row.hit);
  }

  private async pressed(does: Button['does']): Promise<void> {
    if (does === 'list') await this.keepAsList();
    else this.toggle(does);
  }

  private async pressedOn(row: Row, button: vscode.QuickInputButton): Promise<void> {
    if (button === FORGET && row.earlier !== undefined) {
      await this.history.remove(row.earlier);
      this.showHistory();
    } else if (button === TO_SIDE) {
      await this.openToSide(row);
    } else {
      await this.showWhy(row);
    }
  }

  /** The row that is meant: of the answer to what was typed, though it may not be there yet. */
  private async chosen(): Promise<Row | undefined> {
    await this.settled();
    if (this.isClosed) return undefined;
    const [active] = this.pick.activeItems;
    // What is active is heard a moment after the rows are set.
    if (active !== undefined && this.pick.items.includes(active)) return active;
    return this.pick.items.find(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
  }

  private async settled(): Promise<void> {
    while (this.pending !== undefined && !this.isClosed) await this.pending;
  }

  private async accepted(): Promise<void> {
    const row = await this.chosen();
    if (row === undefined) return;
    if (row.earlier !== undefined) {
      this.pick.value = row.earlier;
      this.typed();
    } else if (row.more) {
      this.limit = Math.min(this.limit + PAGE, MOST_ROWS);
      await this.search();
    } else if (row.hit !== undefined) {
      await this.leaveBehind();
      await this.glance.go(row.hit);
    } else if (row.command !== undefined) {
      this.leave();
      await vscode.commands.executeCommand(row.command);
    }
  }

  /** Closes the pick with the search remembered. */
  private async leaveBehind(): Promise<void> {
    this.close();
    await this.history.add(this.query.query);
  }

  /** That it is hidden is heard a moment later, and another may be opened before. */
  private close(): void {
    this.isClosed = true;
    this.ended(this.answered ?? this.query);
    this.pick.hide();
  }

  private async hidden(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.later);
    this.asked.cancel();
    this.listening.dispose();
    this.ended(this.answered ?? this.query);
    try {
      if (this.leaves) await this.glance.back();
      else await this.glance.ended();
    } finally {
      this.pick.dispose();
      this.isOver();
    }
  }
}

function isSame(one: Hit, other: Hit): boolean {
  const [a, b] = [one.selectionRange.start, other.selectionRange.start];
  return one.location.uri === other.location.uri && a.line === b.line && a.character === b.character;
}

function nothing(query: Query, { words }: Answer): Row {
  const unknown = words.length > 0 && words.every(({ state }) => state !== 'kept' && state !== 'soft');
  const hint = query.match === 'all' && !unknown ? 'No unit holds all of these words; any word finds more.' : 'Fewer words, or fewer filters, find more.';
  return { label: 'Nothing found', detail: hint, alwaysShow: true, iconPath: new vscode.ThemeIcon('info') };
}

/** Text of a row: what would be drawn as an icon is told as it is written. */
function plain(text: string): string {
  return visible(text).replaceAll('$(', '$\u200b(');
}
