import { describe, expect, it } from 'vitest';
import { collect, type Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { checkExpression } from '../../src/expression/check-expression.ts';
import type { ValueType } from '../../src/expression/value.ts';
import { mustParse } from '../helpers/expressions.ts';

const TYPES: ReadonlyMap<string, ValueType> = new Map([
  ['storyId', 'string'],
  ['story-id', 'string'],
  ['visits', 'integer'],
  ['score', 'number'],
  ['continue', 'boolean'],
  ['result', 'any'],
]);

function check(text: string): readonly Diagnostic[] {
  const { diagnostics, report } = collect();
  checkExpression(mustParse(text), { types: TYPES, unbound: new Set() }, report);
  return diagnostics;
}

/** The text with the edits of a fix, which is what people get. */
function fixed(text: string): string {
  const edits = check(text)[0]?.fix?.edits ?? [];
  return edits.reduceRight(
    (all, { span, newText }) => all.slice(0, span.start) + newText + all.slice(span.end),
    text,
  );
}

describe('names', () => {
  it('an undeclared name is told at its place', () => {
    expect(check('visits > 1 ? nobody : ""')).toMatchObject([
      {
        code: 'undeclared-name',
        message: 'The name "nobody" is not declared.',
        span: { start: 13, end: 19 },
      },
    ]);
  });

  it('a name is told once an expression', () => {
    expect(check('nobody + nobody')).toHaveLength(1);
  });

  it('a name is asked for in has() too', () => {
    expect(check('has(nobody)')).toMatchObject([{ code: 'undeclared-name' }]);
  });

  it.each([
    ['storyid', 'storyId'],
    ['storyid + "-" + storyid', 'storyId + "-" + storyId'],
    ['vars["stori-id"]', 'vars["story-id"]'],
    ['story-id', 'vars["story-id"]'],
    ['"#" + story-id + "."', '"#" + vars["story-id"] + "."'],
  ])('a near miss has a fix: %s', (text, expected) => {
    expect(check(text)).toHaveLength(1);
    expect(fixed(text)).toBe(expected);
  });

  it('a name that is like no other has no fix', () => {
    expect(check('nobody')[0]?.fix).toBeUndefined();
  });
});

describe('types', () => {
  it.each([
    'storyId == "" ? 1 : 2',
    'continue ? "a" : "b"',
    'continue ? storyId : visits',
    'visits < 5 && score / 2 > 1',
    'visits == score || score in [1, 2]',
    '"n=" + visits + score',
    'result ? 1 : 2',
    'result.any.thing + 1',
    'null ? 1 : 2',
    'has(storyId) && storyId.startsWith("a")',
    'vars["story-id"] + "!"',
    'result.items.all(continue, continue > 1)',
    'storyId',
  ])('fit: %s', (text) => {
    expect(check(text)).toEqual([]);
  });

  it.each<readonly [string, number, number, string]>([
    ["storyId ? 'a' : 'b'", 0, 7, 'a condition is true or false, and "storyId" is a text'],
    ['continue && visits', 12, 18, 'a condition is true or false, and "visits" is a number'],
    ['!score', 1, 6, 'a condition is true or false, and "score" is a number'],
    ['"a" == 1', 0, 8, '""a" == 1" uses "==" between a text and a number'],
    ['size(1, 2)', 0, 10, '"size(1, 2)" is called with arguments that it does not take'],
    ['storyId == 1', 0, 12, '"storyId == 1" uses "==" between a text and a number'],
    ['storyId < 1', 0, 11, '"storyId < 1" uses "<" between a text and a number'],
    ['storyId + continue', 0, 18, '"storyId + continue" uses "+" between a text and true or false'],
    ['-storyId', 0, 8, '"-storyId" uses "-" before a text'],
    ['storyId.name', 8, 12, '"name" asks for a member of a text'],
    [
      'visits.startsWith("a")',
      0,
      22,
      '"visits.startsWith("a")" is called with arguments that it does not take',
    ],
    ['visits.all(x, x)', 0, 6, '"visits" is no list'],
  ])('clash: %s', (text, start, end, problem) => {
    expect(check(text)).toMatchObject([
      { code: 'type-clash', message: `The types do not fit: ${problem}.`, span: { start, end } },
    ]);
  });

  it('a text as a condition is to be compared', () => {
    expect(check("storyId ? 'a' : 'b'")[0]?.help).toBe('Compare it: storyId != "".');
    expect(check('!score')[0]?.help).toBe('Compare it: score != 0.');
  });

  it('are not looked at before all names are declared', () => {
    expect(check('nobody && storyId').map((each) => each.code)).toEqual(['undeclared-name']);
  });
});
