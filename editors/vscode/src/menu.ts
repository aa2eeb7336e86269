/** What a click on the status item offers. */
import * as vscode from 'vscode';
import type { Server } from './client';

interface Way extends vscode.QuickPickItem {
  readonly command: string;
}

export async function showMenu(server: Server): Promise<void> {
  const { kind } = server.condition;
  const restart: Way = { label: '$(debug-restart) Restart Server', command: 'stemguard.restartServer' };
  const ways: Way[] = [
    { label: '$(pulse) Show Status', command: 'stemguard.showStatus' },
    { label: '$(output) Show Log', command: 'stemguard.showLog' },
    restart,
    { label: '$(database) Rebuild Index', command: 'stemguard.rebuildIndex' },
    { label: '$(settings-gear) Settings', command: 'stemguard.openSettings' },
  ];
  if (kind === 'indexing') ways.unshift({ label: '$(debug-stop) Stop Indexing', detail: 'What is indexed stays; a restart or a rebuild goes on.', command: 'stemguard.stopIndexing' });
  if (kind === 'missing') ways.unshift({ label: '$(cloud-download) Install the Server', command: 'stemguard.installServer' }, { label: '$(folder-opened) Choose the Server…', command: 'stemguard.chooseServer' });
  if (kind === 'ready') ways.unshift({ label: '$(search) Search Workspace (any word)', command: 'stemguard.searchAny' });
  if (kind === 'stopped') ways.sort((one, other) => Number(other === restart) - Number(one === restart));
  const chosen = await vscode.window.showQuickPick(ways, { title: 'Stemguard', placeHolder: 'What to do' });
  if (chosen !== undefined) await vscode.commands.executeCommand(chosen.command);
}
