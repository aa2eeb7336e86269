/** Which settings reach the server: those that the user has set. A default of ours would win over the project's file. */
import type { WorkspaceConfiguration } from 'vscode';

/** The server's settings, by its names; docs/reference/settings.md says what each means. */
export const SERVER_SETTINGS = [
  'include',
  'exclude',
  'useIgnoreFiles',
  'followSymlinks',
  'maxFileSize',
  'languages',
  'watch',
  'sources',
  'limit',
  'indexPath',
  'workers',
  'hugeRoots',
] as const;

type Configuration = Pick<WorkspaceConfiguration, 'get' | 'inspect'>;

/** The values of the settings that somebody has set, the nearest of them. */
export function settingsForServer(configuration: Configuration): Record<string, unknown> {
  const chosen: Record<string, unknown> = {};
  for (const name of SERVER_SETTINGS) {
    const found = configuration.inspect(name);
    const values = [found?.workspaceFolderValue, found?.workspaceValue, found?.globalValue];
    const value: unknown = values.some((one) => one !== undefined) ? configuration.get(name) : null;
    if (value !== null && value !== undefined) chosen[name] = value;
  }
  return chosen;
}
