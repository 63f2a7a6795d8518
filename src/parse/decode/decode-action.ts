import type { Action, Argument, CountLimit } from '../../model/action.ts';
import { expressionAt, expressionIn, referenceAt } from './decode-expression.ts';
import { decodeValue } from './decode-schema.ts';
import type { Decoding } from './decoding.ts';
import { itemsOf, memberOf, membersOf, numberOf, stringOf } from '../tree/json-fields.ts';
import type { JsonMember, JsonNode } from '../tree/json-node.ts';
import { parseArguments } from '../tree/parse-arguments.ts';
import { stringOffsets } from '../tree/string-offsets.ts';

export function decodeAction(member: JsonMember, decoding: Decoding): Action {
  const node = member.value;
  const action: Action = {
    name: member.name,
    target: stringOf(node, 'target') ?? '',
    args: decodeArguments(member, decoding),
    choose: stringOf(node, 'choose'),
    when: expressionIn(node, 'when', decoding),
    limit: decodeCountLimit(memberOf(node, 'limit'), decoding),
    resets: itemsOf(node, 'resets').map((each) => referenceAt(each, decoding)),
  };
  return decoding.places.addMember(action, member);
}

/** Reads the `limit` of an action or the `maxVisits` of a task. */
export function decodeCountLimit(member: JsonMember | undefined, decoding: Decoding): CountLimit | undefined {
  if (!member) return undefined;
  const limit = { max: numberOf(member.value, 'max') ?? 1, then: stringOf(member.value, 'then') ?? '' };
  return decoding.places.addMember(limit, member);
}

function decodeArguments(action: JsonMember, decoding: Decoding): readonly Argument[] {
  const args = memberOf(action.value, 'args');
  const text = stringOf(action.value, 'args');
  if (args && text !== undefined) return decodeTokens(text, args.value, decoding);
  return membersOf(action.value, 'args').map((member) => {
    const expression = memberOf(member.value, 'expr')?.value;
    const owner = `the arguments of action "${action.name}"`;
    const argument: Argument = expression
      ? { kind: 'expression', name: member.name, expression: expressionAt(expression, decoding) }
      : { kind: 'literal', name: member.name, value: decodeValue(member, owner, decoding) };
    return decoding.places.addMember(argument, member);
  });
}

function decodeTokens(text: string, literal: JsonNode, decoding: Decoding): readonly Argument[] {
  const { source, places } = decoding;
  const offsetOf = stringOffsets(source.text, literal.start, literal.end, text.length);
  const result = parseArguments(text);
  for (const { token, fault, start, end, suggestion } of result.faults) {
    const span = { source, start: offsetOf(start), end: offsetOf(end) };
    const help =
      suggestion === undefined ? {} : { help: `Write ${suggestion}, with "=" and without blanks.` };
    decoding.report('malformed-argument', span, { token, fault }, help);
  }
  return result.arguments.map(({ argument, start, end }) =>
    places.addRange(argument, offsetOf(start), offsetOf(end)),
  );
}
