/** An environment of the extension's own, for who has no server: made on request, from the wheel that comes along. */
import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { onThePath } from './finding';

const run = promisify(execFile);
const WINDOWS = process.platform === 'win32';
/** The newest that is there is taken; the server needs 3.11. */
const PYTHONS = ['python3.14', 'python3.13', 'python3.12', 'python3.11', 'python3', 'python', 'py'];
const IS_RECENT = 'import sys; sys.exit(sys.version_info < (3, 11))';

/** Where the environment is, and its command. */
export class OwnEnvironment {
  private readonly folder: string;

  constructor(
    storage: vscode.Uri,
    private readonly extension: vscode.Uri,
    private readonly log: vscode.OutputChannel,
  ) {
    this.folder = path.join(storage.fsPath, 'server');
  }

  get command(): string {
    return WINDOWS ? path.join(this.folder, 'Scripts', 'stemguard.exe') : path.join(this.folder, 'bin', 'stemguard');
  }

  /** Makes the environment anew. Rejects with one sentence for a person; the log has the rest. */
  async install(progress: vscode.Progress<{ message: string }>, cancel: vscode.CancellationToken): Promise<void> {
    const stopping = new AbortController();
    const listening = cancel.onCancellationRequested(() => stopping.abort());
    try {
      progress.report({ message: 'looking for Python' });
      const python = await this.python();
      if (python === undefined) throw new Error('No Python 3.11 or newer is on the PATH; install one, then try again.');
      await fs.rm(this.folder, { recursive: true, force: true });
      progress.report({ message: `making an environment with ${path.basename(python)}` });
      await this.do(python, ['-m', 'venv', this.folder], stopping.signal, 'No environment could be made (on Debian and Ubuntu the package `python3-venv` is needed)');
      progress.report({ message: 'installing the server and the packages it needs' });
      const inside = path.join(this.folder, WINDOWS ? 'Scripts\\python.exe' : 'bin/python');
      await this.do(inside, ['-m', 'pip', 'install', '--disable-pip-version-check', '--no-input', await this.wheel()], stopping.signal, 'The server could not be installed');
    } catch (error) {
      // Half an environment would be found as a whole one.
      await fs.rm(this.folder, { recursive: true, force: true });
      throw error;
    } finally {
      listening.dispose();
    }
  }

  private async wheel(): Promise<string> {
    const folder = path.join(this.extension.fsPath, 'server');
    const wheel = (await fs.readdir(folder)).find((name) => name.endsWith('.whl'));
    if (wheel === undefined) throw new Error('This extension was packaged without its server.');
    return path.join(folder, wheel);
  }

  private async python(): Promise<string | undefined> {
    for (const name of PYTHONS) {
      const file = onThePath(name, { env: process.env, windows: WINDOWS, isFile });
      if (file === undefined) continue;
      try {
        await run(file, ['-I', '-c', IS_RECENT]);
        return file;
      } catch {
        this.log.appendLine(`${file} is older than Python 3.11.`);
      }
    }
    return undefined;
  }

  private async do(command: string, args: string[], signal: AbortSignal, trouble: string): Promise<void> {
    this.log.appendLine(`> ${[command, ...args].join(' ')}`);
    try {
      const { stdout, stderr } = await run(command, args, { signal, windowsHide: true, maxBuffer: 1 << 26 });
      this.log.append(stdout + stderr);
    } catch (error) {
      if (signal.aborted) throw new vscode.CancellationError();
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      this.log.append(stdout + stderr);
      throw new Error(`${trouble}; the log says why.`);
    }
  }
}

export function isFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
