import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { MapDocument } from '../model/map-document.ts';
import type { PromptSource } from '../model/map.ts';
import type { ReadTemplate, TemplateLookup } from '../model/template-lookup.ts';
import type { Template } from '../prompt/template.ts';
import type { Source } from '../text/source.ts';

/**
 * A map, what its prompts say, and everything that is to tell about them.
 *
 * Shape: `document` is undefined when the text is no map at all; with a diagnostic of severity error the
 * rest is for tools that go on anyway, never for a run. `templates` is by `task.prompt` (file and inline);
 * `lookups` by the path that the map writes. Diagnostics are in order of place.
 */
export interface Checked {
  readonly document: MapDocument | undefined;
  readonly templates: ReadonlyMap<PromptSource, Template>;
  readonly lookups: ReadonlyMap<string, TemplateLookup>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses and validates a map with its templates. Errors: none thrown; every fault is a diagnostic. */
export function check(_source: Source, _readTemplate: ReadTemplate): Checked {
  return { document: undefined, templates: new Map(), lookups: new Map(), diagnostics: [] };
}
