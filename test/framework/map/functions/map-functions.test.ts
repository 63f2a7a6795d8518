import { describe, expect, it } from 'vitest';
import { collect } from '../../../../src/diagnostics/diagnostic.ts';
import { checkExpression } from '../../../../src/expression/check/check-expression.ts';
import { ExpressionError } from '../../../../src/expression/cel/expression-error.ts';
import { builtInNames, findBuiltIn } from '../../../../src/expression/functions/functions.ts';
import { inferExpression } from '../../../../src/expression/check/infer-expression.ts';
import { objectOf } from '../../../../src/expression/types/result-type.ts';
import { literalsOf } from '../../../../src/expression/types/union-of.ts';
import type { ValueType } from '../../../../src/expression/types/value.ts';
import { evaluate, mustParse, parse, type Names } from '../../../helpers/expressions.ts';

const SUBTASK = objectOf([['id', 'string']]);
const TYPES: ReadonlyMap<string, ValueType> = new Map<string, ValueType>([
  ['any', 'any'],
  ['text', 'string'],
  ['count', 'integer'],
  ['score', 'number'],
  ['flag', 'boolean'],
  ['level', literalsOf(['low', 'high'])],
  ['maybe', { kind: 'union', of: ['string', 'null'] }],
  ['list', { kind: 'list', items: 'any' }],
  ['texts', { kind: 'list', items: 'string' }],
  ['numbers', { kind: 'list', items: 'number' }],
  ['subtasks', { kind: 'list', items: SUBTASK }],
  ['subtask', SUBTASK],
]);
const env = { types: TYPES, unbound: new Set<string>() };

function problemsIn(text: string): readonly string[] {
  const { diagnostics, report } = collect();
  checkExpression(mustParse(text), env, report);
  return diagnostics.map(({ message }) => message.replace('The types do not match: ', ''));
}

describe('arguments', () => {
  it.each([
    'blueprintFaults(list, count)',
    'blueprintFaults(subtasks, score)',
    'blueprintFaults(any, any)',
    'blueprintFaults(null, 20)',
    'replan(subtasks, list, texts)',
    'replan(list, list, list.map(each, each.id))',
    'testVerdict(count, text)',
    'testVerdict(count, maybe)',
    'mapContext({goal: text, subtask: subtask, plan: subtasks, upstream: list, finished: texts, delta: text})',
    'mapContext({delta: texts, budget: count, "goal": flag ? text : null})',
    'mapContext({delta: level})',
    'mapContext(any)',
    'signature(subtask)',
    'size(blueprintFaults(list, 20)) == 0 && blueprintFaults(list, 20) == []',
  ])('that fit are silent: %s', (text) => {
    expect(problemsIn(text)).toEqual([]);
  });

  it.each([
    ['blueprintFaults(subtask, 1)', '"subtasks" of blueprintFaults() is a list, and this is an object.'],
    ['blueprintFaults(list, flag)', '"max" of blueprintFaults() is a number, and this is true or false.'],
    [
      'replan(list, list, numbers)',
      '"invalidated" of replan() is a list of texts, and this is a list of numbers.',
    ],
    [
      'replan(list, list, subtasks)',
      '"invalidated" of replan() is a list of texts, and this is a list of objects.',
    ],
    ['testVerdict(level, text)', '"exitCode" of testVerdict() is a number, and this is a text.'],
    [
      'mapContext({subtask: subtasks})',
      '"subtask" of mapContext() is an object, and this is a list of objects.',
    ],
    ['mapContext({gaol: text})', 'mapContext() knows no "gaol"; there is "goal".'],
    ['mapContext({other: text})', 'mapContext() knows no "other".'],
    ['mapContext(subtask)', 'mapContext() knows no "id".'],
    [
      'list.map(each, testVerdict(texts, each)) == []',
      '"exitCode" of testVerdict() is a number, and this is a list of texts.',
    ],
    ['testVerdict(count, text) == "grene"', '"testVerdict(count, text)" is never "grene".'],
    [
      'blueprintFaults(list, 1) && flag',
      'a condition is true or false, and "blueprintFaults(list, 1)" is a list.',
    ],
    ['mapContext({}) > 1', '"mapContext({}) > 1" uses ">" between a text and a number.'],
  ])('that cannot fit are told, once: %s', (text, problem) => {
    expect(problemsIn(text)).toEqual([problem]);
  });

  it.each(builtInNames())('of %s() are as many as it has parameters', (name) => {
    const parameters = findBuiltIn(name)?.parameters ?? [];
    const call = (count: number): string =>
      `${name}(${Array.from({ length: count }, () => 'null').join(', ')})`;
    expect(parse(call(parameters.length)).diagnostics).toEqual([]);
    for (const count of [parameters.length - 1, parameters.length + 1]) {
      expect(parse(call(count)).diagnostics).toMatchObject([
        {
          code: 'invalid-expression',
          message: expect.stringContaining(`${name}() takes ${parameters.length} arg`),
        },
      ]);
    }
  });
});

