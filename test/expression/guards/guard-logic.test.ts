import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExpressionError } from '../../../src/expression/cel/expression-error.ts';
import { analyseGuards } from '../../../src/expression/guards/guard-logic.ts';
import type { TypeEnvironment } from '../../../src/expression/check/type-environment.ts';
import { typeOfSchema } from '../../../src/expression/types/type-of-schema.ts';
import type { Scope, ValueType } from '../../../src/expression/types/value.ts';
import type { Value } from '../../../src/model/value.ts';
import { cpuMsOf } from '../../helpers/cpu-ms.ts';
import { mustParse } from '../../helpers/expressions.ts';

const END = {
  oneOf: [
    {
      type: 'object',
      properties: { outcome: { const: 'done' }, ok: { type: 'boolean' }, note: { type: 'string' } },
      required: ['outcome', 'ok'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: { outcome: { const: 'failed' } },
      required: ['outcome'],
      additionalProperties: false,
    },
  ],
};
const ENV: TypeEnvironment = {
  types: new Map<string, ValueType>([
    ['flag', 'boolean'],
    ['kind', { kind: 'literals', values: ['bug', 'feature'] }],
    ['visits', 'integer'],
    ['score', 'number'],
    ['text', 'string'],
    ['end', typeOfSchema(END)],
    [
      'review',
      typeOfSchema({ type: 'object', properties: { valid: { type: 'boolean' } }, required: ['valid'] }),
    ],
    ['anything', 'any'],
  ]),
  unbound: new Set(['review']),
};

const analyse = (...guards: readonly (string | undefined)[]) =>
  analyseGuards(
    guards.map((each) => (each === undefined ? undefined : mustParse(each))),
    ENV,
  );

describe('guards that leave no case out', () => {
  it.each([
    [['flag', '!flag']],
    [['flag', undefined]],
    [['true']],
    [['flag && visits < 3', '!flag', 'visits >= 3']],
    [['visits >= 1']],
    [['kind == "bug"', 'kind == "feature"']],
    [['kind in ["bug", "feature"]']],
    [['score > 0.5', '0.5 >= score']],
    [['text == "a"', 'text != "a"']],
    [['has(review) && review.valid', 'has(review) && !review.valid', '!has(review)']],
    [['end.outcome == "done" && end.ok', 'end.outcome == "failed"', '!end.ok']],
    [['text.startsWith("a")', '!text.startsWith("a")']],
    [['text == kind', 'text != kind']],
    [['size(text) == 0', 'size(text) > 0']],
    [['text.size() >= 1', '0 == size(text)']],
    [['size(text) != 0 && flag', '1 > text.size()', '!flag']],
    [['0 < size(text)', 'size(text) <= 0']],
    [['kind in ["bug"] && flag', 'kind in ["feature"] || !flag']],
    [['flag ? flag : true', '!(flag ? flag : true)']],
  ])('%j', (guards) => {
    expect(analyse(...guards)).toMatchObject({ exhaustive: 'yes', evidence: 'proved' });
  });
});

describe('guards that can all be false have a witness', () => {
  it.each([
    [['flag'], 'flag = false'],
    [['flag && visits < 3', '!flag', 'visits > 3'], 'flag = true, visits = 3'],
    [['kind == "bug"'], 'kind = "feature"'],
    [['text == "a"', 'text == "b"'], 'text is something else'],
    [['anything.x == "a"'], 'anything.x is something else'],
    [['score > 0.5', 'score < 0.5'], 'score = 0.5'],
    [['visits < 2.5', 'visits > 3'], 'visits = 3'],
    [['has(review) && review.valid', '!has(review)'], 'review is set, review.valid = false'],
    [['has(review)'], 'review is not set'],
    [['end.outcome == "done" && end.ok', 'end.outcome == "failed"'], 'end.outcome = "done", end.ok = false'],
    [['flag && text.contains("x")'], 'flag = false'],
    [['size(text + "a  b") > 7', 'size(text + "a  b") <= 6'], 'size(text + "a  b") = 7'],
  ])('%j: %s', (guards, witness) => {
    expect(analyse(...guards)).toMatchObject({ exhaustive: 'no', witness, evidence: 'proved' });
  });
});

describe('what is not decided is not known', () => {
  it.each([
    [['text.startsWith("a")', 'flag']],
    [['visits % 2 == 0', 'visits % 2 == 1']],
    [['text.contains("a  b")', '!text.contains("a b")']],
  ])('%j', (guards) => {
    expect(analyse(...guards)).toEqual({ exhaustive: 'unknown', dead: [], evidence: 'heuristic' });
  });

  it('nor what has too many cases, unless the last guard holds always', async () => {
    const many = Array.from({ length: 40 }, (_, index) => `anything.a${index} == "x" || flag`);
    const took = await cpuMsOf(() => {
      expect(analyse(...many).exhaustive).toBe('unknown');
      expect(analyse(...many, undefined, 'flag')).toMatchObject({ exhaustive: 'yes', dead: [41] });
    });
    expect(took).toBeLessThan(1000);
  });

  it('nor guards that have no value', () => {
    expect(analyse('text', '!text').exhaustive).toBe('unknown');
  });
});

describe('a guard that others cover is dead', () => {
  it.each<readonly [readonly (string | undefined)[], readonly number[]]>([
    [['flag', '!flag', 'visits > 3'], [2]],
    [['flag', 'flag && visits > 3', undefined], [1]],
    [['visits > 2', 'visits > 5', undefined], [1]],
    [['visits < 1', undefined], [0]],
    [['kind == "bug"', 'kind != "feature"', undefined], [1]],
    [[undefined, 'flag'], [1]],
    [['text.contains("a")', 'text.contains("a") && flag', undefined], [1]],
    [['text.contains("a  b")', 'text.contains("a b")', undefined], []],
    [['flag', undefined], []],
  ])('%j: %j', (guards, dead) => {
    expect(analyse(...guards).dead).toEqual(dead);
  });
});

const atom = fc.oneof(
  fc.constantFrom(
    'flag',
    'true',
    'flag == true',
    'false != flag',
    'has(review)',
    'has(end.note)',
    'has(end.ok)',
  ),
  fc.constantFrom(
    'kind == "bug"',
    'kind != "feature"',
    '"bug" == kind',
    'kind in ["bug"]',
    'kind == "other"',
  ),
  fc.constantFrom(
    'has(review) && review.valid',
    'end.outcome == "done"',
    'end.ok',
    'end.note == ""',
    'end.note == "a"',
  ),
  fc
    .tuple(fc.constantFrom('<', '<=', '>', '>=', '==', '!='), fc.integer({ min: 0, max: 3 }), fc.boolean())
    .map(([sign, bound, isTurned]) => (isTurned ? `${bound} ${sign} visits` : `visits ${sign} ${bound}`)),
);
const { guard } = fc.letrec<{ guard: string }>((tie) => ({
  guard: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    atom,
    tie('guard').map((each) => `!(${each})`),
    fc
      .tuple(tie('guard'), fc.constantFrom('&&', '||'), tie('guard'))
      .map(([left, sign, right]) => `(${left}) ${sign} (${right})`),
  ),
}));

