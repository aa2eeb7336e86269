/** Where a hit is, as a person reads it. */
import * as vscode from 'vscode';
import type { Hit } from './protocol';
import { shortPath } from './wording';

/** `pkg/store.py:9`, after the folder's name where there are several. */
export function placeOf(hit: Hit): string {
  return `${pathOf(hit)}:${hit.selectionRange.start.line + 1}`;
}

/** The same for a row, which has no room for a long path. */
export function shortPlaceOf(hit: Hit): string {
  return `${shortPath(pathOf(hit))}:${hit.selectionRange.start.line + 1}`;
}

function pathOf(hit: Hit): string {
  const uri = vscode.Uri.parse(hit.location.uri);
  return uri.scheme === 'untitled' ? uri.path : vscode.workspace.asRelativePath(uri);
}
