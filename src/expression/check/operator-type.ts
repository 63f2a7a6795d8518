import { FUNCTIONS, METHODS } from '../cel/cel-functions.ts';
import { kindOfType, operandsFit } from '../cel/kinds.ts';
import type { BinaryOperator, MacroName } from '../cel/node.ts';
import { findBuiltIn } from '../functions/functions.ts';
import { elementOf } from '../types/member-of.ts';
import { membersOf, unionOf } from '../types/union-of.ts';
import type { ValueType } from '../types/value.ts';

const COMPARISONS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);

/** What an operator gives for operands that fit it. */
export function typeOfOperator(operator: BinaryOperator, left: ValueType, right: ValueType): ValueType {
  if (COMPARISONS.has(operator)) return 'boolean';
  return operator === '+' ? typeOfSum(left, right) : typeOfNumbers(left, right);
}

/** Each value that one side may have goes with each of the other that it can be added to. */
function typeOfSum(left: ValueType, right: ValueType): ValueType {
  const others = summandsOf(right);
  return unionOf(
    summandsOf(left).flatMap((one) =>
      others.flatMap((other): readonly ValueType[] => {
        const kinds = [kindOfType(one), kindOfType(other)] as const;
        if (!operandsFit('+', ...kinds)) return [];
        if (kinds.includes('text')) return ['string'];
        if (one === 'any' || other === 'any') return ['any'];
        const items = [one, other].map(elementOf).filter((each) => each !== undefined);
        return items.length > 0 ? [{ kind: 'list', items: unionOf(items) }] : [typeOfNumbers(one, other)];
      }),
    ),
  );
}

/** The members of a type, with plain types for values that are written out. */
function summandsOf(type: ValueType): readonly ValueType[] {
  const members = membersOf([type]).flatMap((each) =>
    typeof each !== 'string' && each.kind === 'literals' ? each.values.map(plainTypeOf) : each,
  );
  return [...new Set(members)];
}

function plainTypeOf(value: string | number | boolean | null): ValueType {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'number';
  return value === null ? 'null' : 'boolean';
}

function typeOfNumbers(left: ValueType, right: ValueType): ValueType {
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
