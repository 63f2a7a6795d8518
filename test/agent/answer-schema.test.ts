import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerSchema } from '../../src/agent/answer-schema.ts';
import { claudeSchema } from '../../src/agent/claude-schema.ts';
import { readStructuredAnswer } from '../../src/agent/read-answer.ts';
import { findSchemaHazard } from '../../src/schema/find-schema-hazard.ts';
import type { Value } from '../../src/model/value.ts';
import { jsonSchema } from './schemas.ts';

const ACTIONS = ['Complete', 'constructor', 'He said "no"'];

const CLAUDE = new Ajv({ strictTypes: false, strictTuples: false, validateFormats: false });
const WHOLE = new Ajv2020({ strict: false, validateFormats: false });

/** As Claude Code does it: the strictness that Ajv has unless told otherwise; formats are notes to it. */
function claudeAccepts(schema: string): (value: unknown) => boolean {
  return CLAUDE.compile(JSON.parse(schema));
}

/** Undefined for a schema that a map must not have, such as one that leads to itself before it looks at anything. */
function wholeAccepts(schema: Value, value: unknown): boolean | undefined {
  return findSchemaHazard(schema) !== undefined
    ? undefined
    : WHOLE.compile(schema as object | boolean)(value);
}

function envelopeOf(output: Value): string {
  return answerSchema({ actions: ACTIONS, output }) ?? '';
}

describe('a choice alone', () => {
  test('that the schema accepts is read back, and what it refuses is a fault', () => {
    const accepts = claudeAccepts(answerSchema({ actions: ACTIONS, output: undefined }) ?? '');
    const action = fc.oneof(fc.constantFrom(...ACTIONS, 'complete', ''), fc.jsonValue());
    const answer = fc.oneof(fc.record({ action }), fc.jsonValue());
    const wanted = { actions: ACTIONS, hasOutput: false };
    fc.assert(
      fc.property(answer, (value) => {
        expect('action' in readStructuredAnswer(value, wanted)).toBe(accepts(value));
      }),
    );
  });
});

