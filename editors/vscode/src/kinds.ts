/** The icon of each kind of unit, as VS Code draws symbols. */
import * as vscode from 'vscode';

const ICONS: Readonly<Record<string, string>> = {
  file: 'file',
  section: 'book',
  module: 'symbol-module',
  namespace: 'symbol-namespace',
  package: 'symbol-package',
  class: 'symbol-class',
  method: 'symbol-method',
  property: 'symbol-property',
  field: 'symbol-field',
  constructor: 'symbol-constructor',
  enum: 'symbol-enum',
  member: 'symbol-enum-member',
  interface: 'symbol-interface',
  trait: 'symbol-interface',
  function: 'symbol-function',
  macro: 'symbol-function',
  target: 'symbol-function',
  variable: 'symbol-variable',
  constant: 'symbol-constant',
  key: 'symbol-key',
  struct: 'symbol-struct',
  union: 'symbol-struct',
  table: 'symbol-struct',
  view: 'symbol-struct',
  index: 'symbol-key',
  trigger: 'symbol-event',
  protocol: 'symbol-interface',
  object: 'symbol-object',
  instance: 'symbol-object',
  impl: 'symbol-object',
  extension: 'symbol-namespace',
  event: 'symbol-event',
  operator: 'symbol-operator',
  rule: 'symbol-property',
  test: 'symbol-method',
  type: 'symbol-type-parameter',
};

/** The colours that the outline has. */
const COLOURED = new Set(Object.keys(ICONS).filter((kind) => ICONS[kind]!.startsWith('symbol-')));
const COLOURS: Readonly<Record<string, string>> = {
  trait: 'interface',
  protocol: 'interface',
  macro: 'function',
  target: 'function',
  type: 'typeParameter',
  member: 'enumeratorMember',
  enum: 'enumerator',
  union: 'struct',
  table: 'struct',
  view: 'struct',
  index: 'key',
  trigger: 'event',
  impl: 'object',
  instance: 'object',
  extension: 'namespace',
  rule: 'property',
  test: 'method',
};

export function iconOf(kind: string): vscode.ThemeIcon {
  const icon = (Object.hasOwn(ICONS, kind) ? ICONS[kind] : undefined) ?? 'symbol-variable';
  if (!COLOURED.has(kind)) return new vscode.ThemeIcon(icon);
  return new vscode.ThemeIcon(icon, new vscode.ThemeColor(`symbolIcon.${COLOURS[kind] ?? kind}Foreground`));
}
