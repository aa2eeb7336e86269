/** What a person is told when the server is not there or ends, each time with a way out. */
import * as vscode from 'vscode';
import { type Condition, type Server, sentenceOf } from './client';
import type { Found } from './finding';
import type { OwnEnvironment } from './install';

const INSTALL = 'Install';
const CHOOSE = 'Choose…';
const USE = 'Use the Installed One';
const RESTART = 'Restart';
const SETTINGS = 'Open Settings';
const LOG = 'Show Log';

export class Trouble implements vscode.Disposable {
  private readonly listening: vscode.Disposable;
  private said = '';

  constructor(
    private readonly server: Server,
    private readonly own: OwnEnvironment,
    private readonly find: () => Found,
    private readonly version: string,
    private readonly memory: vscode.Memento,
  ) {
    this.listening = server.onDidChangeCondition((condition) => void this.heard(condition));
  }

  /** Makes the extension's own environment, and starts the server in it. */
  async install(): Promise<void> {
    const title = 'Stemguard';
    const location = vscode.ProgressLocation.Notification;
    try {
      await vscode.window.withProgress({ location, title, cancellable: true }, (progress, cancel) => this.own.install(progress, cancel));
    } catch (error) {
      if (error instanceof vscode.CancellationError) return;
      await this.offer(vscode.window.showErrorMessage, sentenceOf(error), [CHOOSE, LOG]);
      return;
    }
    await this.server.restart();
    const found = this.find();
    if (found.kind === 'found' && found.run.command === this.own.command) return;
    const other = found.kind === 'found' ? `${found.from} gives another: ${found.run.command}` : 'another is named';
    await this.offer(vscode.window.showWarningMessage, `The server is installed, and not used: ${other}`, [USE, SETTINGS]);
  }

  /** Has the program chosen, and keeps it in the user's settings. */
  async choose(): Promise<void> {
    const chosen = await vscode.window.showOpenDialog({ title: 'The stemguard command', openLabel: 'Use' });
    if (chosen?.[0] === undefined) return;
    await this.use(chosen[0].fsPath);
  }

  private async use(command: string): Promise<void> {
    const settings = vscode.workspace.getConfiguration('stemguard.server');
    await settings.update('command', command, vscode.ConfigurationTarget.Global);
  }

  dispose(): void {
    this.listening.dispose();
  }

  private async heard(condition: Condition): Promise<void> {
    // Each start that fails is said anew.
    if (condition.kind === 'starting') this.said = '';
    if (condition.kind === 'ready') {
      this.said = '';
      await this.compareVersions();
    }
    if (condition.kind !== 'missing' && condition.kind !== 'stopped') return;
    const sentence = condition.sentence || 'The Stemguard server was not found: no setting, no environment variable and no `stemguard` on the PATH. It can be installed from this extension; the packages it needs come from the Python Package Index.';
    if (sentence === this.said) return;
    this.said = sentence;
    const say = condition.kind === 'stopped' ? vscode.window.showErrorMessage : vscode.window.showWarningMessage;
    await this.offer(say, sentence, waysOutOf(condition));
  }

  private async offer(say: (sentence: string, ...ways: string[]) => Thenable<string | undefined>, sentence: string, ways: readonly string[]): Promise<void> {
    switch (await say(sentence, ...ways)) {
      case INSTALL:
        return this.install();
      case CHOOSE:
        return this.choose();
      case USE:
        return this.use(this.own.command);
      case RESTART:
        return this.server.restart();
      case LOG:
        return this.server.log.show();
      case SETTINGS:
        await vscode.commands.executeCommand('workbench.action.openSettings', 'stemguard.server');
    }
  }

  /** A server of another minor version may lack a request; that is said once for each. */
  private async compareVersions(): Promise<void> {
    const { version } = this.server;
    const minor = (of: string): string => of.split('.').slice(0, 2).join('.');
    const key = `stemguard.compared ${version} ${this.version}`;
    if (version === undefined || minor(version) === minor(this.version) || this.memory.get(key, false)) return;
    await this.memory.update(key, true);
    await this.offer(
      vscode.window.showInformationMessage,
      `The Stemguard server is version ${version}, and this extension is made for ${this.version}; some of it may not work.`,
      [INSTALL, CHOOSE, LOG],
    );
  }
}

function waysOutOf(condition: Condition): readonly string[] {
  if (condition.kind === 'stopped') return condition.hasRun ? [RESTART, LOG] : [RESTART, CHOOSE, SETTINGS, LOG];
  return condition.kind === 'missing' && condition.sentence !== '' ? [CHOOSE, SETTINGS, LOG] : [INSTALL, CHOOSE, LOG];
}
