import type { Order } from '../cel/node.ts';
import type { Formula, Literal } from './guard-formula.ts';
import { ABSENT, LOST, OTHER, type Candidate, type GuardVariable } from './guard-variable.ts';
import type { ValuePath } from '../check/type-environment.ts';

/** One choice of a value for every variable, and of an answer for every opaque question. */
export interface Assignment {
  readonly variables: readonly GuardVariable[];
  readonly values: readonly Candidate[];
  /** Which variable a path of a formula is; the paths are told apart by identity, which is quick. */
  readonly indexOf: ReadonlyMap<ValuePath, number>;
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
  const value = assignment.values[assignment.indexOf.get(formula.path) ?? -1];
  return value !== undefined && value !== ABSENT && value !== LOST;
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

/** What reading a path gives; undefined where that fails. */
function readValue(
  path: ValuePath,
  { variables, values, indexOf }: Assignment,
): Literal | typeof OTHER | undefined {
  const index = indexOf.get(path) ?? -1;
  const value = values[index];
  if (value === undefined || value === LOST) return undefined;
  return value === ABSENT ? (variables[index]?.absentReads ?? null) : value;
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
