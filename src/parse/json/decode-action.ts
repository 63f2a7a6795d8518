import type { Action, CountLimit, Argument } from '../../model/action.ts';
import type { Decoding } from './decoding.ts';
import { memberOf, numberOf, stringOf } from './json-fields.ts';
import type { JsonMember } from './json-node.ts';
import { parseArguments } from './parse-arguments.ts';
import { stringOffsets } from './string-offsets.ts';

export function decodeAction(member: JsonMember, decoding: Decoding): Action {
  const node = member.value;
  const action: Action = {
    name: member.name,
    target: stringOf(node, 'target') ?? '',
    args: decodeArguments(member, decoding),
    choose: stringOf(node, 'choose'),
    when: undefined,
    limit: decodeLimit(memberOf(node, 'limit'), decoding),
    resets: [],
  };
  return decoding.places.addMember(action, member);
}

function decodeLimit(member: JsonMember | undefined, decoding: Decoding): CountLimit | undefined {
  if (!member) return undefined;
  const limit = { max: numberOf(member.value, 'max') ?? 1, then: stringOf(member.value, 'then') ?? '' };
  return decoding.places.addMember(limit, member);
}

function decodeArguments(action: JsonMember, decoding: Decoding): readonly Argument[] {
  const text = stringOf(action.value, 'args');
  const literal = memberOf(action.value, 'args')?.value;
  if (text === undefined || !literal) return [];
  const { source, places } = decoding;
  const offsetOf = stringOffsets(source.text, literal.start, literal.end);
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
