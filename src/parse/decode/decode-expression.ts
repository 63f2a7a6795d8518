import type { FieldName } from '../../language/parts.ts';
import type { ExpressionText, Reference } from '../../model/action.ts';
import type { Assignment } from '../../model/block.ts';
import type { Decoding } from './decoding.ts';
import { memberOf, membersOf } from '../tree/json-fields.ts';
import type { JsonNode } from '../tree/json-node.ts';

/** An expression that is a field; its place is the literal, quotes included. */
export function expressionIn(
  owner: JsonNode,
  field: FieldName,
  decoding: Decoding,
): ExpressionText | undefined {
  const literal = memberOf(owner, field)?.value;
  return literal && expressionAt(literal, decoding);
}

/** An expression, or a text with expressions in it, by its literal. */
export function expressionAt(literal: JsonNode, decoding: Decoding): ExpressionText {
  return decoding.places.addValue({ text: textOf(literal) }, literal);
}

/** Names with an expression each, in written order. */
export function assignmentsIn(owner: JsonNode, field: FieldName, decoding: Decoding): readonly Assignment[] {
  return membersOf(owner, field).map((member) =>
    decoding.places.addMember(
      { name: member.name, expression: expressionAt(member.value, decoding) },
      member,
    ),
  );
}

/** A name of something of the map, by its literal. */
export function referenceAt(literal: JsonNode, decoding: Decoding): Reference {
  return decoding.places.addValue({ name: textOf(literal) }, literal);
}

/** The text of a literal; an empty one where it is none. */
export function textOf(literal: JsonNode): string {
  return literal.kind === 'scalar' && typeof literal.value === 'string' ? literal.value : '';
}
