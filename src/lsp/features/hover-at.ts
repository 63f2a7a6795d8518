import type { Hover, HoverParams } from 'vscode-languageserver/node';
import { findOccurrence } from './find-places.ts';
import { hoverOf, memberHover } from './hover.ts';
import { jsonKeyHover } from './json-key-hover.ts';
import { toOffset } from '../documents/to-range.ts';
import type { Workspace } from '../documents/workspace.ts';

/** What is to say of what stands at a place: a name, a member that is read, a file, a field of the format. */
export function hoverAt(workspace: Workspace, params: HoverParams): Hover | undefined {
  const { uri } = params.textDocument;
  const found = findOccurrence(workspace, params);
  if (found) {
    for (const each of describersOf(workspace, uri, found.keys)) {
      const analysis = workspace.analysisOf(each);
      const hover = analysis && hoverOf(found, analysis);
      if (hover) return hover;
    }
  }
  const analysis = workspace.analysisOf(uri);
  const inspected = analysis?.inspected();
  if (!analysis) return undefined;
  const { source } = analysis.file;
  const offset = toOffset(source, params.position);
  return (inspected && memberHover(inspected, source.name, offset)) ?? jsonKeyHover(source, offset);
}

/** The map itself first, then those that the keys are of. */
function describersOf(workspace: Workspace, uri: string, keys: readonly string[]): readonly string[] {
  // They were written by JSON.stringify from lists.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const owners = keys.map((key) => (JSON.parse(key) as string[])[1] ?? '');
  const own = workspace.bufferOf(uri) ? [uri] : [];
  return [...new Set([...own, ...owners])];
}
