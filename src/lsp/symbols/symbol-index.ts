import { namedFilesOf } from '../../check/named-files.ts';
import type { Analysis } from '../documents/analysis.ts';
import { MapOccurrences } from './map-occurrences.ts';
import { keyOf, type Occurrence, type PlacedOccurrence } from './occurrence.ts';
import { scenarioOccurrences } from './scenario-occurrences.ts';
import { ValueOccurrences } from './value-occurrences.ts';
import type { Workspace } from '../documents/workspace.ts';

const known = new WeakMap<Analysis, readonly PlacedOccurrence[]>();

/** All that a map and what its tasks are told name, in order of file and place. */
export function occurrencesOf(analysis: Analysis, workspace: Workspace): readonly PlacedOccurrence[] {
  const made = known.get(analysis);
  if (made) return made;
  const inspected = analysis.inspected();
  const { file } = analysis;
  const uriOfMap = (path: string): string | undefined => {
    const { source } = inspected?.maps.get(path)?.document ?? {};
    return source && workspace.uriOfSource(file, source.name);
  };
  const found: readonly Occurrence[] = inspected
    ? [
        ...new MapOccurrences(file.uri, inspected).collect(),
        ...new ValueOccurrences(file.uri, inspected, uriOfMap).collect(),
        ...fileOccurrences(analysis, workspace, uriOfMap),
      ]
    : [];
  const blockNode = found
    .map((each) => ({ ...each, uri: workspace.uriOfSource(file, each.span.source.name) }))
    .toSorted(byPlace);
  known.set(analysis, blockNode);
  return blockNode;
}

function fileOccurrences(
  analysis: Analysis,
  workspace: Workspace,
  uriOfMap: (path: string) => string | undefined,
): readonly Occurrence[] {
  const inspected = analysis.inspected();
  if (!inspected) return [];
  const { document, templates, roles, lookups } = inspected.subject;
  return namedFilesOf({ document, templates, roles }).flatMap(
    ({ kind, path, span }): readonly Occurrence[] => {
      const lookup = lookups.get(path);
      const uri =
        kind === 'map'
          ? uriOfMap(path)
          : lookup?.kind === 'found'
            ? workspace.uriOfSource(analysis.file, lookup.source.name)
            : undefined;
      if (uri === undefined) return [];
      return [
        { kind: 'file', keys: [keyOf('file', uri)], name: path, span, isDefinition: false, spelling: 'name' },
      ];
    },
  );
}

/** What all maps of the projects that are open name; each place once, with all that it means. */
export function mapOccurrences(workspace: Workspace): readonly PlacedOccurrence[] {
  return once(inMaps(workspace, analysesOf(workspace)));
}

/** The same, and what their scenarios name. */
export function allOccurrences(workspace: Workspace): readonly PlacedOccurrence[] {
  const analyses = analysesOf(workspace);
  return once([...inMaps(workspace, analyses), ...scenarioOccurrences(workspace, analyses)]);
}

function analysesOf(workspace: Workspace): readonly Analysis[] {
  return workspace.mapUris().flatMap((uri) => workspace.analysisOf(uri) ?? []);
}

function inMaps(workspace: Workspace, analyses: readonly Analysis[]): readonly PlacedOccurrence[] {
  return analyses.flatMap((analysis) => occurrencesOf(analysis, workspace));
}

function once(found: readonly PlacedOccurrence[]): readonly PlacedOccurrence[] {
  const places = new Map<string, PlacedOccurrence>();
  for (const each of found) {
    const id = `${each.span.start} ${each.span.end} ${each.kind} ${each.uri}`;
    const other = places.get(id);
    places.set(id, other ? { ...other, keys: [...new Set([...other.keys, ...each.keys])] } : each);
  }
  return [...places.values()].toSorted(byPlace);
}

/** What stands at a place; of a name that stands for two, what it leads to. */
export function occurrenceAt(
  all: readonly PlacedOccurrence[],
  uri: string,
  offset: number,
): PlacedOccurrence | undefined {
  const found = all.filter(
    (each) => each.uri === uri && each.span.start <= offset && offset <= each.span.end,
  );
  return found.find(({ kind, spelling }) => !(spelling === 'arrow' && kind === 'action')) ?? found[0];
}

/** Of two names at one place, that of the action and of the input come first, as they would be written. */
export function byPlace(a: PlacedOccurrence, b: PlacedOccurrence): number {
  if (a.uri !== b.uri) return a.uri < b.uri ? -1 : 1;
  return a.span.start - b.span.start || rank(a) - rank(b);
}

function rank({ kind, spelling }: Occurrence): number {
  return kind === 'action' || spelling === 'key' ? 0 : 1;
}
