/** How a person hears of what failed. */
import * as vscode from 'vscode';
import { sentenceOf } from './client';

/** What does something, with its failure said in one sentence; one that was cancelled says nothing. */
export function said<A extends unknown[]>(does: (...args: A) => unknown): (...args: A) => Promise<void> {
  return async (...args) => {
    try {
      await does(...args);
    } catch (error) {
      if (!(error instanceof vscode.CancellationError)) void vscode.window.showErrorMessage(sentenceOf(error));
    }
  };
}
