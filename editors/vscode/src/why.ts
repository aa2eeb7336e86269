/** What the server says in whole lines, as read-only documents: why a hit ranks where it does, and the status. */
import * as vscode from 'vscode';

export const SCHEME = 'stemguard';
/** With settings of its own: lines wrap, and have no numbers. */
const LANGUAGE = 'stemguard-page';

export class Pages implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly registered = vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => this.texts.delete(uri.toString())),
  );
  readonly onDidChange = this.changed.event;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? 'This page was of an earlier session.';
  }

  /** Shows a text under a title; one that is shown already is replaced where it stands. */
  async show(title: string, text: string, viewColumn: vscode.ViewColumn): Promise<void> {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${title.replaceAll(/[/\\]/g, '∕')}` });
    this.texts.set(uri.toString(), text);
    this.changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.languages.setTextDocumentLanguage(document, LANGUAGE);
    await vscode.window.showTextDocument(document, { viewColumn, preview: true, preserveFocus: false });
  }

  dispose(): void {
    this.registered.dispose();
    this.changed.dispose();
  }
}
