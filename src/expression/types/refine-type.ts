import { absentValue } from './absent-value.ts';
import { intersectionOf } from './intersection-of.ts';
import { literalsOf, membersOf, unionOf } from './union-of.ts';
import type { ObjectType, ValueType } from './value.ts';

type Literal = string | number | boolean | null;

/** Something that a condition says of a value: whether it is there, or which it is. */
export type Fact =
  | { readonly kind: 'present' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'is' | 'isNot'; readonly values: readonly Literal[] };

/** Shape: `isThere` where the fact says that the value is not absent. */
export interface Refined {
  readonly type: ValueType;
  readonly isThere: boolean;
}

/**
 * Narrows a type by what is known of the member at the end of some keys.
 *
 * The same type comes back where nothing is learnt; undefined where the fact cannot hold.
 */
export function refineType(type: ValueType, keys: readonly string[], fact: Fact): Refined | undefined {
  const [key, ...rest] = keys;
  if (key === undefined) return refineWhole(type, fact);
  const isThere = fact.kind !== 'absent';
  if (type === 'any') return { type, isThere: isThere && isKnown(fact, type) };
  const before = membersOf([type]);
  const after = before.flatMap((each) => refineMember(each, key, { rest, fact }) ?? []);
  if (after.length === 0) return undefined;
  const isSame = after.length === before.length && after.every((each, index) => each === before[index]);
  return { type: isSame ? type : unionOf(after), isThere: isThere && isKnown(fact, 'any') };
}

/** Whether a fact excludes that the value is absent, and reads as nothing of its type. */
function isKnown(fact: Fact, type: ValueType): boolean {
  if (fact.kind === 'present') return true;
  if (fact.kind === 'absent') return false;
  const absent = type === 'any' ? undefined : absentValue(type);
  const mayRead = (value: Literal): boolean =>
    absent === undefined ? value === null || value === '' || value === false : value === absent;
  if (fact.kind === 'is') return !fact.values.some(mayRead);
  return absent !== undefined && fact.values.includes(absent);
}

function refineWhole(type: ValueType, fact: Fact): Refined | undefined {
  const isThere = isKnown(fact, type);
  if (fact.kind === 'present') return { type, isThere };
  if (fact.kind === 'absent') return { type, isThere: false };
  const refined = fact.kind === 'is' ? onlyThese(type, fact.values) : allBut(type, fact.values);
  return refined === undefined ? undefined : { type: refined, isThere };
}

function onlyThese(type: ValueType, values: readonly Literal[]): ValueType | undefined {
  const kept = membersOf([type]).flatMap((each) => {
    const possible = values.filter((value) => canBe(each, value));
    if (possible.length === 0) return [];
    // Numbers keep their type: whether they are whole is not for a comparison to say.
    if (each === 'number' || each === 'integer' || each === 'any') return [each];
    return [intersectionOf(literalsOf(possible), each)];
  });
  return kept.length === 0 ? undefined : unionOf(kept);
}

function allBut(type: ValueType, values: readonly Literal[]): ValueType | undefined {
  const before = membersOf([type]);
  const kept = before.flatMap((each): readonly ValueType[] => {
    if (each === 'null') return values.includes(null) ? [] : [each];
    if (each === 'boolean')
      return [true, false].every((value) => !values.includes(value)) ? [each] : booleans(values);
    if (typeof each === 'string' || each.kind !== 'literals') return [each];
    const rest = each.values.filter((value) => !values.includes(value));
    if (rest.length === each.values.length) return [each];
    return rest.length === 0 ? [] : [literalsOf(rest)];
  });
  if (kept.length === 0) return undefined;
  return kept.every((each, index) => each === before[index]) && kept.length === before.length
    ? type
    : unionOf(kept);
}

function booleans(without: readonly Literal[]): readonly ValueType[] {
  const rest = [true, false].filter((value) => !without.includes(value));
  return rest.length === 0 ? [] : [literalsOf(rest)];
}

/** Whether a value of a type that is no union may be a scalar. */
export function canBe(type: ValueType, value: Literal): boolean {
  if (type === 'any') return true;
  if (typeof type !== 'string') return type.kind === 'literals' && type.values.includes(value);
  if (type === 'integer') return Number.isInteger(value);
  return type === (value === null ? 'null' : typeof value);
}

/** Of a type that is no union; undefined where it cannot have that member, so that the fact excludes it. */
function refineMember(
  type: ValueType,
  key: string,
  { rest, fact }: { readonly rest: readonly string[]; readonly fact: Fact },
): ValueType | undefined {
  if (type === 'any') return type;
  const object = typeof type !== 'string' && type.kind === 'object' ? type : undefined;
  const member = object?.members.get(key);
  if (object && member) return refineDeclared(object, { key, ...member }, { rest, fact });
  return fact.kind === 'absent' || object?.isOpen === true ? type : undefined;
}

function refineDeclared(
  object: ObjectType,
  member: { readonly key: string; readonly type: ValueType; readonly required: boolean },
  { rest, fact }: { readonly rest: readonly string[]; readonly fact: Fact },
): ValueType | undefined {
  const unlearnt = !member.required && holdsWhenAbsent(member.type, rest, fact) ? object : undefined;
  if (fact.kind === 'absent' && rest.length === 0) return unlearnt;
  const refined = refineType(member.type, rest, fact);
  // Where it may be absent still, and read as one of these, nothing is learnt.
  if (!refined || (fact.kind === 'is' && unlearnt)) return unlearnt;
  const required = member.required || refined.isThere || excludesAbsent(member.type, rest, fact);
  if (refined.type === member.type && required === member.required) return object;
  return withMember(object, member.key, { type: refined.type, required });
}

function excludesAbsent(type: ValueType, rest: readonly string[], fact: Fact): boolean {
  return fact.kind === 'isNot' && rest.length === 0 && fact.values.includes(absentValue(type));
}

function holdsWhenAbsent(type: ValueType, rest: readonly string[], fact: Fact): boolean {
  if (fact.kind === 'present' || fact.kind === 'absent') return fact.kind === 'absent';
  return rest.length === 0 && fact.values.includes(absentValue(type)) === (fact.kind === 'is');
}

function withMember(
  type: ObjectType,
  key: string,
  member: { readonly type: ValueType; readonly required: boolean },
): ObjectType {
  return { ...type, members: new Map(type.members).set(key, member) };
}
