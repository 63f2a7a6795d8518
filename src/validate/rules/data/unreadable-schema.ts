import type { PromptRule } from '../../blocks/rule.ts';
import { schemaPlacesOf } from '../../blocks/schema-places.ts';

/** The schema files of a map can be read, and are JSON. */
export const unreadableSchema: PromptRule = ({ document, lookups, schemas }, report) => {
  for (const { source } of schemaPlacesOf(document.map)) {
    const lookup = source.kind === 'file' ? lookups.get(source.path) : undefined;
    if (!lookup || lookup.kind === 'missing' || schemas.has(source)) continue;
    const [path, reason] =
      lookup.kind === 'unreadable' ? [lookup.place, lookup.reason] : [lookup.source.name, 'it is not JSON.'];
    report('unreadable-schema', document.spanOf(source, 'path'), { path, reason });
  }
};
