import type { Value } from '../../../model/value.ts';
import { compileSchema } from '../../../schema/compile-schema.ts';
import type { PromptRule } from '../../blocks/rule.ts';
import { schemaPlacesOf } from '../../blocks/schema-places.ts';

/** Every schema can be used to check values. */
export const unusableSchema: PromptRule = ({ document, schemas }, report) => {
  // Generated maps write the same schema again and again.
  const faults = new Map<string, string | undefined>();
  for (const { source, owner } of schemaPlacesOf(document.map)) {
    const schema = schemas.get(source);
    if (schema === undefined) continue;
    const text = JSON.stringify(schema);
    const reason = faults.has(text) ? faults.get(text) : faultOf(schema);
    faults.set(text, reason);
    if (reason === undefined) continue;
    const span = document.spanOf(source, source.kind === 'file' ? 'path' : 'name');
    report('unusable-schema', span, { owner, reason });
  }
};

function faultOf(schema: Value): string | undefined {
  const compiled = compileSchema(schema);
  return 'fault' in compiled ? compiled.fault : undefined;
}
