/** Looks at hits one after the other without going there: the way back leads to where one was. */
import * as vscode from 'vscode';
import type { Marks } from './marks';
import { rangeOf } from './marks';
import type { Hit } from './protocol';

/** Where a person was before the first look. */
interface Origin {
  readonly column: vscode.ViewColumn | undefined;
  readonly tab: vscode.Tab | undefined;
  readonly wasPreview: boolean;
  /** The preview of the group, active or not: a look takes its place. */
  readonly preview: vscode.Tab | undefined;
  /** The texts that were open, each with its column. */
  readonly texts: ReadonlySet<string>;
  readonly editor: vscode.TextEditor | undefined;
  readonly selections: readonly vscode.Selection[];
  readonly top: number;
}

export class Glance {
  private origin = whereOneIs();
  private readonly shown = new Set<string>();
  private last = 0;
  private turn: Promise<void>;

  /** Where one is counts from when an earlier search has led back. */
  constructor(
    private readonly marks: Marks,
    before: Promise<void>,
  ) {
    this.turn = before.then(() => {
      this.origin = whereOneIs();
    });
  }

  /** Shows a hit, unless another is asked for before that. */
  show(hit: Hit): void {
    const number = ++this.last;
    // One that cannot be shown keeps no other from being shown.
    this.turn = this.turn.then(() => this.look(hit, number)).catch(() => undefined);
  }

  private async look(hit: Hit, number: number): Promise<void> {
    if (number !== this.last) return;
    const document = await opened(hit);
    if (document === undefined || number !== this.last) return;
    this.shown.add(document.uri.toString());
    const editor = await vscode.window.showTextDocument(document, { preview: true, preserveFocus: true, ...this.column });
    this.marks.show(editor, hit);
  }

  /** Goes to a hit. */
  async go(hit: Hit): Promise<void> {
    await this.ended();
    await goTo(hit, this.marks, this.column);
    await this.closeLeft(hit.location.uri);
  }

  /** Stays where the last look was; what comes is not shown any more. */
  async ended(): Promise<void> {
    this.last++;
    await this.turn;
  }

  /** Back to where one was before: editor, selections, scroll, or no editor at all. */
  async back(): Promise<void> {
    await this.ended();
    this.marks.clear();
    if (this.shown.size === 0) return;
    const { editor, selections, top, tab, wasPreview, preview } = this.origin;
    // Without a way back from the preview to what is active it stays lost.
    if (preview !== undefined && preview !== tab && (editor !== undefined || canReopen(tab?.input)) && !this.isThere(preview.input)) {
      await reopened(preview.input, this.column, true);
      if (editor === undefined) await reopened(tab?.input, this.column, false);
    }
    if (editor !== undefined) {
      const again = await vscode.window.showTextDocument(editor.document, {
        preview: wasPreview,
        preserveFocus: true,
        ...this.column,
      });
      again.selections = selections;
      again.revealRange(new vscode.Range(top, 0, top, 0), vscode.TextEditorRevealType.AtTop);
    } else if (tab !== undefined && wasPreview) {
      await reopened(tab.input, this.column, true);
    }
    await this.closeLeft('');
  }

  /** Closes the preview that a look has left, unless it is of what is gone to. */
  private async closeLeft(kept: string): Promise<void> {
    const target = kept === '' ? '' : vscode.Uri.parse(kept).toString();
    // Beside an editor that fills the window, as the settings do, a look opens in a group behind it.
    const left = allTabs().filter(({ input, isPreview, group }) => {
      if (!isPreview || !(input instanceof vscode.TabInputText)) return false;
      const uri = input.uri.toString();
      return uri !== target && this.shown.has(uri) && !this.origin.texts.has(keyOf(group, input));
    });
    await vscode.window.tabGroups.close(left, true);
  }

  private isThere(input: unknown): boolean {
    if (!(input instanceof vscode.TabInputText)) return false;
    const uri = input.uri.toString();
    return allTabs().some(
      (tab) => tab.group.viewColumn === this.origin.column && tab.input instanceof vscode.TabInputText && tab.input.uri.toString() === uri,
    );
  }

  private get column(): vscode.TextDocumentShowOptions {
    return this.origin.column === undefined ? {} : { viewColumn: this.origin.column };
  }
}

/** A column beside the active one; where that is empty, itself. */
export function toTheSide(): vscode.TextDocumentShowOptions {
  const isEmpty = vscode.window.tabGroups.activeTabGroup.tabs.length === 0;
  return { viewColumn: isEmpty ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside };
}

/** Opens a hit with the cursor at its name. It stays open, as from quick open, unless the user wants a preview. */
export async function goTo(hit: Hit, marks: Marks, options: vscode.TextDocumentShowOptions): Promise<void> {
  const document = await opened(hit);
  if (document === undefined) {
    void vscode.window.showWarningMessage(`${vscode.Uri.parse(hit.location.uri).fsPath} cannot be opened any more.`);
    return;
  }
  const start = rangeOf(hit.selectionRange).start;
  const workbench = vscode.workspace.getConfiguration('workbench.editor');
  const editor = await vscode.window.showTextDocument(document, {
    preview: workbench.get('enablePreviewFromQuickOpen', false),
    selection: new vscode.Range(start, start),
    ...options,
  });
  marks.show(editor, hit);
}

async function opened(hit: Hit): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(vscode.Uri.parse(hit.location.uri));
  } catch {
    // Gone, or nothing that is shown as text.
    return undefined;
  }
}

function whereOneIs(): Origin {
  const { activeTabGroup } = vscode.window.tabGroups;
  const tab = activeTabGroup.activeTab;
  const input = tab?.input;
  const active = vscode.window.activeTextEditor;
  const isActive = input instanceof vscode.TabInputText && input.uri.toString() === active?.document.uri.toString();
  const editor = isActive ? active : undefined;
  return {
    column: activeTabGroup.tabs.length > 0 ? activeTabGroup.viewColumn : undefined,
    tab,
    wasPreview: tab?.isPreview ?? false,
    preview: activeTabGroup.tabs.find(({ isPreview }) => isPreview),
    texts: new Set(allTabs().flatMap(({ group, input: one }) => (one instanceof vscode.TabInputText ? [keyOf(group, one)] : []))),
    editor,
    selections: editor?.selections ?? [],
    top: editor?.visibleRanges[0]?.start.line ?? 0,
  };
}

function allTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
}

function keyOf(group: vscode.TabGroup, { uri }: vscode.TabInputText): string {
  return `${group.viewColumn} ${uri.toString()}`;
}

function canReopen(input: unknown): boolean {
  return input instanceof vscode.TabInputTextDiff || input instanceof vscode.TabInputNotebook || input instanceof vscode.TabInputCustom;
}

/** What was there in the place of a preview and is no text; what there is no way to, is left out. */
async function reopened(input: unknown, options: vscode.TextDocumentShowOptions, preview: boolean): Promise<void> {
  const shown = { ...options, preview, preserveFocus: true };
  if (input instanceof vscode.TabInputText) {
    await vscode.window.showTextDocument(input.uri, shown);
  } else if (input instanceof vscode.TabInputTextDiff) {
    await vscode.commands.executeCommand('vscode.diff', input.original, input.modified, undefined, shown);
  } else if (input instanceof vscode.TabInputNotebook) {
    await vscode.commands.executeCommand('vscode.openWith', input.uri, input.notebookType, shown);
  } else if (input instanceof vscode.TabInputCustom) {
    await vscode.commands.executeCommand('vscode.openWith', input.uri, input.viewType, shown);
  }
}
