import type { Value } from '../../model/value.ts';
import { shownValue } from './coerce.ts';
import { isSameValue } from './same-value.ts';

/** A message names so many of the values that are allowed. */
const MAX_NAMED = 20;

/** Whether a value is one of those that an `enum` allows; all are where there is none. */
export function isAllowed(value: Value, allowed: readonly Value[] | undefined): boolean {
  return allowed === undefined || allowed.some((each) => isSameValue(each, value));
}

/** Says that a value is none of those that are allowed: a sentence. */
export function describeChoice(name: string, value: Value, allowed: readonly Value[] = []): string {
  return `The value ${shownValue(value)} of "${name}" is not one of ${listOf(allowed)}.`;
}

/** The values that are allowed, as a message lists them. */
export function listOf(allowed: readonly Value[]): string {
  const named = allowed.slice(0, MAX_NAMED).map(shownValue).join(', ');
  return allowed.length > MAX_NAMED ? `${named} and ${allowed.length - MAX_NAMED} more` : named;
}
