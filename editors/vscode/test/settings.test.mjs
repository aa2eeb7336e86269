import assert from 'node:assert/strict';
import test from 'node:test';
import { settingsForServer } from '../src/settings.ts';

/** A configuration in which `set` are values at their scopes, beside the defaults that VS Code fills in. */
function configuration(set) {
  const defaults = { limit: null, useIgnoreFiles: true, sources: 'both', exclude: ['node_modules/'], 'server.command': '' };
  return {
    get: (name) => ({ ...defaults, ...set[name] && { [name]: Object.values(set[name]).at(-1) } })[name],
    inspect: (name) => ({ key: name, defaultValue: defaults[name], ...set[name] }),
  };
}

test('a default is not sent: it would win over what the project has set', () => {
  assert.deepEqual(settingsForServer(configuration({})), {});
});

test('what is set for the user, the workspace or a folder is sent, the default value too', () => {
  const set = { limit: { globalValue: 7 }, useIgnoreFiles: { workspaceValue: true }, sources: { workspaceFolderValue: 'code' } };
  assert.deepEqual(settingsForServer(configuration(set)), { limit: 7, useIgnoreFiles: true, sources: 'code' });
});

test('null is no value, and what is for the extension alone is not sent', () => {
  const set = { limit: { globalValue: null }, 'server.command': { globalValue: '/x' } };
  assert.deepEqual(settingsForServer(configuration(set)), {});
});
