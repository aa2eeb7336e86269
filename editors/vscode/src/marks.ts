/** The matched words and the name of one hit, marked in the editor that shows it. */
import * as vscode from 'vscode';
import type { Hit, PlaceRange } from './protocol';

/** More lines than this are not seen together around a hit. */
const SEEN_TOGETHER_LINES = 20;

export class Marks implements vscode.Disposable {
  private readonly words = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('editor.findMatchHighlightBackground'),
    borderColor: new vscode.ThemeColor('editor.findMatchHighlightBorder'),
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.findMatchForeground'),
    overviewRulerLane: vscode.OverviewRulerLane.Center,
  });
  private readonly name = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('editor.wordHighlightStrongBackground'),
    borderColor: new vscode.ThemeColor('editor.wordHighlightStrongBorder'),
  });
  private readonly line = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('editor.rangeHighlightBackground'),
    isWholeLine: true,
  });
  private readonly listening: vscode.Disposable;
  private marked: vscode.TextEditor | undefined;

  constructor() {
    this.listening = vscode.Disposable.from(
      vscode.window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
        // A person's own move ends what was shown; a command's is ours.
        if (textEditor === this.marked && kind !== undefined && kind !== vscode.TextEditorSelectionChangeKind.Command) {
          this.clear();
        }
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && document === this.marked?.document) this.clear();
      }),
    );
  }

  /** Marks a hit, and brings it to the middle: both its name and its evidence where both can be seen. */
  show(editor: vscode.TextEditor, hit: Hit): void {
    this.clear();
    this.marked = editor;
    const name = rangeOf(hit.selectionRange);
    const shown = evidenceIn(editor.document, hit);
    editor.setDecorations(this.words, shown);
    editor.setDecorations(this.name, hit.kind === 'file' ? [] : [name]);
    editor.setDecorations(this.line, shown.length > 0 ? [shown[0]!] : [name]);
    const both = shown.reduce((range, one) => range.union(one), name);
    const together = both.end.line - both.start.line <= SEEN_TOGETHER_LINES;
    editor.revealRange(together ? both : (shown[0] ?? name), vscode.TextEditorRevealType.InCenter);
  }

  clear(): void {
    const editor = this.marked;
    this.marked = undefined;
    if (editor === undefined) return;
    for (const marks of [this.words, this.name, this.line]) editor.setDecorations(marks, []);
  }

  dispose(): void {
    this.clear();
    vscode.Disposable.from(this.listening, this.words, this.name, this.line).dispose();
  }
}

export function rangeOf({ start, end }: PlaceRange): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

/** The matched words in a document. Of a long line the preview is a part, which is looked for. */
function evidenceIn(document: vscode.TextDocument, { preview }: Hit): vscode.Range[] {
  if (preview === null || preview.line >= document.lineCount) return [];
  const offset = document.lineAt(preview.line).text.indexOf(preview.text);
  if (offset < 0) return [];
  return preview.highlights.map(
    ({ start, end }) => new vscode.Range(preview.line, offset + start.character, preview.line, offset + end.character),
  );
}