/** Every scope over values that the constants above can tell apart. */
function* scopes(): Iterable<Scope> {
  const ends: readonly Value[] = [
    { outcome: 'failed' },
    ...[true, false].flatMap((ok) => [
      { outcome: 'done', ok },
      { outcome: 'done', ok, note: 'a' },
      { outcome: 'done', ok, note: 'b' },
      { outcome: 'done', ok, note: '' },
    ]),
  ];
  for (const flag of [true, false])
    for (const kind of ['bug', 'feature'])
      for (const visits of [1, 2, 3, 4])
        for (const end of ends)
          for (const review of [undefined, { valid: true }, { valid: false }]) {
            const values = new Map(Object.entries({ flag, kind, visits, end, review }));
            yield { types: ENV.types, values };
          }
}
const SCOPES = [...scopes()];

/** Which guard comes first, by evaluating them; undefined for none. */
function firstOf(
  guards: readonly ReturnType<typeof mustParse>[],
  scope: Scope,
): number | 'failed' | undefined {
  for (const [index, each] of guards.entries()) {
    try {
      if (each.evaluate(scope) === true) return index;
    } catch (thrown) {
      if (thrown instanceof ExpressionError) return 'failed';
      throw thrown;
    }
  }
  return undefined;
}

describe('properties', () => {
  it('sizes are compared in many ways, and what is said of two of them is so', () => {
    const signs = ['==', '!=', '<', '<=', '>', '>='];
    const forms = signs.flatMap((sign) =>
      [-1, 0, 1, 2].flatMap((bound) => [`size(text) ${sign} ${bound}`, `${bound} ${sign} text.size()`]),
    );
    const scopeOf = (value: string): Scope => ({ types: ENV.types, values: new Map([['text', value]]) });
    const truths = new Map(
      forms.map((form) => {
        const guard = mustParse(form);
        return [form, ['', 'a', 'ab', 'abc'].map((value) => guard.evaluate(scopeOf(value)) === true)];
      }),
    );
    let proved = 0;
    for (const one of forms) {
      for (const other of forms) {
        const { exhaustive, dead } = analyse(one, other);
        const isEver = truths.get(one)?.map((yes, at) => yes || truths.get(other)?.[at] === true) ?? [];
        if (exhaustive === 'yes') proved += 1;
        expect(exhaustive === 'yes' && isEver.includes(false), `${one}, ${other}`).toBe(false);
        expect(exhaustive === 'no' && !isEver.includes(false), `${one}, ${other}`).toBe(false);
        const isNeeded = truths.get(other)?.some((yes, at) => yes && truths.get(one)?.[at] === false);
        expect(dead.includes(1) && isNeeded, `${one}, ${other}`).toBe(false);
      }
    }
    // Six ways to ask for each, by a function and a method.
    expect(proved).toBeGreaterThanOrEqual(2 * 6 * 6);
  });

  it('agrees with evaluating every case', () => {
    fc.assert(
      fc.property(fc.array(guard, { minLength: 1, maxLength: 3 }), (texts) => {
        const guards = texts.map((each) => mustParse(each));
        const firsts = new Set(SCOPES.map((scope) => firstOf(guards, scope)));
        fc.pre(firsts.size > 1 || !firsts.has('failed'));
        const { exhaustive, dead, evidence } = analyseGuards(guards, ENV);
        expect(evidence).toBe('proved');
        expect(exhaustive).toBe(firsts.has(undefined) ? 'no' : 'yes');
        expect(dead).toEqual(texts.flatMap((_, index) => (firsts.has(index) ? [] : [index])));
      }),
      { numRuns: 150 },
    );
  });
});
