import { tests as published } from '@bufbuild/cel-spec/testdata/conformance.js';
import { expect, test } from 'vitest';
import type { Value } from '../../../src/model/value.ts';
import { parse, scopeOf, type Names, type Typed } from '../../helpers/expressions.ts';

/** The official tests of CEL. Source: https://github.com/google/cel-spec/tree/master/tests/simple */
interface Suite {
  readonly name: string;
  readonly suites?: readonly Suite[];
  readonly tests?: readonly { readonly original: Original }[];
}

interface Original {
  readonly name?: string;
  readonly expr: string;
  readonly value?: Json;
  readonly evalError?: unknown;
  readonly typedResult?: unknown;
  readonly bindings?: Readonly<Record<string, { readonly value?: Json }>>;
}

type Json = { readonly [key: string]: never } & {
  readonly listValue?: { readonly values?: readonly Json[] };
  readonly mapValue?: { readonly entries?: readonly { readonly key: Json; readonly value: Json }[] };
};

interface Case extends Original {
  readonly path: string;
}

function casesOf({ name, suites = [], tests = [] }: Suite, path = ''): readonly Case[] {
  const own = path === '' ? name : `${path}/${name}`;
  const here = tests.map(({ original }) => ({
    ...original,
    path: `${own}/${original.name ?? original.expr}`,
  }));
  return [...here, ...suites.flatMap((each) => casesOf(each, own))];
}

// The package does not type its data.
const CASES = (published as unknown as Suite).suites?.flatMap((each) => casesOf(each)) ?? [];

/** The value that JSON of protocol buffers writes; undefined for what no expression of ours can come to. */
function valueOf(json: Json | undefined): Value | undefined {
  const { listValue, mapValue, int64Value, doubleValue, ...others } = json ?? {};
  if (listValue) return (listValue.values ?? []).map((each) => valueOf(each) ?? null);
  if (mapValue) {
    const entries = mapValue.entries ?? [];
    return Object.fromEntries(entries.map(({ key, value }) => [keyOf(key), valueOf(value) ?? null]));
  }
  const number: unknown = int64Value ?? doubleValue;
  if (number !== undefined) return Number(number);
  if ('nullValue' in others) return null;
  return others['stringValue'] ?? others['boolValue'];
}

function keyOf(json: Json): string {
  const key = valueOf(json);
  return typeof key === 'string' ? key : JSON.stringify(key);
}

/** What the specification says of a case: a value, `an error`, or undefined where it is of no type that we have. */
function wantedOf({ value, evalError, typedResult }: Case): Value | undefined {
  if (evalError !== undefined) return 'an error';
  return value === undefined && typedResult === undefined ? true : valueOf(value);
}

function namesOf({ bindings = {} }: Case): Names {
  return Object.fromEntries(
    Object.entries(bindings).map(([name, { value }]): [string, Typed] => [
      name,
      { type: 'int64Value' in (value ?? {}) ? 'integer' : 'any', value: valueOf(value) },
    ]),
  );
}

function outcomeOf(each: Case): { readonly leftOut: string } | { readonly value: Value } {
  const { expression, diagnostics } = parse(each.expr);
  const problem = diagnostics[0]?.message.replace('This expression cannot be read: ', '') ?? '';
  if (!expression) return { leftOut: WORDS.find(([pattern]) => pattern.test(problem))?.[1] ?? problem };
  try {
    return { value: expression.evaluate(scopeOf(namesOf(each))) };
  } catch {
    return { value: 'an error' };
  }
}

/** What our expressions do not have, by what is said of it. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^bytes have no use|^"(?:.|\n)*" stands where an operator or the end/, 'bytes, and fields of messages'],
  [/^"[0-9A-Fa-fx]+[uU]" is neither/, 'unsigned numbers'],
  [/^"\{" stands/, 'messages of protocol buffers'],
  [/^"\?" stands/, 'optional values'],
  [/^"`" has no meaning/, 'names in backquotes'],
  [/^"\." stands/, 'numbers and names that begin with a point'],
  [/^there is no (?:function|method)/, 'functions that are not there'],
  [/^(?:all|exists)\(\) takes .* given 3/, 'macros with two names'],
  [/\(\) takes /, 'calls that are errors in CEL, too'],
  [/is in it twice|^more than 20 signs/, 'refused before it is evaluated'],
];

/** Where we differ on purpose. Shape: how the name of a test begins, and why. */
const DIFFERENT: readonly (readonly [string, string])[] = [
  [
    'comparisons/eq_literal/not_eq_double_nan',
    'no number is infinite or none at all, since JSON cannot say it',
  ],
  ['comparisons/ne_literal/not_ne_double_nan', 'as above'],
  ['comparisons/ne_literal/ne_double_nan', 'as above'],
  ['fp_math/fp_math/divide_zero', 'as above'],
  ['fp_math/fp_math/fp_overflow', 'as above'],
  ['fp_math/fp_math/mod_not_support', 'whole and other numbers mix, so "%" takes both'],
  ['fields/qualified_identifier_resolution/map_key_float', 'any scalar can be a key: results are JSON'],
  ['fields/qualified_identifier_resolution/map_key_null', 'as above'],
  ['fields/qualified_identifier_resolution/', 'a name has no dots'],
  ['namespace/', 'a name has no dots, and there are no namespaces'],
  ['enums/', 'there are no messages of protocol buffers'],
  ['proto2/', 'as above'],
  ['proto3/', 'as above'],
  ['dynamic/', 'as above: the value of the name is one'],
];

test('every official test of CEL with what we have comes to what it says, but for what is listed', () => {
  const leftOut = new Map<string, number>();
  const differences: string[] = [];
  let agreed = 0;
  for (const each of CASES) {
    const outcome = outcomeOf(each);
    const wanted = wantedOf(each);
    if ('leftOut' in outcome) {
      leftOut.set(outcome.leftOut, (leftOut.get(outcome.leftOut) ?? 0) + 1);
    } else if (wanted === undefined) {
      leftOut.set('a result that has no type here', (leftOut.get('a result that has no type here') ?? 0) + 1);
    } else if (isSame(outcome.value, wanted)) agreed += 1;
    else if (!DIFFERENT.some(([start]) => each.path.startsWith(start))) {
      differences.push(
        `${each.path}: ${each.expr} is ${JSON.stringify(wanted)}, not ${JSON.stringify(outcome.value)}`,
      );
    }
  }
  expect(differences).toEqual([]);
  expect(agreed).toBeGreaterThan(600);
  expect(Object.fromEntries([...leftOut].toSorted(([a], [b]) => (a < b ? -1 : 1)))).toMatchInlineSnapshot(`
    {
      """ has no meaning here.": 1,
      "a result that has no type here": 48,
      "bytes, and fields of messages": 541,
      "calls that are errors in CEL, too": 7,
      "functions that are not there": 617,
      "macros with two names": 21,
      "messages of protocol buffers": 65,
      "names in backquotes": 28,
      "numbers and names that begin with a point": 6,
      "optional values": 20,
      "refused before it is evaluated": 3,
      "unsigned numbers": 299,
    }
  `);
});

test('every difference that is listed is one', () => {
  const idle = DIFFERENT.filter(
    ([start]) =>
      !CASES.some((each) => {
        if (!each.path.startsWith(start)) return false;
        const outcome = outcomeOf(each);
        const wanted = wantedOf(each);
        return 'value' in outcome && wanted !== undefined && !isSame(outcome.value, wanted);
      }),
  );
  expect(idle).toEqual([]);
});

/** Members of objects have no order. */
function isSame(one: Value, other: Value): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: Value): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, each]) => [key, sorted(each)]);
}
