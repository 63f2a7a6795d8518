import { elementOf, memberOf, type Member } from '../../expression/types/member-of.ts';
import { membersOf, unionOf } from '../../expression/types/union-of.ts';
import type { ValueType } from '../../expression/types/value.ts';
import type { Value } from '../../model/value.ts';

/** What a path in Handlebars reads at a key: beside members the elements and the length of a list, the length of a text. */
export function memberAt(type: ValueType, key: string): Member {
  const found = membersOf([type]).map((each) => memberOfOne(each, key));
  const readable = found.filter(({ presence }) => presence === 'sure' || presence === 'unsure');
  if (readable.length > 0) return { type: unionOf(readable.map((each) => each.type)), presence: 'sure' };
  return { type: 'any', presence: found.some(({ presence }) => presence === 'never') ? 'never' : 'unfit' };
}

function memberOfOne(type: ValueType, key: string): Member {
  const isList = typeof type !== 'string' && type.kind === 'list';
  const isText =
    type === 'string' ||
    (typeof type !== 'string' &&
      type.kind === 'literals' &&
      type.values.some((value) => typeof value === 'string'));
  if (key === 'length' && (isList || isText)) return { type: 'number', presence: 'sure' };
  if (isList && /^(?:0|[1-9][0-9]{0,15})$/.test(key)) return { type: type.items, presence: 'sure' };
  return memberOf(type, key);
}

/** What `{{#each}}` goes through one after the other; undefined where a value is neither list nor object. */
export function stepsOf(type: ValueType): ValueType | undefined {
  const many = membersOf([type]).filter(
    (each) =>
      each === 'any' || (typeof each !== 'string' && (each.kind === 'list' || each.kind === 'object')),
  );
  if (many.length === 0) return undefined;
  return many.length === 1 ? (elementOf(unionOf(many)) ?? 'any') : 'any';
}

export function typeOfLiteral(value: Value): ValueType {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'any';
}
