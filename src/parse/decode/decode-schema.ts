import type { SchemaSource } from '../../model/field.ts';
import type { Value } from '../../model/value.ts';
import { type Decoding, keySpan, valueSpan } from './decoding.ts';
import { memberOf, stringOf } from '../tree/json-fields.ts';
import type { JsonMember, JsonNode } from '../tree/json-node.ts';
import { valueOf } from '../tree/json-value.ts';
import { checkSchema } from './check-schema.ts';
import { reportAlternatives } from './report-alternatives.ts';

const MAX_VALUES = 10_000;
const MAX_DEPTH = 40;

/**
 * Reads what an agent gives back.
 *
 * Errors: reports `missing-alternative` and `conflicting-fields` where there is not exactly one schema, and
 * what {@link decodeSchema} reports.
 */
export function decodeOutput(
  member: JsonMember,
  owner: string,
  decoding: Decoding,
): SchemaSource | undefined {
  reportAlternatives(
    { part: member, owner: `"output" of ${owner}`, fields: ['schema', 'schemaPath'] },
    decoding,
  );
  const path = memberOf(member.value, 'schemaPath');
  const text = stringOf(member.value, 'schemaPath');
  if (!path || text === undefined) return decodeSchema(member.value, `"output" of ${owner}`, decoding);
  const file: SchemaSource = { kind: 'file', path: text };
  return decoding.places.addMember(file, path);
}

/**
 * Reads a `schema` that is written in the map.
 *
 * Errors: reports `excessive-schema` and `number-out-of-range`, and what {@link checkSchema} reports.
 */
export function decodeSchema(node: JsonNode, owner: string, decoding: Decoding): SchemaSource | undefined {
  const member = memberOf(node, 'schema');
  if (!member) return undefined;
  const excess = excessOf(member.value);
  if (excess !== undefined) {
    decoding.report('excessive-schema', keySpan(decoding, member), { owner, excess });
    return undefined;
  }
  checkSchema(member.value, decoding.source, decoding.report);
  const inline: SchemaSource = { kind: 'inline', schema: decodeValue(member, owner, decoding) };
  return decoding.places.addMember(inline, member);
}

/** A value of any kind. Errors: reports `number-out-of-range` for a number that no double holds. */
export function decodeValue(member: JsonMember, owner: string, decoding: Decoding): Value {
  const beyond = findBeyondBounds(member.value);
  if (beyond) {
    const params = { field: `A number in "${member.name}" of ${owner}`, bound: 'less than 1.8e308' };
    decoding.report('number-out-of-range', valueSpan(decoding, beyond), params);
  }
  return valueOf(member.value);
}

/** What there is too much of, as a part of a sentence. */
function excessOf(schema: JsonNode): string | undefined {
  let count = 0;
  const isDeeper = (node: JsonNode, depth: number): boolean => {
    count += 1;
    return depth > MAX_DEPTH || partsOf(node).some((part) => isDeeper(part, depth + 1));
  };
  if (isDeeper(schema, 0)) return `is nested more than ${MAX_DEPTH} deep`;
  return count > MAX_VALUES ? `is made of more than ${MAX_VALUES} values` : undefined;
}

function findBeyondBounds(node: JsonNode): JsonNode | undefined {
  if (node.kind === 'scalar') {
    return typeof node.value === 'number' && !Number.isFinite(node.value) ? node : undefined;
  }
  for (const part of partsOf(node)) {
    const found = findBeyondBounds(part);
    if (found) return found;
  }
  return undefined;
}

function partsOf(node: JsonNode): readonly JsonNode[] {
  if (node.kind === 'array') return node.items;
  return node.kind === 'object' ? [...node.members.values()].map((member) => member.value) : [];
}
