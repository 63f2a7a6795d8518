import { ABSENT, LOST, OTHER, type Candidate } from './guard-variable.ts';
import { canBe } from '../types/refine-type.ts';
import { membersOf } from '../types/union-of.ts';
import type { ValueType } from '../types/value.ts';

/** A value that is chosen for the member at the end of some keys. */
export interface Choice {
  readonly keys: readonly string[];
  readonly value: Candidate;
}

/** Whether one value of a type can have all the chosen members at once. */
export function agrees(type: ValueType, choices: readonly Choice[], mayBeAbsent: boolean): boolean {
  const isAbsent = choices.every(({ keys, value }) => value === (keys.length === 0 ? ABSENT : LOST));
  return (mayBeAbsent && isAbsent) || membersOf([type]).some((each) => agreesWithOne(each, choices));
}

function agreesWithOne(type: ValueType, choices: readonly Choice[]): boolean {
  const byKey = new Map<string, Choice[]>();
  for (const { keys, value } of choices) {
    const [key, ...rest] = keys;
    if (key !== undefined) byKey.set(key, [...(byKey.get(key) ?? []), { keys: rest, value }]);
    else if (!mayHave(type, value)) return false;
  }
  return [...byKey].every(([key, inside]) => memberAgrees(type, key, inside));
}

function memberAgrees(type: ValueType, key: string, choices: readonly Choice[]): boolean {
  const object = typeof type !== 'string' && type.kind === 'object' ? type : undefined;
  const member = object?.members.get(key);
  if (member) return agrees(member.type, choices, !member.required);
  if (choices.every(({ value }) => value === LOST)) return true;
  return (type === 'any' || object?.isOpen === true) && agrees('any', choices, false);
}

function mayHave(type: ValueType, value: Candidate): boolean {
  if (value === ABSENT || value === LOST) return false;
  if (value !== OTHER) return canBe(type, value);
  return type === 'any' || type === 'string' || (typeof type !== 'string' && type.kind !== 'literals');
}
