/** Which server is run: the setting, then the environment, then the PATH, then the one that this extension installed. */
import * as path from 'node:path';

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

export type Found =
  | { readonly kind: 'found'; readonly run: Command; readonly from: string }
  | { readonly kind: 'wrong'; readonly sentence: string }
  | { readonly kind: 'none' };

export interface Places {
  /** `stemguard.server.command` and `stemguard.server.python`, empty where they are not set. */
  readonly command: string;
  readonly python: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly windows: boolean;
  /** The command in the environment that this extension makes. */
  readonly own: string;
  readonly isFile: (file: string) => boolean;
}

export const ENVIRONMENT = 'STEMGUARD_COMMAND';

/** The server's command. What was named and is not there is said, and nothing else taken in its place. */
export function findServer(places: Places): Found {
  const named: readonly (readonly [string, string, (file: string) => Command])[] = [
    ['The setting `stemguard.server.command`', places.command, served],
    ['The setting `stemguard.server.python`', places.python, servedByPython],
    [`The environment variable ${ENVIRONMENT}`, places.env[ENVIRONMENT] ?? '', served],
  ];
  for (const [from, value, run] of named) {
    if (value === '') continue;
    const file = fileOf(value, places);
    if (file === undefined) return { kind: 'wrong', sentence: `${from} names no program: ${value}` };
    return { kind: 'found', run: run(file), from };
  }
  const onPath = onThePath('stemguard', places);
  if (onPath !== undefined) return { kind: 'found', run: served(onPath), from: 'The PATH' };
  if (places.isFile(places.own)) return { kind: 'found', run: served(places.own), from: 'This extension' };
  return { kind: 'none' };
}

/** Where a program is on the PATH. A folder that is not absolute could be the workspace's, and is left out. */
export function onThePath(name: string, places: Pick<Places, 'env' | 'windows' | 'isFile'>): string | undefined {
  const { delimiter, isAbsolute, join } = places.windows ? path.win32 : path.posix;
  const folders = (places.env['PATH'] ?? places.env['Path'] ?? '').split(delimiter).filter(isAbsolute);
  const endings = places.windows ? ['.exe', '.cmd', '.bat'] : [''];
  return folders.flatMap((folder) => endings.map((end) => join(folder, name + end))).find(places.isFile);
}

function fileOf(value: string, places: Places): string | undefined {
  const { isAbsolute, join } = places.windows ? path.win32 : path.posix;
  const file = /^~[/\\]/.test(value) ? join(places.home, value.slice(2)) : value;
  if (isAbsolute(file)) return places.isFile(file) ? file : undefined;
  return /[/\\]/.test(file) ? undefined : onThePath(file, places);
}

function served(command: string): Command {
  return { command, args: ['serve'] };
}

/** `-P` keeps the folder that the server is started in from standing in for its modules. */
function servedByPython(python: string): Command {
  return { command: python, args: ['-P', '-m', 'stemguard_ls', 'serve'] };
}
