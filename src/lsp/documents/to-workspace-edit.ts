import type { TextEdit, WorkspaceEdit } from 'vscode-languageserver/node';
import type { Edit } from '../../diagnostics/diagnostic.ts';
import { toRange } from './to-range.ts';
import type { Workspace } from './workspace.ts';

/** Edits by URI, as an editor takes them: for the very versions that it has open, where it knows of versions. */
export function toWorkspaceEdit(
  workspace: Workspace,
  changes: ReadonlyMap<string, readonly Edit[]>,
): WorkspaceEdit {
  const files = [...changes].map(([uri, edits]) => ({ uri, edits: edits.map(toTextEdit) }));
  if (!workspace.takesVersions)
    return { changes: Object.fromEntries(files.map(({ uri, edits }) => [uri, edits])) };
  return {
    documentChanges: files.map(({ uri, edits }) => ({
      textDocument: { uri, version: workspace.bufferOf(uri)?.version ?? null },
      edits,
    })),
  };
}

export function toTextEdit({ span, newText }: Edit): TextEdit {
  return { range: toRange(span), newText };
}
