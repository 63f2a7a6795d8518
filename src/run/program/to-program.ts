import { digestOf } from '../../journal/source-store.ts';
import type { MapDocument } from '../../model/map-document.ts';
import type { PromptSource } from '../../model/block.ts';
import type { FieldUses } from '../../model/field-uses.ts';
import type { SchemaSource } from '../../model/field.ts';
import type { SourceRecord, TemplateRecord } from '../../model/event-records.ts';
import type { TemplateLookup } from '../../model/template-lookup.ts';
import type { Value } from '../../model/value.ts';
import type { Template } from '../../prompt/parse/template.ts';
import type { Source } from '../../text/source.ts';
import { invariant } from '../../util/invariant.ts';
import { factsOf } from './facts.ts';
import type { Program } from './program.ts';

/** A map that was checked and has no error, with all that it names. */
export interface CheckedMap extends Named {
  readonly document: MapDocument;
}

interface Named {
  readonly templates: ReadonlyMap<PromptSource, Template>;
  readonly roles: ReadonlyMap<string, Template>;
  readonly schemas: ReadonlyMap<SchemaSource, Value>;
  /** The maps that tasks run as a part of it; none of them has an error. */
  readonly maps: ReadonlyMap<string, Named & { readonly document: MapDocument | undefined }>;
  readonly lookups: ReadonlyMap<string, TemplateLookup>;
  readonly fieldUses: FieldUses;
}

/** Which root a template was found in, by the path that the map writes and the source it gave. */
export type RootOf = (path: string, source: Source) => TemplateRecord['root'];

/**
 * Makes a checked map what a run executes.
 *
 * Shape: `path` is what the run is to know its map by; `texts` are those of the map and of all that it names, which
 * the run keeps.
 * Errors: throws InvariantError for a map whose maps have errors.
 */
export function toProgram(
  checked: CheckedMap,
  path: string,
  rootOf: RootOf = () => 'work',
): { readonly program: Program; readonly texts: readonly string[] } {
  const found = foundIn(checked);
  return {
    program: programOf(checked, path, rootOf),
    texts: [checked.document.source.text, ...found.map(([, { text }]) => text)],
  };
}

function programOf(checked: CheckedMap, path: string, rootOf: RootOf): Program {
  const { document, templates, roles, schemas, maps, fieldUses } = checked;
  return {
    map: document.map,
    source: recordOf(path, document.source.text),
    templates,
    roles,
    schemas,
    maps: new Map(
      Array.from(maps, ([name, inner]): [string, Program] => {
        invariant(inner.document !== undefined, 'a map without errors has only such maps in it');
        return [name, programOf({ ...inner, document: inner.document }, name, rootOf)];
      }),
    ),
    templateSources: Object.fromEntries(
      foundIn(checked).map(([name, each]) => [
        name,
        { ...recordOf(name, each.text), root: rootOf(name, each) },
      ]),
    ),
    fieldUses,
    spanOf: document.spanOf,
    facts: factsOf({ map: document.map, templates, roles, schemas }),
  };
}

function foundIn({ lookups }: Named): readonly (readonly [string, Source])[] {
  return [...lookups].flatMap(([name, lookup]) =>
    lookup.kind === 'found' ? [[name, lookup.source] as const] : [],
  );
}

function recordOf(path: string, text: string): SourceRecord {
  return { path, digest: digestOf(text) };
}
