import { kindInWords, type MaybeKind } from './kinds.ts';

/** What is wrong with a part of an expression: before a run by its type, in one by its value. Shape: `part` is quoted. */
export function conditionProblem(part: string, kind: MaybeKind): string {
  return `a condition is true or false, and ${part} is ${kindInWords(kind)}`;
}

export function argumentsProblem(part: string): string {
  return `${part} is called with arguments that it does not take`;
}

export function signProblem(part: string, kind: MaybeKind): string {
  return `${part} uses "-" before ${kindInWords(kind)}`;
}

export function operandsProblem(
  part: string,
  operator: string,
  [left, right]: readonly [MaybeKind, MaybeKind],
): string {
  return `${part} uses "${operator}" between ${kindInWords(left)} and ${kindInWords(right)}`;
}

export function rangeProblem(part: string): string {
  return `${part} is not a list`;
}