describe('results', () => {
  it.each<readonly [string, ValueType]>([
    ['blueprintFaults(list, 20)', { kind: 'list', items: 'string' }],
    ['replan(subtasks, subtasks, texts)', { kind: 'list', items: SUBTASK }],
    ['replan(subtasks, list, texts)', { kind: 'list', items: 'any' }],
    ['testVerdict(count, text)', literalsOf(['green', 'red', 'broken'])],
    ['mapContext(any)', 'string'],
    ['take(subtasks, 2)', { kind: 'list', items: SUBTASK }],
    ['signature(any)', 'string'],
  ])('%s has its type', (text, type) => {
    expect(inferExpression(mustParse(text), env).type).toEqual(type);
  });

  it.each<readonly [string, Names, unknown]>([
    ['size(blueprintFaults([], 20))', {}, 1],
    ['testVerdict(1, "E   AssertionError: 1") == "red" ? "go" : "stop"', {}, 'go'],
    ['testVerdict(code, "")', { code: { type: 'integer', value: 0 } }, 'green'],
    ['testVerdict(code, "")', { code: { type: 'number', value: 0 } }, 'green'],
    ['replan(s, [], ["a"]).map(each, each.revision + 1)', { s: { type: 'any', value: [{ id: 'a' }] } }, [2]],
    ['take([1, 2, 3], 2.5)', {}, [1, 2]],
    ['take("abc", 2)', {}, []],
    ['take([1, 2], none)', { none: { type: 'any' } }, []],
    ['mapContext({goal: none})', { none: { type: 'any' } }, ''],
    ['signature(a) == signature({b: 1})', { a: { type: 'any', value: { b: 1 } } }, true],
    [
      'replan + signature',
      { replan: { type: 'string', value: 'a' }, signature: { type: 'string', value: 'b' } },
      'ab',
    ],
    ['replan(replan, [], [])', { replan: { type: 'any', value: [1] } }, [1]],
  ])('%s', (text, names, expected) => {
    expect(evaluate(text, names)).toEqual(expected);
  });

  it('keys that all objects have come through as they are', () => {
    const value = JSON.parse('[{"id": "a", "__proto__": {"x": 1}, "constructor": 2}]') as never;
    const result = evaluate('replan([], list, [])', { list: { type: 'any', value } });
    expect(JSON.stringify(result)).toBe('[{"id":"a","__proto__":{"x":1},"constructor":2}]');
  });

  it('what is given to functions counts among what an evaluation may take', () => {
    const names = { text: { type: 'string', value: 'x'.repeat(1_000_000) } } as const;
    expect(evaluate('signature(text)', names)).toHaveLength(16);
    const many = `[${Array.from({ length: 20 }, (_, each) => each).join(', ')}].map(each, signature(text))`;
    expect(() => evaluate(many, names)).toThrow(ExpressionError);
  });
});

it.each([
  ['blueprintFault(a, 1)', 'there is no function blueprintFault(); there is blueprintFaults()'],
  ['mapcontext({})', 'there is no function mapcontext(); there is mapContext()'],
  ['a.signature()', 'there is no method signature(); it is a function, as in signature(value)'],
  ['join(a, ",")', 'there is no function join(); it is a method, as in value.join(…)'],
])('a name that there is not is told with the one that was meant: %s', (text, problem) => {
  expect(parse(text).diagnostics[0]?.message).toBe(`This expression cannot be read: ${problem}.`);
});
