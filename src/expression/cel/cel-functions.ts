import type { ValueType } from '../types/value.ts';
import { ExpressionFault } from './expression-fault.ts';
import type { Kind, MaybeKind } from './kinds.ts';
import type { MacroName } from './node.ts';

/**
 * A function or method of CEL that expressions can call: all take time in proportion to their arguments, none asks a clock.
 *
 * Shape: `parameters` begin with the receiver where it is a method, and the last `optional` of them may be left out. `call` gets
 * values of those kinds, whole numbers as bigints or as numbers.
 * Source: https://github.com/google/cel-spec/blob/master/doc/langdef.md, and its extension of strings
 */
export interface CelFunction {
  readonly parameters: readonly Parameter[];
  readonly optional?: number;
  readonly result: ValueType;
  readonly call: (args: readonly unknown[]) => unknown;
  /** Whether the time that it takes is the product of the lengths of its first two arguments at worst. */
  readonly isSearch?: boolean;
}

export interface Parameter {
  readonly name: string;
  readonly kinds: readonly Kind[];
  /** What a list may hold; absent where it may hold anything. */
  readonly elements?: Kind;
}

const parameter =
  (...kinds: readonly Kind[]) =>
  (name: string): Parameter => ({ name, kinds });
const text = parameter('text');
const number = parameter('integer', 'number');
const list = parameter('list');
const sized = parameter('text', 'list', 'object');
const scalar = parameter('text', 'integer', 'number', 'boolean');
const countable = parameter('text', 'integer', 'number');
const truth = parameter('text', 'boolean');

const SIZE: CelFunction = {
  parameters: [sized('value')],
  result: 'integer',
  call: ([value]) => BigInt(sizeOf(value)),
};

export const FUNCTIONS: ReadonlyMap<string, CelFunction> = new Map<string, CelFunction>([
  ['size', SIZE],
  ['string', { parameters: [scalar('value')], result: 'string', call: ([value]) => String(value) }],
  ['int', { parameters: [countable('value')], result: 'integer', call: ([value]) => toWhole(value) }],
  ['double', { parameters: [countable('value')], result: 'number', call: ([value]) => toNumber(value) }],
  ['bool', { parameters: [truth('value')], result: 'boolean', call: ([value]) => toTruth(value) }],
]);

/** Those that are no macros. */
export const METHODS: ReadonlyMap<string, CelFunction> = new Map<string, CelFunction>([
  ['contains', search('boolean', (value, part) => value.includes(part))],
  ['startsWith', ofTexts('boolean', (value, part) => value.startsWith(part))],
  ['endsWith', ofTexts('boolean', (value, part) => value.endsWith(part))],
  ['size', SIZE],
  ['indexOf', found((value, part, from) => value.indexOf(part, from))],
  ['lastIndexOf', found((value, part, from) => value.lastIndexOf(part, from))],
  [
    'substring',
    {
      parameters: [text('text'), number('start'), number('end')],
      optional: 1,
      result: 'string',
      call: ([value, start, end]) => substring(String(value), start, end),
    },
  ],
  [
    'split',
    {
      parameters: [text('text'), text('separator'), number('count')],
      optional: 1,
      result: { kind: 'list', items: 'string' },
      call: ([value, separator, count]) => split(String(value), String(separator), count),
      isSearch: true,
    },
  ],
  [
    'join',
    {
      parameters: [{ ...list('list'), elements: 'text' }, text('separator')],
      optional: 1,
      result: 'string',
      call: ([values, separator = '']) => join(values, String(separator)),
    },
  ],
  ['trim', ofText(trim)],
  ['lowerAscii', ofText((value) => value.replaceAll(/[A-Z]+/g, (part) => part.toLowerCase()))],
  ['upperAscii', ofText((value) => value.replaceAll(/[a-z]+/g, (part) => part.toUpperCase()))],
]);

/** Shape: the names of their parameters, by the number of those. The first is a plain name, which each element has in turn. */
export const MACROS: ReadonlyMap<string, readonly (readonly string[])[]> = new Map<
  MacroName,
  readonly (readonly string[])[]
>([
  ['all', [['name', 'condition']]],
  ['exists', [['name', 'condition']]],
  ['exists_one', [['name', 'condition']]],
  ['filter', [['name', 'condition']]],
  [
    'map',
    [
      ['name', 'result'],
      ['name', 'condition', 'result'],
    ],
  ],
]);

export function isMacroName(name: string): name is MacroName {
  return MACROS.has(name);
}

