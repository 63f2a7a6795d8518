import { digestOf } from '../journal/source-store.ts';
import type { MapDocument } from '../model/map-document.ts';
import type { PromptSource } from '../model/block.ts';
import type { SchemaSource } from '../model/field.ts';
import type { SourceRecord, TemplateRecord } from '../model/run-event.ts';
import type { TemplateLookup } from '../model/template-lookup.ts';
import type { Value } from '../model/value.ts';
import type { Template } from '../prompt/template.ts';
import type { Source } from '../text/source.ts';
import type { Program } from './program.ts';

/** A map that was checked and has no error, with all that it names. */
export interface CheckedMap {
  readonly document: MapDocument;
  readonly templates: ReadonlyMap<PromptSource, Template>;
  readonly roles: ReadonlyMap<string, Template>;
  readonly schemas: ReadonlyMap<SchemaSource, Value>;
  readonly lookups: ReadonlyMap<string, TemplateLookup>;
}

/** Which root a template was found in, by the path that the map writes and the source it gave. */
export type RootOf = (path: string, source: Source) => TemplateRecord['root'];

/**
 * Makes a checked map what a run executes.
 *
 * Shape: `path` is what the run is to know its map by; `texts` are those of the map and its templates, which
 * the run keeps.
 */
export function toProgram(
  { document, templates, roles, schemas, lookups }: CheckedMap,
  path: string,
  rootOf: RootOf = () => 'work',
): { readonly program: Program; readonly texts: readonly string[] } {
  const found = [...lookups].flatMap(([name, lookup]) =>
    lookup.kind === 'found' ? [[name, lookup.source] as const] : [],
  );
  const { map, source } = document;
  const program: Program = {
    map,
    source: recordOf(path, source.text),
    templates,
    roles,
    schemas,
    maps: new Map(),
    templateSources: Object.fromEntries(
      found.map(([name, each]) => [name, { ...recordOf(name, each.text), root: rootOf(name, each) }]),
    ),
  };
  return { program, texts: [source.text, ...found.map(([, { text }]) => text)] };
}

function recordOf(path: string, text: string): SourceRecord {
  return { path, digest: digestOf(text) };
}
