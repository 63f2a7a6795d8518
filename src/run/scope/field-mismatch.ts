import type { Field } from '../../model/field.ts';
import type { Value } from '../../model/value.ts';
import { describeChoice, isAllowed } from '../../prompt/values/allowed-value.ts';
import { describeCommandFault } from '../../prompt/values/command-value.ts';
import { describeMismatch, typeOfValue } from '../../prompt/values/coerce.ts';
import { compileSchema } from '../../schema/compile-schema.ts';

/** Why a value does not fit a field: a sentence; undefined where it fits. `schema` is the field's own. */
export function fieldMismatch(field: Field, value: Value, schema: Value | undefined): string | undefined {
  const { name, type } = field;
  if (typeOfValue(value) !== type) return describeMismatch(name, value, type);
  const fault = field.isCommand === true ? describeCommandFault(name, value) : undefined;
  if (fault !== undefined) return fault;
  if (!isAllowed(value, field.enum)) return describeChoice(name, value, field.enum);
  if (schema === undefined) return undefined;
  const compiled = compileSchema(schema);
  if ('fault' in compiled) return `The schema of "${name}" cannot be used: ${compiled.fault}.`;
  const [first] = compiled.check(value);
  return first && `The value of "${name}" does not fit its schema: ${first.message}`;
}
