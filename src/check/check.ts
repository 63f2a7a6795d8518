import { collect, type Diagnostic, type Report } from '../diagnostics/diagnostic.ts';
import { limited } from '../diagnostics/limited.ts';
import type { MapDocument } from '../model/map-document.ts';
import type { PromptSource } from '../model/block.ts';
import type { SchemaSource } from '../model/field.ts';
import type { ReadTemplate, TemplateLookup } from '../model/template-lookup.ts';
import type { Value } from '../model/value.ts';
import { parse } from '../parse/parse.ts';
import type { Template } from '../prompt/template.ts';
import type { Source } from '../text/source.ts';
import { validate } from '../validate/validate.ts';
import { PlacedTexts } from './placed-texts.ts';
import { PromptReader } from './prompt-reader.ts';

/**
 * A map, what its prompts and schemas say, and everything that is to tell about them.
 *
 * Shape: `document` is undefined when the text is no map at all; with a diagnostic of severity error the
 * rest is for tools that go on anyway, never for a run. `templates` is by `task.prompt` (file and inline), `roles` by the
 * name of a role; `lookups` by the path that the map writes, or that a role or partial has; all are empty when the map
 * itself has an error. Diagnostics are in order of place, none twice, at most 100 a file.
 */
export interface Checked {
  readonly document: MapDocument | undefined;
  readonly templates: ReadonlyMap<PromptSource, Template>;
  readonly roles: ReadonlyMap<string, Template>;
  readonly schemas: ReadonlyMap<SchemaSource, Value>;
  readonly lookups: ReadonlyMap<string, TemplateLookup>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses and validates a map with all that it names. Errors: none thrown; every fault is a diagnostic. */
export function check(source: Source, readTemplate: ReadTemplate): Checked {
  const { diagnostics, report } = collect();
  const document = parse(source, report);
  if (!document) {
    const nothing = { templates: new Map(), roles: new Map(), schemas: new Map(), lookups: new Map() };
    return { document, ...nothing, diagnostics: limited(diagnostics) };
  }
  const texts = new PlacedTexts();
  const prompts = new PromptReader(document, readTemplate, texts);
  const isSound = diagnostics.every((each) => each.severity !== 'error');
  validate(document, isSound, (promptReport: Report) => prompts.read(promptReport), report);
  const { templates, roles, schemas, lookups } = prompts;
  const placed = diagnostics.map((each) => texts.placed(each));
  return { document, templates, roles, schemas, lookups, diagnostics: limited(placed) };
}
