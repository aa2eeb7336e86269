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
  readonly uris: ReadonlySet<string>;
  readonly editor: vscode.TextEditor | undefined;
  readonly selections: readonly vscode.Selection[];
  readonly top: number;
}

export class Glance {
  private readonly origin = whereOneIs();
  private readonly shown = new Set<string>();
  private last = 0;
  private turn: Promise<void> = Promise.resolve();

  constructor(private readonly marks: Marks) {}

  /** Shows a hit, unless another is asked for before that. */
  show(hit: Hit): void {
    const number = ++this.last;
    this.turn = this.turn.then(async () => {
      if (number !== this.last) return;
      const document = await opened(hit);
      if (document === undefined || number !== this.last) return;
      this.shown.add(document.uri.toString());
      const editor = await vscode.window.showTextDocument(document, {
        preview: true,
        preserveFocus: true,
        ...this.column,
      });
      this.marks.show(editor, hit);
    });
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
    const { editor, selections, top, tab, wasPreview } = this.origin;
    if (editor !== undefined) {
      const again = await vscode.window.showTextDocument(editor.document, {
        preview: wasPreview,
        preserveFocus: true,
        ...this.column,
      });
      again.selections = selections;
      again.revealRange(new vscode.Range(top, 0, top, 0), vscode.TextEditorRevealType.AtTop);
    } else if (tab !== undefined && wasPreview) {
      await reopened(tab.input, this.column);
    }
    await this.closeLeft('');
  }

  /** Closes the preview that a look has left, unless it is of what is gone to. */
  private async closeLeft(kept: string): Promise<void> {
    const target = kept === '' ? '' : vscode.Uri.parse(kept).toString();
    const left = this.group.tabs.filter(({ input, isPreview }) => {
      const uri = input instanceof vscode.TabInputText ? input.uri.toString() : '';
      return isPreview && uri !== target && this.isOurs(uri);
    });
    await vscode.window.tabGroups.close(left, true);
  }

  private isOurs(uri: string): boolean {
    return this.shown.has(uri) && !this.origin.uris.has(uri);
  }

  private get group(): vscode.TabGroup {
    const { column } = this.origin;
    const { all, activeTabGroup } = vscode.window.tabGroups;
    return all.find(({ viewColumn }) => viewColumn === column) ?? activeTabGroup;
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
  const texts = activeTabGroup.tabs.map((one) => one.input).filter((one) => one instanceof vscode.TabInputText);
  return {
    column: activeTabGroup.tabs.length > 0 ? activeTabGroup.viewColumn : undefined,
    tab,
    wasPreview: tab?.isPreview ?? false,
    uris: new Set(texts.map(({ uri }) => uri.toString())),
    editor,
    selections: editor?.selections ?? [],
    top: editor?.visibleRanges[0]?.start.line ?? 0,
  };
}

/** What was there in the place of a preview and is no text; what there is no way to, is left out. */
async function reopened(input: unknown, options: vscode.TextDocumentShowOptions): Promise<void> {
  const shown = { ...options, preview: true, preserveFocus: true };
  if (input instanceof vscode.TabInputTextDiff) {
    await vscode.commands.executeCommand('vscode.diff', input.original, input.modified, undefined, shown);
  } else if (input instanceof vscode.TabInputNotebook) {
    await vscode.commands.executeCommand('vscode.openWith', input.uri, input.notebookType, shown);
  } else if (input instanceof vscode.TabInputCustom) {
    await vscode.commands.executeCommand('vscode.openWith', input.uri, input.viewType, shown);
  }
}
