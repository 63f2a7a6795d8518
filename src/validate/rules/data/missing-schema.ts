import type { PromptRule } from '../../blocks/rule.ts';
import { schemaPlacesOf } from '../../blocks/schema-places.ts';

/** The schema files of a map exist. */
export const missingSchema: PromptRule = ({ document, lookups }, report) => {
  for (const { source, owner } of schemaPlacesOf(document.map)) {
    const lookup = source.kind === 'file' ? lookups.get(source.path) : undefined;
    if (source.kind !== 'file' || lookup?.kind !== 'missing') continue;
    const places = lookup.lookedIn.map((place) => `"${place}"`).join(' and ');
    report('missing-schema', document.spanOf(source, 'path'), { path: source.path, owner, places });
  }
};
