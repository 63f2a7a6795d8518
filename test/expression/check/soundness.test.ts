import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { collect } from '../../../src/diagnostics/diagnostic.ts';
import { checkExpression } from '../../../src/expression/check/check-expression.ts';
import { ExpressionError } from '../../../src/expression/cel/expression-error.ts';
import type { ValueType } from '../../../src/expression/types/value.ts';
import type { Value } from '../../../src/model/value.ts';
import { mustParse } from '../../helpers/expressions.ts';

const union = (...of: readonly ValueType[]): ValueType => ({ kind: 'union', of });
const list = (items: ValueType): ValueType => ({ kind: 'list', items });
/** Members, those that may be missing with a "?" behind their names. */
const object = (members: Readonly<Record<string, ValueType>>): ValueType => ({
  kind: 'object',
  isOpen: false,
  members: new Map(
    Object.entries(members).map(([name, type]) => [
      name.replace('?', ''),
      { type, required: !name.endsWith('?') },
    ]),
  ),
});

/** Nothing is of two kinds: of what may be a text or a number the checker says nothing, for it may be the right one. */
const TYPES: Readonly<Record<string, ValueType>> = {
  t: 'string',
  n: 'number',
  i: 'integer',
  b: 'boolean',
  word: { kind: 'literals', values: ['a', 'b'] },
  maybe: union('string', 'null'),
  count: union('integer', 'null'),
  texts: list('string'),
  numbers: list('number'),
  found: list(object({ name: 'string', 'line?': 'integer', note: union('string', 'null') })),
  o: object({
    s: 'string',
    'q?': 'string',
    z: union('integer', 'null'),
    'deep?': object({ 'x?': 'number', y: 'string' }),
  }),
};
const env = { types: new Map(Object.entries(TYPES)), unbound: new Set<string>() };

type Kind = 'text' | 'number' | 'truth' | 'texts' | 'objects';

const { text, number, truth, texts, objects } = fc.letrec<Record<Kind, string>>((tie) => {
  const made = (parts: readonly Kind[], spell: (...written: string[]) => string) =>
    fc.tuple(...parts.map((kind) => tie(kind))).map((written) => spell(...written));
  const binary = (kind: Kind, ...operators: readonly string[]) =>
    fc
      .tuple(tie(kind), fc.constantFrom(...operators), tie(kind))
      .map(([a, operator, z]) => `(${a} ${operator} ${z})`);
  const choice = (kind: Kind) => made(['truth', kind, kind], (a, y, z) => `(${a} ? ${y} : ${z})`);
  const bounded = { depthSize: 'small', withCrossShrink: true } as const;
  return {
    text: fc.oneof(
      bounded,
      fc.constantFrom('t', 'word', 'maybe', 'o.s', 'o.q', 'o.deep.y', '"a"', '""', 'e', 'r.name', 'r.note'),
      fc.constantFrom('texts[i]', 'found[0].name', 'o["q"]'),
      binary('text', '+'),
      choice('text'),
      made(['number'], (a) => `string(${a})`),
      made(['text', 'number'], (a, z) => `${a}.substring(${z})`),
      made(['text'], (a) => `${a}.trim()`),
      made(['text', 'text', 'text'], (a, y, z) => `[${a}, ${y}].join(${z})`),
    ),
    number: fc.oneof(
      bounded,
      fc.constantFrom(
        'n',
        'i',
        'count',
        'o.z',
        'o.deep.x',
        '0',
        '2',
        '1.5',
        'r.line',
        'numbers[0]',
        'size(found)',
      ),
      binary('number', '+', '-', '*', '/', '%'),
      choice('number'),
      made(['number'], (a) => `-${a}`),
      made(['text'], (a) => `size(${a})`),
      made(['texts'], (a) => `size(${a})`),
      made(['text', 'text'], (a, z) => `${a}.indexOf(${z})`),
      made(['text'], (a) => `int(${a})`),
      made(['number'], (a) => `double(${a})`),
    ),
    truth: fc.oneof(
      bounded,
      fc.constantFrom(
        'b',
        'true',
        'has(maybe)',
        'has(o.q)',
        'has(o.deep)',
        'has(o.deep.x)',
        'maybe != null',
        'count != null',
      ),
      fc.constantFrom('has(r.line)', 'has(r.note)', 'o.z == null', 'has(count)', 'r.note != null', 'has(e)'),
      binary('truth', '&&', '||', '&&', '||', '==', '!='),
      binary('number', '<', '<=', '>', '>=', '==', '!='),
      binary('text', '<', '==', '!='),
      choice('truth'),
      made(['truth'], (a) => `!${a}`),
      made(['text', 'texts'], (a, z) => `(${a} in ${z})`),
      made(['text', 'text'], (a, z) => `${a}.contains(${z})`),
      fc
        .tuple(fc.constantFrom('exists', 'all', 'exists_one'), tie('texts'), tie('truth'))
        .map(([name, a, z]) => `${a}.${name}(e, ${z})`),
      made(['objects', 'truth'], (a, z) => `${a}.exists(r, ${z})`),
    ),
    texts: fc.oneof(
      bounded,
      fc.constantFrom('texts', '[]', '["a"]'),
      binary('texts', '+'),
      choice('texts'),
      made(['text', 'text'], (a, z) => `[${a}, ${z}]`),
      made(['text', 'text'], (a, z) => `${a}.split(${z})`),
      made(['texts', 'truth'], (a, z) => `${a}.filter(e, ${z})`),
      made(['texts', 'text'], (a, z) => `${a}.map(e, ${z})`),
      made(['objects', 'text'], (a, z) => `${a}.map(r, ${z})`),
      made(['objects', 'truth', 'text'], (a, y, z) => `${a}.map(r, ${y}, ${z})`),
      made(['texts', 'number'], (a, z) => `take(${a}, ${z})`),
    ),
    objects: fc.oneof(
      bounded,
      fc.constantFrom('found', '[{"name": t}]'),
      binary('objects', '+'),
      made(['objects', 'truth'], (a, z) => `${a}.filter(r, ${z})`),
      made(['text', 'number'], (a, z) => `[{"name": ${a}, "line": ${z}}]`),
    ),
  };
});

