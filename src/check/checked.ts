import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { PromptSource } from '../model/block.ts';
import type { SchemaSource } from '../model/field.ts';
import type { FieldUses } from '../model/field-uses.ts';
import type { MapDocument } from '../model/map-document.ts';
import type { TemplateLookup } from '../model/template-lookup.ts';
import type { Value } from '../model/value.ts';
import type { Template } from '../prompt/parse/template.ts';

/**
 * A map, what its prompts and schemas say, and everything that is to tell about them.
 *
 * Shape: `document` is undefined when the text is no map at all; with a diagnostic of severity error the
 * rest is for tools that go on anyway, never for a run. `templates` is by `task.prompt` (file and inline), `roles` by the
 * name of a role; `maps` has the maps that tasks run as a part of this one, by the path that the map writes; `fieldUses` says which choices
 * of a person use which fields; `lookups` is by
 * the path that the map writes, or that a role or partial has, those of the maps in it too. All are empty when the map
 * itself has an error. Diagnostics are in order of place, none twice, at most 100 a file; those of the maps in it are theirs.
 */
export interface Checked {
  readonly document: MapDocument | undefined;
  readonly templates: ReadonlyMap<PromptSource, Template>;
  readonly roles: ReadonlyMap<string, Template>;
  readonly schemas: ReadonlyMap<SchemaSource, Value>;
  readonly maps: ReadonlyMap<string, Checked>;
  readonly lookups: ReadonlyMap<string, TemplateLookup>;
  readonly fieldUses: FieldUses;
  readonly diagnostics: readonly Diagnostic[];
}
