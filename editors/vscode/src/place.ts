/** Where a hit is, as a person reads it. */
import * as vscode from 'vscode';
import type { Hit } from './protocol';

/** `pkg/store.py:9`, after the folder's name where there are several. */
export function placeOf(hit: Hit): string {
  const uri = vscode.Uri.parse(hit.location.uri);
  const path = uri.scheme === 'untitled' ? uri.path : vscode.workspace.asRelativePath(uri);
  return `${path}:${hit.selectionRange.start.line + 1}`;
}
