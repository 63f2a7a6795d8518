import type { DocumentHighlight, Location } from 'vscode-languageserver/node';
import { allOccurrences, mapOccurrences, occurrenceAt, occurrencesOf } from '../symbols/symbol-index.ts';
import type { PlacedOccurrence } from '../symbols/occurrence.ts';
import { counterpartKeysOf } from '../documents/counterpart.ts';
import { toOffset, toRange } from '../documents/to-range.ts';
import type { Position, TextDocumentPositionParams } from 'vscode-languageserver/node';
import type { Workspace } from '../documents/workspace.ts';
import type { Source } from '../../text/source.ts';

const FIRST_LINE = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** What is named at a place, whatever file it is in: a map, what a map names, or scenarios. */
export function findOccurrence(
  workspace: Workspace,
  { textDocument: { uri }, position }: TextDocumentPositionParams,
): PlacedOccurrence | undefined {
  const analysis = workspace.analysisOf(uri);
  if (analysis) return at(occurrencesOf(analysis, workspace), uri, analysis.file.source, position);
  const text = workspace.bufferOf(uri)?.text;
  if (text === undefined) return undefined;
  const source = { name: uri, text };
  const isScenario = /\.scenario\.ya?ml$/.test(uri);
  return at(isScenario ? allOccurrences(workspace) : mapOccurrences(workspace), uri, source, position);
}

function at(
  all: readonly PlacedOccurrence[],
  uri: string,
  source: Source,
  position: Position,
): PlacedOccurrence | undefined {
  return occurrenceAt(all, uri, toOffset(source, position));
}

/** Where something is defined; a file that is named is its own definition. */
export function definitionsOf(workspace: Workspace, found: PlacedOccurrence): Location[] {
  if (found.kind === 'file') {
    return found.keys.map((key) => ({ uri: ownerOf(key), range: FIRST_LINE }));
  }
  // What a map comes from is what people read and change.
  const sources = counterpartKeysOf(workspace, found.keys).filter((key) => ownerOf(key).endsWith('.wfmap'));
  const wanted = sources.length > 0 ? { ...found, keys: sources } : found;
  return meant(occurrencesOfOwners(workspace, wanted), wanted)
    .filter(({ isDefinition }) => isDefinition)
    .map(locationOf);
}

export function referencesTo(
  workspace: Workspace,
  found: PlacedOccurrence,
  withDefinitions: boolean,
): Location[] {
  const keys = [...found.keys, ...counterpartKeysOf(workspace, found.keys)];
  return meant(allOccurrences(workspace), { ...found, keys })
    .filter(({ isDefinition }) => withDefinitions || !isDefinition)
    .map(locationOf);
}

/** Every file that names a file. */
export function referencesToFile(workspace: Workspace, uri: string): readonly PlacedOccurrence[] {
  return mapOccurrences(workspace).filter(
    ({ kind, keys }) => kind === 'file' && keys.some((key) => ownerOf(key) === uri),
  );
}

/** The places in one file that mean the same. */
export function highlightsOf(workspace: Workspace, found: PlacedOccurrence): DocumentHighlight[] {
  return meant(occurrencesOfOwners(workspace, found), found)
    .filter(({ uri }) => uri === found.uri)
    .map(({ span }) => ({ range: toRange(span) }));
}

/** What the maps name that something belongs to, which are those that define it. */
function occurrencesOfOwners(
  workspace: Workspace,
  { keys, uri }: PlacedOccurrence,
): readonly PlacedOccurrence[] {
  return [...new Set([uri, ...keys.map(ownerOf)])].flatMap((each) => {
    const analysis = workspace.analysisOf(each);
    return analysis ? occurrencesOf(analysis, workspace) : [];
  });
}

function meant(all: readonly PlacedOccurrence[], { keys }: PlacedOccurrence): readonly PlacedOccurrence[] {
  return all.filter((each) => each.keys.some((key) => keys.includes(key)));
}

function locationOf({ uri, span }: PlacedOccurrence): Location {
  return { uri, range: toRange(span) };
}

/** The URI of the map that a key is of, or of the file that it is. */
function ownerOf(key: string): string {
  // It was written by JSON.stringify from a list.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (JSON.parse(key) as string[])[1] ?? '';
}