function valueOf(type: ValueType): fc.Arbitrary<Value> {
  if (type === 'string') return fc.constantFrom('', 'a', 'b', '12', 'x y');
  if (type === 'number') return fc.constantFrom(0, 1, -2, 2.5);
  if (type === 'integer') return fc.constantFrom(0, 1, 3);
  if (type === 'boolean') return fc.boolean();
  if (type === 'null' || type === 'any') return fc.constant(null);
  if (type.kind === 'literals') return fc.constantFrom(...type.values);
  if (type.kind === 'list') return fc.array(valueOf(type.items), { maxLength: 3 });
  if (type.kind === 'union') return fc.oneof(...type.of.map(valueOf));
  const members = Object.fromEntries([...type.members].map(([name, member]) => [name, valueOf(member.type)]));
  const required = [...type.members].filter(([, member]) => member.required).map(([name]) => name);
  return fc.record(members, { requiredKeys: required });
}
const values = fc.record(
  Object.fromEntries(Object.entries(TYPES).map(([name, type]) => [name, valueOf(type)])),
);

/** What no type says: that a divisor is not zero, how long a list or a text is, what a text says. */
const BY_VALUE = /divides by zero|only where it is a|no element at that index|out of range|outside|beyond/;

test('an expression of which nothing is reported fails at no value that may be missing', () => {
  let silent = 0;
  fc.assert(
    fc.property(fc.oneof(text, number, truth, texts, objects), values, (written, given) => {
      const expression = mustParse(written);
      const { diagnostics, report } = collect();
      checkExpression(expression, env, report);
      if (diagnostics.length > 0) return;
      silent += 1;
      try {
        expression.evaluate({ types: env.types, values: new Map(Object.entries(given)) });
      } catch (thrown) {
        if (!(thrown instanceof ExpressionError)) throw thrown;
        expect(thrown.message).toMatch(BY_VALUE);
      }
    }),
    { numRuns: 3000 },
  );
  expect(silent).toBeGreaterThan(300);
});
