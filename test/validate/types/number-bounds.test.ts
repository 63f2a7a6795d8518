import { describe, expect, test } from 'vitest';
import { check } from '../../../src/check/check.ts';

/** What is told of the guards of a map, and every error in it. */
function codesOf(tasks: string): readonly string[] {
  const text = `map "A"\n${tasks}\nend Yes\nend No failed`;
  const { diagnostics } = check({ name: 'a.wfmap', text }, () => ({ kind: 'missing', lookedIn: [] }));
  return diagnostics
    .filter(({ code, severity }) => severity === 'error' || code.includes('guard'))
    .map(({ code }) => code);
}

const scored = (score: string) => `{ type: "object", properties: { score: ${score} }, required: ["score"] }`;
const SCORED_HIGH = scored('{ type: "integer", minimum: 5, maximum: 10 }');
const INPUT = `input review: object schema ${SCORED_HIGH}`;
const REVIEW = `
claude Look as review
  prompt "Look."
  output ${SCORED_HIGH}
  Go -> Next`;
const HIGH = '-> Yes when review.score >= 5';
const LOW = '-> Yes when review.score < 3\n  Else -> No';
const LOWERED = '{"score": review.score - 5}';

describe('the bounds of an input or a result', () => {
  test.each([INPUT, REVIEW])('hold where it is read by its name: %s', (before) => {
    expect(codesOf(`${before}\ndecide Next\n  ${HIGH}`)).toEqual([]);
    expect(codesOf(`${before}\ndecide Next\n  ${LOW}`)).toEqual(['unreachable-guard']);
  });

  test.each<readonly [string, string, string]>([
    ['a value that is set', `${REVIEW}\ndecide Next\n  review = ${LOWERED}`, ''],
    ['an argument', `${INPUT}\ndecide Start\n  Go -> Next (review = ${LOWERED})\ndecide Next`, ''],
    [
      'a parameter',
      `${INPUT}\nclaude Next\n  promptTemplate "\${review}"\n  param review?: object = {"score": 1} schema ${scored('{ type: "integer" }')}`,
      '',
    ],
    [
      'an item',
      `${REVIEW}\nforeach Next\n  each review in [${LOWERED}]\n  body {\n  decide Look`,
      'end Yes\n  end No failed\n  }\n  -> Yes always',
    ],
  ])('do not hold of %s of the same name', (_, before, after) => {
    expect(codesOf(`${before}\n  ${HIGH}\n  ${after}`)).toEqual(['inexhaustive-guards']);
    expect(codesOf(`${before}\n  ${LOW}\n  ${after}`)).toEqual([]);
  });
});

describe('a bound that is exclusive', () => {
  test.each([
    '{ type: "integer", exclusiveMinimum: 0, exclusiveMaximum: 3 }',
    '{ type: "integer", exclusiveMinimum: 0.5, exclusiveMaximum: 2.5 }',
    '{ type: "integer", minimum: 1, exclusiveMinimum: -5, maximum: 2, exclusiveMaximum: 9 }',
  ])('is that of the next whole number, unless there is a narrower one: %s', (schema) => {
    const task = `claude Count\n  prompt "Count."\n  output ${scored(schema)}`;
    const guards = 'A -> Yes when result.score == 1\n  B -> No when result.score == 2';
    expect(codesOf(`${task}\n  ${guards}`)).toEqual([]);
  });
});

test.each([
  ['result.exitCode', ''],
  ['done.exitCode', '-> Next always\ndecide Next\n  '],
  ['changes.count', '-> Next always\ndecide Next\n  '],
])('an exit code and a count are never negative: %s', (count, next) => {
  const guards = `A -> Yes when ${count} == 0\n  B -> No when ${count} > 0`;
  expect(codesOf(`shell Work as done\n  command "true"\n  ${next}${guards}`)).toEqual([]);
});
