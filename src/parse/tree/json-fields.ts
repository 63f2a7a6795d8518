import type { FieldName } from '../../language/parts.ts';
import type { Scalar } from '../../model/field.ts';
import type { JsonMember, JsonNode } from './json-node.ts';

// Readers of fields whose kind the shape has made sure of: undefined means absent.

export function stringOf(node: JsonNode, name: FieldName): string | undefined {
  const value = scalarOf(node, name);
  return typeof value === 'string' ? value : undefined;
}

export function numberOf(node: JsonNode, name: FieldName): number | undefined {
  const value = scalarOf(node, name);
  return typeof value === 'number' ? value : undefined;
}

export function booleanOf(node: JsonNode, name: FieldName): boolean | undefined {
  const value = scalarOf(node, name);
  return typeof value === 'boolean' ? value : undefined;
}

/** Members of an object that is a field, in source order; none where the field is absent. */
export function membersOf(node: JsonNode, name: FieldName): readonly JsonMember[] {
  return membersIn(memberOf(node, name)?.value);
}

/** The members of an object; none of any other node. */
export function membersIn(node: JsonNode | undefined): readonly JsonMember[] {
  return node?.kind === 'object' ? [...node.members.values()] : [];
}

export function memberOf(node: JsonNode, name: FieldName): JsonMember | undefined {
  return node.kind === 'object' ? node.members.get(name) : undefined;
}

export function scalarOf(node: JsonNode, name: FieldName): Scalar | undefined {
  const value = memberOf(node, name)?.value;
  return value?.kind === 'scalar' && value.value !== null ? value.value : undefined;
}

/** Entries of a list that is a field; none where the field is absent. */
export function itemsOf(node: JsonNode, name: FieldName): readonly JsonNode[] {
  return itemsIn(memberOf(node, name)?.value);
}

/** The entries of a list; none of any other node. */
export function itemsIn(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.kind === 'array' ? node.items : [];
}

/** A list of texts; undefined where the field is absent. */
export function stringsOf(node: JsonNode, name: FieldName): readonly string[] | undefined {
  if (!memberOf(node, name)) return undefined;
  return itemsOf(node, name).flatMap((item) =>
    item.kind === 'scalar' && typeof item.value === 'string' ? [item.value] : [],
  );
}
