import type { Formula, Literal, Order } from './guard-formula.ts';
import { ABSENT, LOST, OTHER, type Candidate, type GuardVariable } from './guard-variable.ts';
import type { ValuePath } from './type-environment.ts';

/** One choice of a value for every variable, and of an answer for every opaque question. */
export interface Assignment {
  readonly values: ReadonlyMap<string, { readonly variable: GuardVariable; readonly value: Candidate }>;
  readonly answers: ReadonlyMap<string, boolean>;
}

/** The value of a formula; undefined where its evaluation fails. A side that decides hides a fault of the other. */
export function truthOf(formula: Formula, assignment: Assignment): boolean | undefined {
  if (formula.kind === 'not') {
    const value = truthOf(formula.of, assignment);
    return value === undefined ? undefined : !value;
  }
  if ('left' in formula) return truthOfBoth(formula, assignment);
  if (formula.kind === 'constant') return formula.value;
  if (formula.kind === 'opaque') return assignment.answers.get(formula.text);
  if (formula.kind !== 'has') return answerOf(formula, readValue(formula.path, assignment));
  const entry = assignment.values.get(keyOfPath(formula.path));
  return entry !== undefined && entry.value !== ABSENT && entry.value !== LOST;
}

function truthOfBoth(
  { kind, left, right }: Extract<Formula, { readonly left: Formula }>,
  assignment: Assignment,
): boolean | undefined {
  const decides = kind === 'or';
  const first = truthOf(left, assignment);
  if (first === decides) return decides;
  const second = truthOf(right, assignment);
  if (second === decides) return decides;
  return first === undefined || second === undefined ? undefined : !decides;
}

export function keyOfPath({ name, keys }: ValuePath): string {
  return JSON.stringify([name, ...keys]);
}

/** What reading a path gives; undefined where that fails. */
function readValue(path: ValuePath, { values }: Assignment): Literal | typeof OTHER | undefined {
  const entry = values.get(keyOfPath(path));
  if (!entry || entry.value === LOST) return undefined;
  return entry.value === ABSENT ? entry.variable.absentReads : entry.value;
}

function answerOf(
  atom: Extract<Formula, { readonly kind: 'holds' | 'equals' | 'order' }>,
  value: Literal | typeof OTHER | undefined,
): boolean | undefined {
  if (value === undefined) return undefined;
  if (atom.kind === 'equals') return value !== OTHER && atom.values.includes(value);
  if (atom.kind === 'holds') return value === null ? false : typeof value === 'boolean' ? value : undefined;
  return typeof value === 'number' ? compare(value, atom.order, atom.bound) : undefined;
}

function compare(value: number, order: Order, bound: number): boolean {
  if (order === '<') return value < bound;
  if (order === '<=') return value <= bound;
  return order === '>' ? value > bound : value >= bound;
}