/** Whether a function takes arguments of these kinds: the receiver first where it is a method. */
export function argumentsFit({ parameters }: CelFunction, kinds: readonly MaybeKind[]): boolean {
  return kinds.every((kind, index) => kind === undefined || parameters[index]?.kinds.includes(kind));
}

type OfTexts = (value: string, part: string) => unknown;

function ofTexts(result: ValueType, call: OfTexts): CelFunction {
  return {
    parameters: [text('text'), text('part')],
    result,
    call: ([value, part]) => call(String(value), String(part)),
  };
}

function search(result: ValueType, call: OfTexts): CelFunction {
  return { ...ofTexts(result, call), isSearch: true };
}

function ofText(call: (value: string) => string): CelFunction {
  return { parameters: [text('text')], result: 'string', call: ([value]) => call(String(value)) };
}

function found(call: (value: string, part: string, from?: number) => number): CelFunction {
  return {
    parameters: [text('text'), text('part'), number('from')],
    optional: 1,
    result: 'integer',
    call: ([value, part, from]) => {
      const whole = String(value);
      if (from === undefined) return BigInt(call(whole, String(part)));
      requireInside(Number(from), 0, whole.length);
      return BigInt(call(whole, String(part), Number(from)));
    },
    isSearch: true,
  };
}

const SPACE = /^\p{White_Space}$/u;

/** Without the white space of Unicode at either end, which is not quite that of JavaScript. No such character takes two units. */
function trim(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && SPACE.test(value.charAt(start))) start += 1;
  while (end > start && SPACE.test(value.charAt(end - 1))) end -= 1;
  return value.slice(start, end);
}

function substring(value: string, start: unknown, end: unknown = value.length): string {
  requireInside(Number(start), 0, value.length);
  requireInside(Number(end), Number(start), value.length);
  return value.slice(Number(start), Number(end));
}

function requireInside(at: number, from: number, to: number): void {
  if (at < from || at > to) throw new ExpressionFault('a position lies outside the text');
}

function split(value: string, separator: string, count: unknown): readonly string[] {
  const parts = value.split(separator);
  const most = count === undefined ? -1 : Math.trunc(Number(count));
  if (most < 0 || parts.length <= most) return parts;
  return most === 0 ? [] : [...parts.slice(0, most - 1), parts.slice(most - 1).join(separator)];
}

function join(values: unknown, separator: string): string {
  const texts: readonly unknown[] = Array.isArray(values) ? values : [];
  if (texts.every((each) => typeof each === 'string')) return texts.join(separator);
  throw new ExpressionFault('join() was given a list with something else than texts');
}

/** Units: characters of a text, entries of a list or object. */
function sizeOf(value: unknown): number {
  if (value instanceof Map) return value.size;
  if (Array.isArray(value)) return value.length;
  let count = 0;
  for (const _ of String(value)) count += 1;
  return count;
}

/** Errors: throws where a whole number does not fit 64 bits. */
export function requireWhole(value: bigint): bigint {
  if (BigInt.asIntN(64, value) === value) return value;
  throw new ExpressionFault('a number in it is too large');
}

function toWhole(value: unknown): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') {
    // The nearest numbers to the largest whole ones are beyond them.
    const isInside = Math.abs(value) < 2 ** 63;
    return isInside ? BigInt(Math.trunc(value)) : requireWhole(2n ** 63n);
  }
  if (!/^[+-]?\d{1,19}$/.test(String(value))) {
    throw new ExpressionFault('int() takes a text only where it is a whole number');
  }
  return requireWhole(BigInt(String(value)));
}

function toNumber(value: unknown): number {
  if (typeof value !== 'string') return Number(value);
  if (/^[+-]?(?:inf|infinity)$|^nan$/i.test(value)) return Number.NaN;
  const isNumber = value !== '' && value === value.trim() && !Number.isNaN(Number(value));
  if (!isNumber) throw new ExpressionFault('double() takes a text only where it is a number');
  return Number(value);
}

const TRUTHS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...[true, '1', 't', 'true', 'TRUE', 'True'].map((each): [unknown, boolean] => [each, true]),
  ...[false, '0', 'f', 'false', 'FALSE', 'False'].map((each): [unknown, boolean] => [each, false]),
]);

function toTruth(value: unknown): boolean {
  const truth = TRUTHS.get(value);
  if (truth === undefined) {
    throw new ExpressionFault('bool() takes a text only where it is "true" or "false"');
  }
  return truth;
}
