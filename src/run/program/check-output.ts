import type { SchemaSource } from '../../model/field.ts';
import type { Value } from '../../model/value.ts';
import { compileSchema } from '../../schema/compile-schema.ts';
import { invariant } from '../../util/invariant.ts';
import type { Program } from './program.ts';

/** Checks what an agent gave back against the task's schema; gives a sentence that it can be told, or undefined. */
export function checkOutput(
  { schemas }: Program,
  source: SchemaSource,
  output: Value | undefined,
): string | undefined {
  if (output === undefined) return 'The result that was asked for is missing.';
  const schema = schemas.get(source);
  invariant(schema !== undefined, 'a checked map has all its schemas');
  const compiled = compileSchema(schema);
  invariant('check' in compiled, 'a checked map has schemas that can be used');
  const faults = compiled.check(output);
  if (faults.length === 0) return undefined;
  return `The result does not fit its schema: ${faults.map(({ message }) => message).join(' ')}`;
}