describe('an output', () => {
  test('is asked for without examples of the whole, which would be taken as hints', () => {
    const part = { type: 'string', examples: ['STORY-1'] };
    const output = { type: 'object', properties: { id: part }, examples: [{ id: 'STORY-2' }] };
    expect(JSON.parse(answerSchema({ actions: [], output }) ?? '')).toMatchObject({
      properties: { output: { type: 'object', properties: { id: part } } },
    });
    expect(answerSchema({ actions: [], output })).not.toContain('STORY-2');
  });

  test('comes alone where nothing is to be chosen, and nothing at all is asked of a task without both', () => {
    expect(JSON.parse(answerSchema({ actions: [], output: { type: 'string' } }) ?? '')).toEqual({
      type: 'object',
      properties: { output: { type: 'string' } },
      required: ['output'],
      additionalProperties: false,
    });
    expect(answerSchema({ actions: [], output: undefined })).toBeUndefined();
  });

  test.each<[string, Value, Value, Value]>([
    ['a list', { type: 'array', items: { type: 'string' } }, ['a'], [1]],
    ['a text', { type: 'string' }, 'a', 1],
    ['false in it', { properties: { a: false } }, { b: 1 }, { a: 1 }],
    ['definitions', { $ref: '#/$defs/T', $defs: { T: { type: 'integer' } } }, 1, 'a'],
    ['definitions of draft-07', { $ref: '#/definitions/T', definitions: { T: { type: 'integer' } } }, 1, 'a'],
    [
      'a pointer to any part',
      { properties: { a: { type: 'integer' }, b: { $ref: '#/properties/a' } } },
      { b: 1 },
      { b: 'x' },
    ],
    [
      'itself',
      { properties: { next: { $ref: '#' } }, required: ['v'] },
      { v: 1, next: { v: 2 } },
      { v: 1, next: {} },
    ],
    ['what holds else', { if: { type: 'string' }, else: { type: 'integer' } }, 1, true],
    ['what holds then', { if: { type: 'string' }, then: { minLength: 1 } }, 'a', ''],
    ['an anchor', { $ref: '#here', $defs: { t: { $anchor: 'here', type: 'integer' } } }, 1, 'a'],
    [
      'a dynamic anchor',
      { items: { $dynamicRef: '#n' }, $defs: { t: { $dynamicAnchor: 'n', type: 'integer' } } },
      [1],
      ['a'],
    ],
    [
      'a name of its own',
      { $id: 'https://example.org/a.json', $ref: 'a.json#/$defs/T', $defs: { T: { type: 'integer' } } },
      1,
      'a',
    ],
    [
      'a part with a name',
      {
        $ref: 'part.json',
        $defs: { p: { $id: 'part.json', $ref: '#/$defs/q', $defs: { q: { type: 'integer' } } } },
      },
      1,
      'a',
    ],
    ['a draft', { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'integer' }, 1, 'a'],
    [
      'keys that need escapes',
      { $ref: '#/$defs/a~1b%20%7E0', $defs: { 'a/b ~': { type: 'integer' } } },
      1,
      'a',
    ],
    [
      'two definitions of one name',
      {
        allOf: [{ $ref: '#/$defs/T' }, { $ref: '#/$defs/U/$defs/T' }],
        $defs: { T: { minimum: 1 }, U: { $defs: { T: { maximum: 2 } } } },
      },
      2,
      3,
    ],
    [
      'names of prototypes',
      { $ref: '#/$defs/__proto__', $defs: JSON.parse('{"__proto__": {"type": "integer"}}') },
      1,
      'a',
    ],
    [
      'what depends on a property',
      { dependentRequired: { a: ['b'] }, dependentSchemas: { c: { required: ['d'] } } },
      { a: 1, b: 1 },
      { c: 1 },
    ],
    [
      'a pattern beside properties',
      { properties: { a: {} }, patternProperties: { '^a': { type: 'integer' } } },
      { a: 1 },
      { a: 'x' },
    ],
    ['nothing allowed', { enum: [], type: 'integer' }, 'never', 1],
    [
      'items by position and no others',
      { prefixItems: [{ type: 'string' }], items: false },
      ['a'],
      ['a', 'b'],
    ],
  ])('with %s means the same in the answer', (title, schema, good, bad) => {
    const text = envelopeOf(schema);
    const accepts = claudeAccepts(text);
    expect(accepts({ action: 'Complete', output: good })).toBe(title !== 'nothing allowed');
    expect(accepts({ action: 'Complete', output: bad })).toBe(false);
    expect(accepts({ action: 'Complete' })).toBe(false);
    expect(WHOLE.validateSchema(JSON.parse(text))).toBe(true);
  });

  test('with a word of its author’s own says so nowhere, and loses nothing', () => {
    const { schema, isExact } = claudeSchema({ type: 'string', 'x-hint': 1, $comment: 'c', examples: ['a'] });
    expect({ schema, isExact }).toEqual({ schema: { type: 'string', examples: ['a'] }, isExact: true });
  });

  test('whose schema cannot be said in full is described by it in words', () => {
    const schema = { type: 'object', unevaluatedProperties: false };
    const { properties } = JSON.parse(envelopeOf(schema));
    expect(properties.output).toEqual({
      allOf: [{ type: 'object' }],
      description: `The result of your work. It must fit this JSON Schema (draft 2020-12): ${JSON.stringify(schema)}`,
    });
  });

  test('stands after the choice, and what it refers to at the end', () => {
    const output = { $ref: '#/$defs/T', $defs: { T: { type: 'integer' } } };
    expect(answerSchema({ actions: ['Go'], output })).toBe(
      '{"type":"object","properties":{"action":{"enum":["Go"],"description":"The action that you choose."},' +
        '"output":{"$ref":"#/$defs/T"}},"required":["action","output"],"additionalProperties":false,' +
        '"$defs":{"T":{"type":"integer"}}}',
    );
  });

  test('is described in words as long as these are read', () => {
    const described = (length: number): boolean => {
      const empty = JSON.stringify({ unevaluatedItems: false, title: '' }).length;
      const output = { unevaluatedItems: false, title: 'x'.repeat(length - empty) };
      return answerSchema({ actions: [], output })?.includes('The result of your work.') ?? false;
    };
    expect([described(20_000), described(20_001)]).toEqual([true, false]);
  });

  test('that is no object, or has no examples, is asked for as it is', () => {
    const asked = (output: Value) =>
      JSON.parse(answerSchema({ actions: [], output }) ?? '').properties.output;
    expect([asked(true), asked(false), asked({ examples: [1] }), asked({ title: 'a' })]).toEqual([
      {},
      { not: {} },
      {},
      { title: 'a' },
    ]);
  });

  test('with a pattern that the program might not come to the end of is left to the engine', () => {
    const slow = '^(a+)+$';
    const { schema, isExact } = claudeSchema({
      properties: { a: { type: 'string', pattern: slow }, b: { pattern: '^[a-z]+(-[a-z]+)*$' } },
      allOf: [{ patternProperties: { [slow]: { type: 'integer' } }, additionalProperties: false }],
    });
    expect(schema).toEqual({
      properties: { a: { type: 'string' }, b: { pattern: '^[a-z]+(-[a-z]+)*$' } },
      allOf: [{}],
    });
    expect(isExact).toBe(false);
  });

  test('is never refused where it fits the whole schema', () => {
    fc.assert(
      fc.property(jsonSchema, fc.jsonValue(), (schema, value) => {
        const isGood = wholeAccepts(schema, value);
        fc.pre(isGood !== undefined);
        const accepts = claudeAccepts(envelopeOf(schema));
        const fits = accepts({ action: 'Complete', output: value });
        if (isGood) expect(fits).toBe(true);
        else if (claudeSchema(schema).isExact) expect(fits).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  test('of any schema, also one that makes no sense, is written without a throw and in bounded size', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (schema) => {
        expect(typeof envelopeOf(schema as Value)).toBe('string');
      }),
    );
    let deep: Value = { type: 'string' };
    for (let depth = 0; depth < 5_000; depth += 1) deep = { properties: { a: deep } };
    expect(envelopeOf(deep).length).toBeLessThan(20_000);
    // Each reference leads to nearly all of the schema.
    let chain: Value = {};
    for (let depth = 60; depth > 0; depth -= 1) {
      const pointers = Array.from({ length: 200 }, (_, at) => ({
        $ref: `#${'/properties/a'.repeat(at % 60)}`,
      }));
      chain = { properties: { a: chain }, anyOf: pointers };
    }
    expect(envelopeOf(chain).length).toBeLessThan(2_000_000);
  });
});

describe('an answer', () => {
  const wanted = { actions: ['Go'], hasOutput: true };

  test.each([
    [undefined, 'The structured output with the chosen action and the output was not given.'],
    ['Complete', 'The structured output has no "action" that is a text.'],
    [{ action: 7 }, 'The structured output has no "action" that is a text.'],
    [Object.create({ action: 'Go' }), 'The structured output has no "action" that is a text.'],
    [{ action: 'Merge\u0007' }, 'The structured output names "Merge ", which is not one of the actions.'],
    [{ action: 'Go' }, 'The "output" of the structured output is missing.'],
  ])('of %j is a fault, told in a sentence', (value, fault) => {
    expect(readStructuredAnswer(value, wanted)).toEqual({ fault });
  });

  test('that was not given at all is told by what was asked', () => {
    const reported = (actions: string[], hasOutput: boolean) =>
      readStructuredAnswer(null, { actions, hasOutput });
    expect(reported(['Go'], false)).toEqual({
      fault: 'The structured output with the chosen action was not given.',
    });
    expect(reported([], true)).toEqual({ fault: 'The structured output with the output was not given.' });
  });

  test('has its output as it is, null too', () => {
    expect(readStructuredAnswer({ action: 'Go', output: null }, wanted)).toEqual({
      action: 'Go',
      output: null,
    });
    expect(readStructuredAnswer({ output: [1] }, { actions: [], hasOutput: true })).toEqual({
      action: undefined,
      output: [1],
    });
  });

  test('has the numbers that are read back from a journal', () => {
    const output: unknown = JSON.parse('{"n": [-0, -1.5]}');
    const answer = readStructuredAnswer({ action: 'Go', output }, wanted);
    expect(answer).toStrictEqual({ action: 'Go', output: { n: [0, -1.5] } });
    expect(readStructuredAnswer({ action: 'Go', output: JSON.parse('1e999') }, wanted)).toEqual({
      fault: 'The "output" of the structured output has a number that is too large.',
    });
  });

  test('that is nested without end is a fault', () => {
    const output = JSON.parse(`${'['.repeat(10_000)}${']'.repeat(10_000)}`);
    expect(readStructuredAnswer({ action: 'Go', output }, wanted)).toEqual({
      fault: 'The "output" of the structured output is nested deeper than 200 levels.',
    });
  });
});
