/**
 * How the server is doing, in the status bar.
 *
 * A language status would be seen only beside an open editor, and a search needs none.
 */
import * as vscode from 'vscode';
import type { Condition, Server } from './client';

export class StatusItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('stemguard.status', vscode.StatusBarAlignment.Right, 10);
  private readonly listening: vscode.Disposable;

  constructor(server: Server) {
    this.item.name = 'Stemguard';
    this.item.command = 'stemguard.showMenu';
    this.listening = server.onDidChangeCondition((condition) => this.show(condition));
    this.show(server.condition);
    this.item.show();
  }

  dispose(): void {
    this.listening.dispose();
    this.item.dispose();
  }

  private show(condition: Condition): void {
    const [text, tooltip] = wording(condition);
    this.item.text = text;
    this.item.tooltip = tooltip;
    this.item.accessibilityInformation = { label: `Stemguard: ${tooltip}`, role: 'button' };
    const trouble = condition.kind === 'missing' || condition.kind === 'stopped';
    this.item.backgroundColor = trouble ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
  }
}

function wording(condition: Condition): readonly [string, string] {
  switch (condition.kind) {
    case 'starting':
      return ['$(loading~spin) Stemguard', 'The server starts'];
    case 'indexing':
      return [`$(sync~spin) Stemguard ${condition.percentage}%`, `Indexing: ${condition.message || 'reading'}`];
    case 'ready': {
      const files = `${condition.units.toLocaleString('en')} units in ${condition.files.toLocaleString('en')} files`;
      return ['$(search) Stemguard', [`Ready: ${files}`, ...condition.notices].join('\n')];
    }
    case 'missing':
      return ['$(warning) Stemguard', condition.sentence || 'The server was not found'];
    case 'stopped':
      return ['$(error) Stemguard', condition.sentence];
  }
}
