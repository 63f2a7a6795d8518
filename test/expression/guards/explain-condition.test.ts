import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { childrenOf, type Node } from '../../../src/expression/cel/node.ts';
import { rootOf } from '../../../src/expression/cel/syntax-tree.ts';
import { expressionOf } from '../../../src/expression/cel/expression-of.ts';
import { explainCondition, type Question } from '../../../src/expression/guards/explain-condition.ts';
import type { Scope } from '../../../src/expression/types/value.ts';
import type { Value } from '../../../src/model/value.ts';

function scopeOf(values: Readonly<Record<string, Value>>): Scope {
  return {
    types: new Map(Object.keys(values).map((name) => [name, 'any' as const])),
    values: new Map(Object.entries(values)),
  };
}

/** `text is value` for each reading, elements by their place: what a person reads, without the words. */
function seen(questions: readonly Question[]): readonly string[] {
  return questions.flatMap(({ readings, element, fault, text }) => [
    ...(fault === undefined ? [] : [`${text}: ${fault}`]),
    ...readings.map((each) => `${each.text} is ${JSON.stringify(each.value)}`),
    ...(element === undefined
      ? []
      : seen(element.questions).map((each) => `${element.list}[${element.index}] ${each}`)),
  ]);
}

const VALUES = {
  faults: ['no criterion'],
  none: [],
  deep: false,
  visits: 4,
  in: 3,
  verdict: { valid: true, kind: 'reject', 'odd key': 1 },
  result: [
    { key: 'A', outcome: 'complete', n: 1 },
    { key: 'B', outcome: 'skipped', n: 2 },
  ],
};

describe('a condition is explained by', () => {
  test.each<[string, readonly string[]]>([
    ['size(faults) > 0', ['size(faults) is 1', 'faults is ["no criterion"]']],
    ['visits < 2', ['visits is 4']],
    ['deep', ['deep is false']],
    ['!deep', ['deep is false']],
    ['verdict.kind in ["approve", "proceed"]', ['verdict.kind is "reject"']],
    ['verdict["odd key"] == 1', ['verdict["odd key"] is 1']],
    ['verdict.valid && verdict.kind == "approve"', ['verdict.kind is "reject"']],
    ['deep || verdict.valid || visits > 1', ['verdict.valid is true']],
    ['(deep || visits < 2) && verdict.valid', ['deep is false', 'visits is 4']],
    ['!(verdict.valid && verdict.kind == "approve")', ['verdict.kind is "reject"']],
    ['deep ? verdict.valid : visits > 1', ['deep is false', 'visits is 4']],
    ['has(verdict.note)', ['verdict.note is undefined']],
    [
      'visits == size(result) + 2',
      ['visits is 4', 'size(result) + 2 is 4', `result is ${JSON.stringify(VALUES.result)}`],
    ],
    ['result.exists(each, each.outcome in ["aborted", "skipped"])', ['result[1] each.outcome is "skipped"']],
    [
      'result.all(each, each.n == 1 || each.outcome == "complete")',
      ['result[1] each.n is 2', 'result[1] each.outcome is "skipped"'],
    ],
    ['!result.all(each, each.outcome == "complete")', ['result[1] each.outcome is "skipped"']],
    [
      'result.exists(a, result.exists(b, b.n > a.n))',
      ['result[0] result[1] b.n is 2', 'result[0] result[1] a.n is 1'],
    ],
    ['none.exists(each, each == 1)', ['none is []']],
    [
      'result.filter(each, each.n > 1).size() > 0',
      ['result.filter(each, each.n > 1).size() is 1', `result is ${JSON.stringify(VALUES.result)}`],
    ],
    [
      'verdict.note == 1',
      [
        'verdict.note == 1: The expression "verdict.note == 1" has no value: there is no "note" in it.',
        'verdict.note is undefined',
      ],
    ],
  ])('what it compared: %s', (text, expected) => {
    expect(seen(explainCondition(text, scopeOf(VALUES)))).toEqual(expected);
  });

  test('no more work than the whole batch may do', () => {
    const long = Array.from({ length: 400 }, (_, index) => index);
    const units = { left: 20_000 };
    const questions = explainCondition('a.exists(x, a.exists(y, x + y < 0))', {
      ...scopeOf({ a: long }),
      units,
    });
    expect(questions[0]?.fault).toContain('takes too long');
  });
});

const NAMES = ['a', 'b', 'c', 'd', 'e'] as const;

/** Conditions over five names, with parentheses where they are needed and where not. */
const condition = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(...NAMES),
    fc
      .tuple(tie('text'), fc.constantFrom('&&', '||'), tie('text'))
      .map(([left, sign, right]) => `(${left}) ${sign} (${right})`),
    fc.tuple(tie('text')).map(([inner]) => `!(${inner})`),
    fc.tuple(tie('text')).map(([inner]) => `((${inner}))`),
    fc
      .tuple(tie('text'), tie('text'), tie('text'))
      .map(([asked, yes, no]) => `(${asked}) ? (${yes}) : (${no})`),
  ),
})).text;

const booleans = fc.record(Object.fromEntries(NAMES.map((name) => [name, fc.boolean()])));

describe('laws of explanations', () => {
  test('what an explanation does not name does not matter', () => {
    fc.assert(
      fc.property(condition, booleans, booleans, (text, values, others) => {
        const named = new Set(
          explainCondition(text, scopeOf(values)).flatMap(({ readings }) =>
            readings.map((each) => each.text),
          ),
        );
        const changed = Object.fromEntries(
          NAMES.map((name) => [name, (named.has(name) ? values : others)[name] ?? false]),
        );
        const valueIn = (given: Readonly<Record<string, boolean>>): Value =>
          expressionOf({ text }).evaluate(scopeOf(given));
        expect(valueIn(changed)).toBe(valueIn(values));
      }),
      { numRuns: 500 },
    );
  });

  test('the text of each part is an expression with the value of the part', () => {
    fc.assert(
      fc.property(condition, booleans, (text, values) => {
        for (const node of nodesOf(rootOf(text))) {
          const part = text.slice(node.start, node.end);
          expect(text).toContain(part);
          expect(rootOf(part).kind).toBe(node.kind);
          expect(typeof expressionOf({ text: part }).evaluate(scopeOf(values))).toBe('boolean');
        }
      }),
      { numRuns: 300 },
    );
  });
});

function nodesOf(root: Node): readonly Node[] {
  return [root, ...childrenOf(root).flatMap(nodesOf)];
}
