import { FUNCTIONS, METHODS } from '../cel/cel-functions.ts';
import type { BinaryOperator, MacroName } from '../cel/node.ts';
import { findBuiltIn } from '../functions/functions.ts';
import { elementOf } from '../types/member-of.ts';
import { membersOf, unionOf } from '../types/union-of.ts';
import type { ValueType } from '../types/value.ts';

const COMPARISONS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);

/** What an operator gives for operands that fit it. */
export function typeOfOperator(operator: BinaryOperator, left: ValueType, right: ValueType): ValueType {
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
  return findBuiltIn(name)?.typeOf(args) ?? FUNCTIONS.get(name)?.result ?? 'any';
}

/** What a method gives for arguments that fit it. */
export function typeOfMethod(name: string): ValueType {
  return METHODS.get(name)?.result ?? 'any';
}

/** What a macro gives; `last` is the type of its last argument, of a filter that of the elements it leaves. */
export function typeOfMacro(name: MacroName, receiver: ValueType, last: ValueType): ValueType {
  if (name === 'filter') return { kind: 'list', items: elementOf(receiver) === undefined ? 'any' : last };
  return name === 'map' ? { kind: 'list', items: last } : 'boolean';
}

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
