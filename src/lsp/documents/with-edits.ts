import { extname } from 'node:path';
import type { Edit } from '../../diagnostics/diagnostic.ts';
import type { Workspace } from './workspace.ts';

/** Texts of a file with edits, which do not overlap. */
export function edited(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce((each, { span, newText }) => each.slice(0, span.start) + newText + each.slice(span.end), text);
}

/** The same files as they would be with edits, by URI; nothing is written. */
export function withEdits(workspace: Workspace, changes: ReadonlyMap<string, readonly Edit[]>): Workspace {
  const after = workspace.copy();
  for (const [uri, edits] of changes) {
    const [first] = edits;
    if (!first) continue;
    const { languageId = extname(uri).slice(1), version = 0 } = workspace.bufferOf(uri) ?? {};
    after.put({ uri, languageId, version, text: edited(first.span.source.text, edits) });
  }
  return after;
}
