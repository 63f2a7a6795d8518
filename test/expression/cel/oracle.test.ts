import { Environment } from '@marcbachmann/cel-js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Value } from '../../../src/model/value.ts';
import { mustParse, scopeOf, type Names } from '../../helpers/expressions.ts';

/**
 * Another implementation of CEL, which knows nothing of our additions: the expressions are of what both mean alike, and of
 * right types but for what only values decide.
 */
const oracle = new Environment({ unlistedVariablesAreDyn: true, homogeneousAggregateLiterals: false });

const { text, whole, truth, texts } = fc.letrec<Record<'text' | 'whole' | 'truth' | 'texts', string>>(
  (tie) => {
    const binary = (kind: string, ...operators: readonly string[]) =>
      fc
        .tuple(tie(kind as 'text'), fc.constantFrom(...operators), tie(kind as 'text'))
        .map(([left, operator, right]) => `(${left} ${operator} ${right})`);
    const choice = (kind: string) =>
      fc
        .tuple(tie('truth'), tie(kind as 'text'), tie(kind as 'text'))
        .map(([condition, yes, no]) => `(${condition} ? ${yes} : ${no})`);
    const of = (kind: string, make: (written: string) => string) => tie(kind as 'text').map(make);
    const macro = (name: string, kind: string) =>
      fc.tuple(tie('texts'), tie(kind as 'text')).map(([list, each]) => `${list}.${name}(e, ${each})`);
    const bounded = { depthSize: 'small', withCrossShrink: true } as const;
    return {
      text: fc.oneof(
        bounded,
        fc.constantFrom('s', 't', 'o.s', '"a"', "'b\\n'", 'r"\\d"', '""', '"漢😀"', 'l[0]', 'l[i]', 'o["t"]'),
        fc.constantFrom('"a b"', '"\\u0041\\x42\\103"', '"""x\ny"""', 'e'),
        binary('text', '+'),
        choice('text'),
        of('text', (each) => `${each}.upperAscii()`),
        of('whole', (each) => `string(${each})`),
        of('truth', (each) => `string(${each})`),
        fc.tuple(tie('text'), tie('whole')).map(([each, from]) => `${each}.substring(${from})`),
        of('texts', (each) => `${each}.join("-")`),
      ),
      whole: fc.oneof(
        bounded,
        fc.constantFrom('0', '1', '2', '-3', '0x1F', 'i', 'j', 'o.i', '4611686018427387999', '1000000007'),
        binary('whole', '+', '-', '*', '/', '%'),
        choice('whole'),
        of('whole', (each) => `-${each}`),
        of('text', (each) => `size(${each})`),
        of('texts', (each) => `${each}.size()`),
        fc.tuple(tie('text'), tie('text')).map(([each, part]) => `${each}.indexOf(${part})`),
        of('text', (each) => `int("1" + ${each}.substring(0, 0))`),
        fc.constantFrom('int("12")', 'int("-7")', 'int("x")', 'int("9223372036854775808")'),
      ),
      truth: fc.oneof(
        bounded,
        fc.constantFrom('true', 'false', 'b', 'o.b', 'has(o.s)', 'has(o.no)', '("s" in o)'),
        binary('truth', '&&', '||', '==', '!='),
        binary('whole', '<', '<=', '>', '>=', '==', '!='),
        binary('text', '<', '<=', '>', '>=', '==', '!='),
        binary('texts', '==', '!='),
        choice('truth'),
        of('truth', (each) => `!${each}`),
        fc.tuple(tie('text'), tie('texts')).map(([each, list]) => `(${each} in ${list})`),
        fc
          .tuple(tie('text'), fc.constantFrom('contains', 'startsWith', 'endsWith'), tie('text'))
          .map(([each, method, part]) => `${each}.${method}(${part})`),
        macro('all', 'truth'),
        macro('exists', 'truth'),
        macro('exists_one', 'truth'),
      ),
      texts: fc.oneof(
        bounded,
        fc.constantFrom('l', 'o.l', '["a", s]'),
        binary('texts', '+'),
        choice('texts'),
        macro('map', 'text'),
        macro('filter', 'truth'),
        fc.tuple(tie('text'), tie('text')).map(([each, by]) => `${each}.split(${by})`),
        fc.array(tie('text'), { minLength: 1, maxLength: 3 }).map((parts) => `[${parts.join(', ')}]`),
      ),
    };
  },
);

const words = fc.constantFrom('', 'a', 'b', 'a b', '12', '-7', 'true', '漢😀');
const wholes = fc.integer({ min: -5, max: 40 });
const values = fc.record({
  s: words,
  t: words,
  e: words,
  i: wholes,
  j: wholes,
  b: fc.boolean(),
  l: fc.array(words, { maxLength: 3 }),
  o: fc.record({
    s: words,
    t: words,
    i: wholes,
    b: fc.boolean(),
    l: fc.array(words, { maxLength: 3 }),
  }),
});

const TYPES = {
  i: 'integer',
  j: 'integer',
  o: {
    kind: 'object',
    members: new Map([['i', { type: 'integer', required: true }] as const]),
    isOpen: true,
  },
} as const;

const FAILS = 'has no value';

function ours(source: string, given: Readonly<Record<string, Value>>): Value {
  const names: Names = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      { type: name in TYPES ? TYPES[name as keyof typeof TYPES] : 'any', value },
    ]),
  );
  const expression = mustParse(source);
  try {
    return expression.evaluate(scopeOf(names));
  } catch {
    return FAILS;
  }
}

/** Faults of its types, which it takes more strictly than anybody asks: of lists with members of several types. */
const OF_TYPES = /overload|ternary|heterogeneous|type/i;

/** Undefined where it does not say. */
function theirs(source: string, given: Readonly<Record<string, unknown>>): unknown {
  try {
    return plain(oracle.evaluate(source, withBigints(given) as Record<string, unknown>));
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
    return OF_TYPES.test(code) ? undefined : FAILS;
  }
}

function withBigints(value: unknown): unknown {
  if (typeof value === 'number') return BigInt(value);
  if (Array.isArray(value)) return value.map(withBigints);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withBigints(each)]));
}

function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  return Array.isArray(value) ? value.map(plain) : value;
}

test('an expression comes to what another implementation of CEL says', () => {
  let withValue = 0;
  fc.assert(
    fc.property(fc.oneof(truth, whole, text, texts), values, (source, given) => {
      const other = theirs(source, given);
      if (other === undefined) return;
      if (other !== FAILS) withValue += 1;
      expect(ours(source, given)).toEqual(other);
    }),
    { numRuns: 1500 },
  );
  expect(withValue).toBeGreaterThan(500);
});
