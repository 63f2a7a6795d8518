import type { CompletionItem, CompletionParams } from 'vscode-languageserver/node';
import type { Workspace } from './workspace.ts';
export function complete(_workspace: Workspace, _params: CompletionParams): CompletionItem[] {
  return [];
}
