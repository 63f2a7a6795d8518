import { findBuiltIn } from '../functions/functions.ts';
import { elementOf } from '../types/member-of.ts';
import { membersOf, unionOf } from '../types/union-of.ts';
import type { ValueType } from '../types/value.ts';

const COMPARISONS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);

/** What an operator gives for operands that fit it. */
export function typeOfOperator(operator: string, left: ValueType, right: ValueType): ValueType {
  if (COMPARISONS.has(operator)) return 'boolean';
  if (operator === '+') {
    if (isOnly(left, 'string') || isOnly(right, 'string')) return 'string';
    if (left === 'any' || right === 'any') return 'any';
    const items = [elementOf(left), elementOf(right)].filter((each) => each !== undefined);
    if (items.length === 2) return { kind: 'list', items: unionOf(items) };
  }
  return left === 'integer' && right === 'integer' ? 'integer' : 'number';
}

/** What a function gives for arguments that fit it. */
export function typeOfCall(name: string, args: readonly ValueType[]): ValueType {
  return findBuiltIn(name)?.typeOf(args) ?? FUNCTIONS.get(name) ?? 'any';
}

/** What a method gives; `last` is the type of a macro's last argument, of a filter that of the elements it leaves. */
export function typeOfMethod(name: string, receiver: ValueType, last: ValueType): ValueType {
  if (name === 'filter') return { kind: 'list', items: elementOf(receiver) === undefined ? 'any' : last };
  if (name === 'map') return { kind: 'list', items: last };
  return METHODS.get(name) ?? 'any';
}

const FUNCTIONS: ReadonlyMap<string, ValueType> = new Map([
  ['has', 'boolean'],
  ['size', 'integer'],
  ['string', 'string'],
  ['int', 'integer'],
  ['double', 'number'],
  ['bool', 'boolean'],
]);

const METHODS: ReadonlyMap<string, ValueType> = new Map<string, ValueType>([
  ...['all', 'exists', 'exists_one', 'contains', 'startsWith', 'endsWith'].map(
    (name): [string, ValueType] => [name, 'boolean'],
  ),
  ...['size', 'indexOf', 'lastIndexOf'].map((name): [string, ValueType] => [name, 'integer']),
  ...['substring', 'join', 'trim', 'lowerAscii', 'upperAscii'].map((name): [string, ValueType] => [
    name,
    'string',
  ]),
  ['split', { kind: 'list', items: 'string' }],
]);

/** Whether a value is certainly of a scalar type. */
function isOnly(type: ValueType, scalar: 'string'): boolean {
  return membersOf([type]).every(
    (each) =>
      each === scalar ||
      (typeof each !== 'string' &&
        each.kind === 'literals' &&
        each.values.every((value) => typeof value === scalar)),
  );
}
