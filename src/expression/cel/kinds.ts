import type { ValueType } from '../types/value.ts';
import type { BinaryOperator } from './node.ts';

/** What a value is to an operator. A whole number is one only where it is declared or written as one. */
export type Kind = 'text' | 'integer' | 'number' | 'boolean' | 'null' | 'list' | 'object';

/** Undefined where nothing is known of a value. */
export type MaybeKind = Kind | undefined;

/** Shape: `value` is one that expressions compute with, where whole numbers are bigints and objects are Maps. */
export function kindOf(value: unknown): Kind {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : 'object';
}

/** Undefined where values of a type may be of several kinds. Null does not count beside others: absent values read as null. */
export function kindOfType(type: ValueType): MaybeKind {
  const kinds = new Set(kindsOfType(type));
  if (kinds.size > 1) kinds.delete('null');
  const [only] = kinds;
  return kinds.size === 1 ? only : undefined;
}

function kindsOfType(type: ValueType): readonly MaybeKind[] {
  if (typeof type === 'string') return [SCALARS[type]];
  if (type.kind === 'union') return type.of.flatMap(kindsOfType);
  return type.kind === 'literals' ? type.values.map(kindOf) : [type.kind];
}

const SCALARS: Readonly<Record<Extract<ValueType, string>, MaybeKind>> = {
  string: 'text',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
  null: 'null',
  any: undefined,
};

const WORDS: Readonly<Record<Kind, string>> = {
  text: 'a text',
  integer: 'a number',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
  list: 'a list',
  object: 'an object',
};

export function kindInWords(kind: MaybeKind): string {
  return kind === undefined ? 'a value' : WORDS[kind];
}

export function isNumeric(kind: Kind): boolean {
  return kind === 'integer' || kind === 'number';
}

/** Whether values of two kinds can be equal. */
export function mayEqual(left: MaybeKind, right: MaybeKind): boolean {
  if (left === undefined || right === undefined || left === 'null' || right === 'null') return true;
  return left === right || (isNumeric(left) && isNumeric(right));
}

type Rule = (left: Kind, right: Kind) => boolean;

const bothNumbers: Rule = (left, right) => isNumeric(left) && isNumeric(right);
const ordered: Rule = (left, right) =>
  bothNumbers(left, right) || (left === right && (left === 'text' || left === 'boolean'));
const sum: Rule = (left, right) =>
  bothNumbers(left, right) ||
  (left === right && (left === 'text' || left === 'list')) ||
  (left === 'text' && isNumeric(right)) ||
  (isNumeric(left) && right === 'text');
const inside: Rule = (left, right) =>
  right === 'list' || (right === 'object' && left !== 'list' && left !== 'object');

const RULES: Readonly<Record<BinaryOperator, Rule>> = {
  '==': mayEqual,
  '!=': mayEqual,
  '<': ordered,
  '<=': ordered,
  '>': ordered,
  '>=': ordered,
  '+': sum,
  '-': bothNumbers,
  '*': bothNumbers,
  '/': bothNumbers,
  '%': bothNumbers,
  in: inside,
};

const KINDS: readonly Kind[] = ['text', 'integer', 'number', 'boolean', 'null', 'list', 'object'];

/** Whether an operator takes values of two kinds: for a kind that is not known, whether it takes any. */
export function operandsFit(operator: BinaryOperator, left: MaybeKind, right: MaybeKind): boolean {
  const rule = RULES[operator];
  const others = right === undefined ? KINDS : [right];
  return (left === undefined ? KINDS : [left]).some((one) => others.some((other) => rule(one, other)));
}
