import { compileSchema } from '../../schema/compile-schema.ts';
import type { PromptRule } from '../rule.ts';
import { schemaPlacesOf } from '../schema-places.ts';

/** Every schema can be used to check values. */
export const unusableSchema: PromptRule = ({ document, schemas }, report) => {
  for (const { source, owner } of schemaPlacesOf(document.map)) {
    const schema = schemas.get(source);
    const compiled = schema === undefined ? undefined : compileSchema(schema);
    if (!compiled || !('fault' in compiled)) continue;
    const span = document.spanOf(source, source.kind === 'file' ? 'path' : 'name');
    report('unusable-schema', span, { owner, reason: compiled.fault });
  }
};
