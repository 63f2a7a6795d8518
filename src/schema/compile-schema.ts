import type { Ajv2020, ErrorObject } from 'ajv/dist/2020.js';
import type { Value } from '../model/value.ts';
import { createAjv } from './bounded-ajv.ts';
import { Budget, BudgetSpent } from './budget.ts';
import { findSchemaHazard } from './find-schema-hazard.ts';
import { isPlainSchema } from './is-plain-schema.ts';
import { describeSchemaFault, type SchemaFault } from './schema-fault.ts';
import { valueSize } from './value-size.ts';

/** A schema that values can be checked against. Shape: no faults where a value fits; at most {@link MAX_FAULTS}. */
export interface CompiledSchema {
  readonly check: (value: Value) => readonly SchemaFault[];
}

/** What is wrong with the first few members is enough to mend a value. */
export const MAX_FAULTS = 5;
/** Units: UTF-16 units of all texts in a value together. */
const MAX_VALUE_LENGTH = 4 * 1024 * 1024;
const MAX_VALUE_DEPTH = 100;
/** Units: steps of a {@link Budget}; well below a second. */
const MAX_STEPS = 10_000_000;
/** Faults of every part of a large value do not help. */
const MAX_LOOKED_AT = 1000;

const known = new WeakMap<object, CompiledSchema | { readonly fault: string }>();

/**
 * Makes a JSON Schema (draft 2020-12) ready for checking values; once a schema, a plain one when it is first used.
 *
 * Unknown keywords and every `format` are passed over, as other readers of the same schema do. Nothing outside of the schema
 * is read. Shape of `fault`: why the schema cannot be used, a clause without a full stop.
 * Errors: none thrown.
 */
export function compileSchema(schema: Value): CompiledSchema | { readonly fault: string } {
  if (typeof schema === 'boolean') return compile(schema);
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    return { fault: 'a schema is an object, or true or false' };
  }
  const made = known.get(schema) ?? compile(schema);
  known.set(schema, made);
  return made;
}

function compile(schema: Value): CompiledSchema | { readonly fault: string } {
  const hazard = findSchemaHazard(schema);
  if (hazard !== undefined) return { fault: hazard };
  const own = withoutDraft(schema);
  const budget = new Budget();
  let isValid: IsValid | undefined;
  const compiled = () => (isValid ??= createAjv(budget).compile(own));
  // Most schemas are only asked whether they can be used.
  if (!isPlainSchema(schema)) {
    try {
      shapes ??= createAjv();
      if (shapes.validateSchema(own) !== true) return { fault: faultOfShape(shapes, schema) };
      compiled();
    } catch (thrown) {
      return { fault: reasonOf(thrown) };
    }
  }
  const findFaults = (value: Value): readonly SchemaFault[] => {
    try {
      budget.begin(MAX_STEPS);
      return compiled()(value) ? [] : describeFaults(isValid?.errors ?? [], value);
    } catch (thrown) {
      if (thrown instanceof BudgetSpent)
        return whole('is too large to be checked against a schema like this');
      return whole(`cannot be checked: ${reasonOf(thrown)}`);
    }
  };
  return { check: (value) => findExcess(value) ?? findFaults(value) };
}

type IsValid = ReturnType<Ajv2020['compile']>;

/** Knows what a schema looks like, and no schema: to learn that takes longer than to compile most schemas. */
let shapes: Ajv2020 | undefined;

function faultOfShape({ errors }: Ajv2020, schema: Value): string {
  const [first] = errors ?? [];
  return first ? describeSchemaFault(first, schema).message.replace(/\.$/, '') : 'it is no schema';
}

/** Older drafts that name themselves are read as what they say in this one. */
function withoutDraft(schema: Value): Record<string, unknown> | boolean {
  if (typeof schema === 'boolean') return schema;
  return Object.fromEntries(Object.entries(schema ?? {}).filter(([key]) => key !== '$schema'));
}

function whole(problem: string): readonly SchemaFault[] {
  return [{ path: '$', message: `The value ${problem}.` }];
}

/** What is too much to be looked at. */
function findExcess(value: Value): readonly SchemaFault[] | undefined {
  const { depth, length } = valueSize(value, MAX_VALUE_DEPTH);
  if (depth > MAX_VALUE_DEPTH) return whole(`is nested more than ${MAX_VALUE_DEPTH} deep`);
  return length > MAX_VALUE_LENGTH ? whole(`has more than ${MAX_VALUE_LENGTH} characters`) : undefined;
}

function describeFaults(errors: readonly ErrorObject[], value: Value): readonly SchemaFault[] {
  const faults = errors.slice(0, MAX_LOOKED_AT).map((error) => describeSchemaFault(error, value));
  // That a part of a choice does not fit is said by the choice; several parts may say the same.
  const byMessage = new Map(faults.map((fault) => [fault.message, fault]));
  return [...byMessage.values()].slice(0, MAX_FAULTS);
}

function reasonOf(thrown: unknown): string {
  if (thrown instanceof RangeError) return 'it is nested too deeply, or has too many forms';
  const words = thrown instanceof Error ? thrown.message : String(thrown);
  const missing = /can't resolve reference (\S+)/.exec(words)?.[1];
  if (missing !== undefined) return `it refers to "${missing}", which it does not have`;
  return words.split('\n')[0]?.replace(/\.$/, '').slice(0, 200) ?? 'it makes no sense';
}
