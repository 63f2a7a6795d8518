import { absentValue } from '../types/absent-value.ts';
import { TERM, type Atom, type Literal } from './guard-formula.ts';
import type { TypeEnvironment, ValuePath } from '../check/type-environment.ts';
import { membersOf, unionOf } from '../types/union-of.ts';
import type { ValueType } from '../types/value.ts';

/**
 * What stands for all values of a kind that no guard asks for; for a declared value that is not there, which reads as
 * nothing of its type; and for one that cannot be there, so that reading it fails.
 */
export const OTHER: unique symbol = Symbol('something else');
export const ABSENT: unique symbol = Symbol('absent');
export const LOST: unique symbol = Symbol('lost');
export type Candidate = Literal | typeof OTHER | typeof ABSENT | typeof LOST;

/**
 * A path that guards ask about.
 *
 * Shape: `candidates` has one value for each set of values that the guards cannot tell apart; `absentReads` is what
 * reading it gives where it is absent.
 */
export interface GuardVariable {
  readonly path: ValuePath;
  readonly candidates: readonly Candidate[];
  readonly absentReads: Literal;
  /** Whether anything but its being there is asked. */
  readonly isCompared: boolean;
}

/** Between which numbers a value lies, both included. */
export interface NumberBounds {
  readonly min: number | undefined;
  readonly max: number | undefined;
}

/** Makes the variable of a path from everything that is asked of it. */
export function variableFor(
  path: ValuePath,
  atoms: readonly Atom[],
  env: TypeEnvironment,
  bounds: NumberBounds = NO_BOUNDS,
): GuardVariable {
  const isSize = /^.size\(.*\)$/s.test(path.name);
  const { type, mayBeAbsent, mayBeLost } = path.name.startsWith(TERM)
    ? { type: isSize ? ('integer' as const) : ('number' as const), mayBeAbsent: false, mayBeLost: false }
    : placeOf(path, env);
  const isVisits = path.name === 'visits' && path.keys.length === 0;
  const lowest = isVisits ? 1 : isSize ? 0 : bounds.min;
  const edges = [lowest, bounds.max].filter((each) => each !== undefined);
  const asked = {
    numbers: [...numbersIn(atoms), ...edges],
    texts: textsIn(atoms),
    bounds: { min: lowest, max: bounds.max },
  };
  const candidates = new Set<Candidate>(
    membersOf(type ? [type] : []).flatMap((each) => candidatesOf(each, asked)),
  );
  if (mayBeAbsent) candidates.add(ABSENT);
  if (mayBeLost) candidates.add(LOST);
  return {
    path,
    candidates: [...candidates],
    isCompared: atoms.some(({ kind }) => kind !== 'has'),
    absentReads: absentValue(type ?? 'any'),
  };
}

const NO_BOUNDS: NumberBounds = { min: undefined, max: undefined };

/** Shape: `type` is undefined where the path leads nowhere. */
interface Place {
  readonly type: ValueType | undefined;
  readonly mayBeAbsent: boolean;
  readonly mayBeLost: boolean;
}

function placeOf({ name, keys }: ValuePath, { types, unbound }: TypeEnvironment): Place {
  let place: Place = { type: types.get(name) ?? 'any', mayBeAbsent: unbound.has(name), mayBeLost: false };
  for (const key of keys) place = memberPlace(place, key);
  return place;
}

function memberPlace({ type, mayBeAbsent, mayBeLost }: Place, key: string): Place {
  const owners = type === undefined ? [] : membersOf([type]);
  const found = owners.map((each) =>
    typeof each !== 'string' && each.kind === 'object' ? each.members.get(key) : undefined,
  );
  const declared = found.filter((each) => each !== undefined);
  const mayHaveMore = owners.some(
    (each, index) =>
      found[index] === undefined &&
      (each === 'any' || (typeof each !== 'string' && each.kind === 'object' && each.isOpen)),
  );
  const types = [...declared.map((each) => each.type), ...(mayHaveMore ? (['any'] as const) : [])];
  return {
    type: types.length > 0 ? unionOf(types) : undefined,
    mayBeAbsent: declared.some(({ required }) => !required),
    mayBeLost: mayBeAbsent || mayBeLost || declared.length < owners.length || owners.length === 0,
  };
}

interface Asked {
  readonly numbers: readonly number[];
  readonly texts: readonly string[];
  readonly bounds: NumberBounds;
}

function candidatesOf(type: ValueType, { numbers, texts, bounds }: Asked): readonly Candidate[] {
  if (typeof type !== 'string') return type.kind === 'literals' ? type.values : [OTHER];
  if (type === 'boolean') return [false, true];
  if (type === 'null') return [null];
  if (type === 'string') return [...texts, OTHER];
  const isWithin = (each: number) => each >= (bounds.min ?? -Infinity) && each <= (bounds.max ?? Infinity);
  if (type === 'integer') return wholeNumbersAround(numbers, bounds.min).filter(isWithin);
  if (type === 'number') return numbersAround(numbers).filter(isWithin);
  return [OTHER, ...texts, ...numbersAround(numbers), false, true, null];
}

/** One whole number of each stretch between the bounds, and the bounds themselves. */
function wholeNumbersAround(bounds: readonly number[], lowest: number | undefined): readonly number[] {
  const all = bounds.flatMap((each) => [
    Math.floor(each) - 1,
    Math.floor(each),
    Math.ceil(each),
    Math.ceil(each) + 1,
  ]);
  const start = lowest ?? 0;
  const whole = [...new Set([start, ...all])].filter(
    (each) => Number.isSafeInteger(each) && each >= (lowest ?? -Infinity),
  );
  return whole.toSorted((a, b) => a - b);
}

function numbersAround(bounds: readonly number[]): readonly number[] {
  const sorted = [...new Set(bounds)].toSorted((a, b) => a - b);
  const [first = 0] = sorted;
  const between = sorted.flatMap((each, index) => [each, (each + (sorted[index + 1] ?? each)) / 2]);
  return [...new Set([below(first), ...between, -below(-(sorted.at(-1) ?? 0))])];
}

function below(value: number): number {
  return value - 1 < value ? value - 1 : -Number.MAX_VALUE;
}

function numbersIn(atoms: readonly Atom[]): readonly number[] {
  return atoms
    .flatMap((atom) => (atom.kind === 'order' ? [atom.bound] : atom.kind === 'equals' ? atom.values : []))
    .filter((each) => typeof each === 'number');
}

function textsIn(atoms: readonly Atom[]): readonly string[] {
  return atoms
    .flatMap((atom) => (atom.kind === 'equals' ? atom.values : []))
    .filter((each) => typeof each === 'string');
}
