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
  switch (formula.kind) {
    case 'constant':
      return formula.value;
    case 'opaque':
      return assignment.answers.get(formula.text);
    case 'not': {
      const value = truthOf(formula.of, assignment);
      return value === undefined ? undefined : !value;
    }
    case 'and':
    case 'or': {
      const decides = formula.kind === 'or';
      const left = truthOf(formula.left, assignment);
      if (left === decides) return decides;
      const right = truthOf(formula.right, assignment);
      return right === decides ? decides : left === undefined || right === undefined ? undefined : !decides;
    }
    case 'has': {
      const entry = assignment.values.get(keyOfPath(formula.path));
      return entry !== undefined && entry.value !== ABSENT && entry.value !== LOST;
    }
    default:
      return answerOf(formula, readValue(formula.path, assignment));
  }
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
  switch (order) {
    case '<':
      return value < bound;
    case '<=':
      return value <= bound;
    case '>':
      return value > bound;
    case '>=':
      return value >= bound;
  }
}
