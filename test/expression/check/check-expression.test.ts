import { describe, expect, it } from 'vitest';
import { collect, type Diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import { checkExpression } from '../../../src/expression/check/check-expression.ts';
import { objectOf } from '../../../src/expression/types/result-type.ts';
import { absentMark } from '../../../src/expression/check/type-environment.ts';
import { literalsOf } from '../../../src/expression/types/union-of.ts';
import { typeOfSchema } from '../../../src/expression/types/type-of-schema.ts';
import type { ValueType } from '../../../src/expression/types/value.ts';
import { mustParse } from '../../helpers/expressions.ts';

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

  it('a fix keeps the blanks of a text that it quotes', () => {
    expect(fixed('(storyId  + "a  b").length > 1')).toBe('size(storyId + "a  b") > 1');
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
    ['size(1)', 0, 7, '"size(1)" is called with arguments that it does not take'],
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
    ['visits.all(x, x)', 0, 6, '"visits" is not a list'],
  ])('clash: %s', (text, start, end, problem) => {
    expect(check(text)).toMatchObject([
      { code: 'type-clash', message: `The types do not match: ${problem}.`, span: { start, end } },
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

const RESULT = typeOfSchema({
  type: 'object',
  properties: {
    valid: { type: 'boolean' },
    count: { type: 'integer' },
    kind: { enum: ['bug', 'feature'] },
    note: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' } },
    items: {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: { type: 'string' } },
        required: ['id'],
        additionalProperties: false,
      },
    },
    rows: { type: 'array', items: { type: 'object', properties: { at: { type: 'number' } } } },
    deep: { type: 'object', properties: { x: { type: 'number' } }, additionalProperties: false },
  },
  required: ['valid', 'count', 'kind', 'items', 'rows'],
  additionalProperties: false,
});
const END: ValueType = {
  kind: 'union',
  of: [
    objectOf([
      ['outcome', literalsOf(['done'])],
      ['result', objectOf([['a', 'string']])],
    ]),
    objectOf([['outcome', literalsOf(['failed'])]]),
  ],
};
const STRUCTURED = new Map<string, ValueType>([
  ['result', RESULT],
  ['end', END],
  ['ends', { kind: 'list', items: END }],
  ['review', RESULT],
  ['story-id', 'string'],
  ['visits', 'integer'],
  ['most', 'number'],
  ['maybe', { kind: 'union', of: ['string', 'null'] }],
  ['names', typeOfSchema({ type: 'array', items: { type: ['string', 'null'] } })],
]);

function checkStructured(text: string): readonly Diagnostic[] {
  const { diagnostics, report } = collect();
  const env = { types: STRUCTURED, unbound: new Set(['review', 'story-id', absentMark('most')]) };
  checkExpression(mustParse(text), env, report);
  return diagnostics;
}

describe('what is declared of members and names', () => {
  it.each([
    'result.valid && result.count / 2 > 1',
    'result["valid"] || result.kind == "bug"',
    'result.kind in ["bug", "feature"]',
    'result.note == "" || result.note.startsWith("x")',
    'result.deep == null',
    'has(result.deep.x) && result.deep.x > 1',
    'result.deep != null && result.deep.x != null && result.deep.x > 1',
    'result.deep != null ? result.deep.x : 0',
    'has(result.deep.x) ? result.deep.x : 0',
    'result.items.all(i, i.id == "")',
    'result.items[0].id + result.items[visits].id',
    'result.items.filter(i, i.id != "").size() > 0',
    'result.items.map(i, i.id).join(",")',
    'has(result.tags) && result.tags.exists(t, t == "a")',
    'has(end.result) && end.result.a == "x"',
    'end.outcome == "done" && end.result.a == "x"',
    'end.outcome != "failed" && end.result.a == "x"',
    'end.outcome == "failed" || end.result.a == "x"',
    '!(end.outcome == "done") || end.result.a == "x"',
    'end.outcome in ["done"] ? end.result.a : ""',
    '"done" == end.outcome && end.result.a == "x"',
    'end.outcome == "failed" && !has(end.result)',
    'ends.filter(e, has(e.result)).map(e, e.result.a).join(",")',
    'ends.filter(e, e.outcome == "done").map(other, other.result.a).join(",")',
    'ends.filter(e, has(e.result)).filter(e, e.result.a != "")[0].result.a == "x"',
    'has(review) && review.valid',
    'has(review.note) && review.valid',
    '!has(review) || review.valid',
    'has(review) ? review.count : 0',
    'has(vars["story-id"]) ? vars["story-id"] : ""',
    'has(most) ? string(most) : ""',
    'has(most) && "abc".substring(int(most)) == "c"',
    'most != null && result.items[most].id == ""',
    'has(result.items[most])',
    'names[0] == null || "abc".startsWith(names[0]) || [names[0]].join("") == ""',
    'has(result.rows[0].at) ? string(result.rows[0].at) : ""',
    'maybe == null ? "" : "abc".indexOf(maybe) == 1 ? [maybe].join("") : string(maybe)',
    'names.filter(n, n != null).map(n, n).join(",") + [maybe].filter(n, n != null).join("")',
    'names.filter(n, n != null).join(",")',
    'fenced(names[0]) + signature(most) + raw(names[0])',
    'take(names, most).size() > 0',
    'string(result.note) + string(result.valid)',
    'names.exists(n, n in names)',
  ])('fits: %s', (text) => {
    expect(checkStructured(text)).toEqual([]);
  });

  it.each<readonly [string, string, string, string]>([
    ['result.vaild', 'unknown-member', 'vaild', '"result" has no member "vaild".'],
    ['has(result.vaild)', 'unknown-member', 'vaild', '"result" has no member "vaild".'],
    ['result["vaild"] && true', 'unknown-member', '"vaild"', '"result" has no member "vaild".'],
    ['result.items.all(i, i.ID == "")', 'unknown-member', 'ID', '"i" has no member "ID".'],
    ['has(end.result.b)', 'unknown-member', 'b', '"end.result" has no member "b".'],
    ['end.result.a', 'unguarded-member', 'result', '"end.result" may be missing.'],
    [
      'end.outcome == "done" || end.result.a == ""',
      'unguarded-member',
      'result',
      '"end.result" may be missing.',
    ],
    [
      'ends.filter(e, has(e.result) || e.outcome == "failed").map(e, e.result.a)',
      'unguarded-member',
      'result',
      '"e.result" may be missing.',
    ],
    ['ends.map(e, e.result.a)', 'unguarded-member', 'result', '"e.result" may be missing.'],
    ['result.deep.x > 1', 'unguarded-member', 'x', '"result.deep.x" may be missing.'],
    [
      'has(result.deep) && result.deep.x > 1',
      'unguarded-member',
      'result.deep.x',
      '"result.deep.x" may be missing.',
    ],
    ['result.tags.all(t, t == "")', 'unguarded-member', 'result.tags', '"result.tags" may be missing.'],
    ['result.tags[0] == ""', 'unguarded-member', 'result.tags', '"result.tags" may be missing.'],
    ['string(most) == "3"', 'unguarded-member', 'most', '"most" may be missing.'],
    ['int(result.deep.x)', 'unguarded-member', 'x', '"result.deep.x" may be missing.'],
    [
      'has(result.deep) && double(result.deep.x) > 1',
      'unguarded-member',
      'result.deep.x',
      '"result.deep.x" may be missing.',
    ],
    ['result.items[most].id == ""', 'unguarded-member', 'most', '"most" may be missing.'],
    ['"abc".startsWith(maybe)', 'unguarded-member', 'maybe', '"maybe" may be missing.'],
    ['"abc".substring(0, most) == ""', 'unguarded-member', 'most', '"most" may be missing.'],
    ['names.map(n, string(n))', 'unguarded-member', 'n', '"n" may be missing.'],
    ['names.join(maybe)', 'unguarded-member', 'maybe', '"maybe" may be missing.'],
    ['[maybe, "b"].join(",")', 'unguarded-member', 'maybe', '"maybe" may be missing.'],
    ['names.map(n, n).join(",")', 'unguarded-member', 'n', '"n" may be missing.'],
    ['result.kind == "bgu"', 'unknown-literal', '"bgu"', '"result.kind" is never "bgu".'],
    ["'bgu' != result.kind", 'unknown-literal', "'bgu'", '"result.kind" is never "bgu".'],
    ['result.kind in ["bug", "x"]', 'unknown-literal', '"x"', '"result.kind" is never "x".'],
    ['review', 'unbound-name', 'review', '"review" is not set on every path that leads here.'],
    [
      'review.valid || review.valid',
      'unbound-name',
      'review',
      '"review" is not set on every path that leads here.',
    ],
    [
      'has(review) || review.valid',
      'unbound-name',
      'review',
      '"review" is not set on every path that leads here.',
    ],
    [
      'vars["story-id"] + "!"',
      'unbound-name',
      'vars["story-id"]',
      '"story-id" is not set on every path that leads here.',
    ],
    [
      'result.valid > 3',
      'type-clash',
      'result.valid > 3',
      'The types do not match: "result.valid > 3" uses ">" between true or false and a number.',
    ],
    [
      'result.count ? 1 : 2',
      'type-clash',
      'result.count',
      'The types do not match: a condition is true or false, and "result.count" is a number.',
    ],
    ['result.items.id', 'type-clash', 'id', 'The types do not match: "id" asks for a member of a list.'],
  ])('fault: %s', (text, code, place, message) => {
    const reported = checkStructured(text);
    expect(reported).toMatchObject([{ code, message }]);
    expect(reported.map(({ span }) => text.slice(span.start, span.end))).toEqual([place]);
  });

  it.each([
    ['result.vaild', 'result.valid'],
    ['result["vaild"] && true', 'result["valid"] && true'],
    ["result.kind == 'bgu'", "result.kind == 'bug'"],
  ])('a near miss has a fix: %s', (text, expected) => {
    const edits = checkStructured(text)[0]?.fix?.edits ?? [];
    const [edit] = edits;
    expect(edit && text.slice(0, edit.span.start) + edit.newText + text.slice(edit.span.end)).toBe(expected);
  });

  it('a condition that is a member is to be compared', () => {
    expect(checkStructured('result.count ? 1 : 2')[0]?.help).toBe('Compare it: result.count != 0.');
  });
});
