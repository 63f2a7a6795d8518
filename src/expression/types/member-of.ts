import { absentValue } from './absent-value.ts';
import { literalsOf, membersOf, unionOf } from './union-of.ts';
import type { ValueType } from './value.ts';

/**
 * What is known of a member of a value.
 *
 * Shape: `type` is what it reads as. `sure`: reading it has a value, be it the one that something absent reads as;
 * `unsure`: only some of the values have it; `never`: none has; `unfit`: they are no objects. `mayReadNull`: it is optional
 * and reads as null where it is absent, which its type does not say.
 */
export interface Member {
  readonly type: ValueType;
  readonly presence: 'sure' | 'unsure' | 'never' | 'unfit';
  readonly mayReadNull?: boolean;
}

export function memberOf(type: ValueType, key: string): Member {
  const found = membersOf([type]).map((each) => memberOfOne(each, key));
  const readable = found.filter(({ presence }) => presence === 'sure');
  if (readable.length > 0) {
    const presence = readable.length === found.length ? 'sure' : 'unsure';
    const mayReadNull = readable.some((each) => each.mayReadNull);
    return { type: unionOf(readable.map((each) => each.type)), presence, mayReadNull };
  }
  return { type: 'any', presence: found.some(({ presence }) => presence === 'never') ? 'never' : 'unfit' };
}

function memberOfOne(type: ValueType, key: string): Member {
  if (type === 'any') return { type, presence: 'sure' };
  if (typeof type === 'string' || type.kind !== 'object') return { type: 'any', presence: 'unfit' };
  const member = type.members.get(key);
  if (member?.required === true) return { type: member.type, presence: 'sure' };
  if (member) {
    const found = orAbsent(member.type);
    const mayReadNull = !mayBeNull(found) && absentValue(member.type) === null;
    return { type: found, presence: 'sure', mayReadNull };
  }
  return { type: 'any', presence: type.isOpen ? 'sure' : 'never' };
}

/** What an optional member reads as. A number and what is not described stay what they are: see `mayReadNull`. */
function orAbsent(type: ValueType): ValueType {
  if (typeof type === 'string') return type;
  const absent = absentValue(type);
  return type.kind === 'literals' && absent === null ? type : unionOf([type, literalsOf([absent])]);
}

/** The type of what a list holds; undefined where a value is not a list. Null, which may stand for one, is passed over. */
export function elementOf(type: ValueType): ValueType | undefined {
  const items = membersOf([type])
    .filter((each) => each !== 'null')
    .map((each) => (each === 'any' ? each : typeof each !== 'string' && each.kind === 'list' && each.items));
  const known = items.filter((each) => each !== false);
  return known.length === items.length && known.length > 0 ? unionOf(known) : undefined;
}

/** Whether a value may be null beside being something else. */
export function mayBeNull(type: ValueType): boolean {
  return typeof type !== 'string' && type.kind === 'union' && type.of.includes('null');
}
