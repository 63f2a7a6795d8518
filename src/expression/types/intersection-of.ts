import { literalsOf, membersOf, unionOf } from './union-of.ts';
import type { ObjectType, ValueType } from './value.ts';

/** Pairs of members of two unions that are tried; beyond them nothing is said. */
const MAX_PAIRS = 256;

/** The type of a value that has two types at once; `any` where no value can. */
export function intersectionOf(a: ValueType, b: ValueType): ValueType {
  if (a === 'any') return b;
  if (b === 'any' || a === b) return a;
  const left = membersOf([a]);
  const right = membersOf([b]);
  if (left.length * right.length > MAX_PAIRS) return 'any';
  const common = left.flatMap((one) => right.map((other) => commonOf(one, other)));
  return unionOf(common.filter((each) => each !== undefined));
}

/** Of two types that are no unions; undefined where they exclude each other. */
function commonOf(a: ValueType, b: ValueType): ValueType | undefined {
  if (a === b || b === 'any') return a;
  if (a === 'any') return b;
  if (typeof a !== 'string' && a.kind === 'literals') return filtered(a.values, b);
  if (typeof b !== 'string' && b.kind === 'literals') return filtered(b.values, a);
  if (typeof a === 'string' || typeof b === 'string') return areNumbers(a, b) ? 'integer' : undefined;
  return commonOfParts(a, b);
}

function areNumbers(a: ValueType, b: ValueType): boolean {
  return (a === 'number' && b === 'integer') || (a === 'integer' && b === 'number');
}

function commonOfParts(a: Exclude<ValueType, string>, b: Exclude<ValueType, string>): ValueType | undefined {
  if (a.kind === 'list' && b.kind === 'list') {
    return { kind: 'list', items: intersectionOf(a.items, b.items) };
  }
  return a.kind === 'object' && b.kind === 'object' ? mergedOf(a, b) : undefined;
}

function filtered(
  values: readonly (string | number | boolean | null)[],
  by: ValueType,
): ValueType | undefined {
  const kept = values.filter((value) => {
    if (typeof by !== 'string') return by.kind === 'literals' && by.values.includes(value);
    if (by === 'integer') return Number.isInteger(value);
    return by === (value === null ? 'null' : typeof value);
  });
  if (kept.length === 0) return undefined;
  // A literal that is declared to be whole is one more whole number: only that is computed with as such.
  return by === 'integer' ? 'integer' : literalsOf(kept);
}

/** What one of the two forbids is no member of both. */
function mergedOf(a: ObjectType, b: ObjectType): ObjectType {
  const members = new Map<string, { readonly type: ValueType; readonly required: boolean }>();
  for (const name of new Set([...a.members.keys(), ...b.members.keys()])) {
    const left = a.members.get(name) ?? (a.isOpen ? UNKNOWN : undefined);
    const right = b.members.get(name) ?? (b.isOpen ? UNKNOWN : undefined);
    if (!left || !right) continue;
    members.set(name, {
      type: intersectionOf(left.type, right.type),
      required: left.required || right.required,
    });
  }
  return { kind: 'object', members, isOpen: a.isOpen && b.isOpen };
}

const UNKNOWN = { type: 'any', required: false } as const;
