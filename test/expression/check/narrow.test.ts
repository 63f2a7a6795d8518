import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExpressionError } from '../../../src/expression/cel/expression-error.ts';
import { namesKnownBoundBy, narrow } from '../../../src/expression/check/narrow.ts';
import { typeOfExpression } from '../../../src/expression/check/type-of-expression.ts';
import type { ValueType } from '../../../src/expression/types/value.ts';
import { mustParse } from '../../helpers/expressions.ts';
import { fits } from '../fits.ts';

describe('the names that a condition says are bound', () => {
  it.each<readonly [string, readonly string[], readonly string[]]>([
    ['a', ['a'], []],
    ['has(a)', ['a'], []],
    ['!has(a)', [], ['a']],
    ['has(a.b)', ['a'], []],
    ['a.b', ['a'], []],
    ['!a.b', [], ['a']],
    ['a.b == "x"', ['a'], []],
    ['a == ""', [], []],
    ['a != "x"', [], ['a']],
    ['has(a) && b.c', ['a', 'b'], []],
    ['has(a) || has(b)', [], []],
    ['has(a) || has(a) && b', ['a'], []],
    ['!has(a) || !has(b)', [], ['a', 'b']],
    ['has(a) ? has(b) : false', ['a', 'b'], []],
    ['a in ["x", "y"]', ['a'], []],
    ['list.exists(a, has(a))', [], []],
    ['has(vars["a-b"])', ['a-b'], []],
  ])('%s', (text, whenTrue, whenFalse) => {
    expect([...namesKnownBoundBy(mustParse(text)).whenTrue]).toEqual(whenTrue);
    expect([...namesKnownBoundBy(mustParse(text)).whenFalse]).toEqual(whenFalse);
  });
});

describe('an environment', () => {
  const env = { types: new Map<string, ValueType>([['a', 'string']]), unbound: new Set(['b']) };

  it('of which nothing is learnt stays as it is', () => {
    expect(narrow(env, mustParse('a.size() > 1'), true)).toEqual(env);
    expect(narrow(env, mustParse('a.size() > 1'), true).types).toBe(env.types);
  });

  it('keeps the names that a condition does not speak of', () => {
    const types = new Map<string, ValueType>([...env.types, ['b', 'boolean']]);
    expect(narrow({ types, unbound: env.unbound }, mustParse('b'), true)).toEqual({
      types: new Map<string, ValueType>([
        ['a', 'string'],
        ['b', { kind: 'literals', values: [true] }],
      ]),
      unbound: new Set(),
    });
  });
});

describe('the type of an expression', () => {
  const types = new Map<string, ValueType>([
    ['n', 'integer'],
    ['s', 'string'],
    ['x', 'any'],
    ['l', { kind: 'list', items: 'number' }],
    ['either', { kind: 'union', of: ['string', 'integer'] }],
    ['maybe', { kind: 'union', of: ['integer', 'null'] }],
    ['written', { kind: 'literals', values: ['a', 1] }],
    ['listed', { kind: 'union', of: ['number', { kind: 'list', items: 'string' }] }],
  ]);
  it.each<readonly [string, ValueType]>([
    ['n', 'integer'],
    ['n + 1', 'integer'],
    ['n / 2.0', 'number'],
    ['-n', 'integer'],
    ['n > 1 && !x', 'boolean'],
    ['"n=" + n', 'string'],
    ['x + 1', 'any'],
    ['s.split(",")', { kind: 'list', items: 'string' }],
    ['l.map(i, i > 1)', { kind: 'list', items: 'boolean' }],
    ['l.filter(i, i > 1)', { kind: 'list', items: 'number' }],
    ['size(l)', 'integer'],
    ['l + l', { kind: 'list', items: 'number' }],
    ['either + 1', { kind: 'union', of: ['string', 'integer'] }],
    ['1.5 + either', { kind: 'union', of: ['string', 'number'] }],
    ['either + "a"', 'string'],
    ['either - 1', 'number'],
    ['maybe + 1', 'integer'],
    ['written + 1', { kind: 'union', of: ['string', 'number'] }],
    ['listed + l', { kind: 'list', items: { kind: 'union', of: ['string', 'number'] } }],
    ['listed + 1', 'number'],
    ['listed + x', 'any'],
    ['l[0]', 'number'],
    ['x ? "a" : "b"', { kind: 'literals', values: ['a', 'b'] }],
    ['x ? n : null', { kind: 'union', of: ['integer', 'null'] }],
    [
      '{a: n}',
      { kind: 'object', members: new Map([['a', { type: 'integer', required: true }]]), isOpen: false },
    ],
  ])('%s', (text, type) => {
    expect(typeOfExpression(mustParse(text), { types, unbound: new Set() })).toEqual(type);
  });
});

const END: ValueType = {
  kind: 'union',
  of: ['done', 'failed', 'late'].map((outcome): ValueType => ({
    kind: 'object',
    members: new Map<string, { type: ValueType; required: boolean }>([
      ['outcome', { type: { kind: 'literals', values: [outcome] }, required: true }],
      ...(outcome === 'failed' ? [] : [['ok', { type: 'boolean', required: outcome === 'done' }] as const]),
    ]),
    isOpen: false,
  })),
};
const atom = fc.constantFrom(
  'flag',
  'has(end.ok)',
  'end.ok',
  'end.outcome == "done"',
  'end.outcome != "failed"',
  'end.outcome in ["late", "done"]',
  'has(note)',
  'note == "a"',
  'note != ""',
);
const { condition } = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    atom,
    tie('condition').map((each) => `!(${each})`),
    fc
      .tuple(tie('condition'), fc.constantFrom('&&', '||'), tie('condition'))
      .map(([left, sign, right]) => `(${left}) ${sign} (${right})`),
    fc
      .tuple(tie('condition'), tie('condition'), tie('condition'))
      .map(([first, second, third]) => `(${first}) ? (${second}) : (${third})`),
  ),
}));
const value = fc.record({
  flag: fc.boolean(),
  end: fc.constantFrom(
    { outcome: 'done', ok: true },
    { outcome: 'done', ok: false },
    { outcome: 'failed' },
    { outcome: 'late' },
    { outcome: 'late', ok: true },
  ),
  note: fc.constantFrom(undefined, '', 'a', 'b'),
});

describe('properties', () => {
  it('what a condition says holds wherever it is so', () => {
    const env = {
      types: new Map<string, ValueType>([
        ['flag', 'boolean'],
        ['end', END],
        ['note', 'string'],
      ]),
      unbound: new Set(['note']),
    };
    fc.assert(
      fc.property(condition, value, (text, values) => {
        const expression = mustParse(text);
        const truth = attempt(() =>
          expression.evaluate({ types: env.types, values: new Map(Object.entries(values)) }),
        );
        // An end that is read where it may fail is told to the author; nothing is said of what comes after it.
        fc.pre(truth !== undefined && !(values.end.outcome === 'failed' && text.includes('end.ok')));
        const { types, unbound } = narrow(env, expression, truth === true);
        expect(fits(values.end, types.get('end') ?? 'any')).toBe(true);
        expect(fits(values.flag, types.get('flag') ?? 'any')).toBe(true);
        expect(unbound.has('note') || values.note !== undefined).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

function attempt(work: () => unknown): unknown {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof ExpressionError) return undefined;
    throw thrown;
  }
}
