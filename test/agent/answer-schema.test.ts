import { Ajv } from 'ajv';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerSchema, readAnswer } from '../../src/agent/answer-schema.ts';

const ACTIONS = ['Complete', 'constructor', 'He said "no"'];

test('what the schema accepts is read back, and what it refuses is a fault', () => {
  const accepts = new Ajv().compile(JSON.parse(answerSchema(ACTIONS)));
  const action = fc.oneof(fc.constantFrom(...ACTIONS, 'complete', ''), fc.jsonValue());
  const answer = fc.oneof(fc.record({ action }), fc.jsonValue());
  fc.assert(
    fc.property(answer, (value) => {
      expect('action' in readAnswer(value, ACTIONS)).toBe(accepts(value));
    }),
  );
});

test.each([
  [undefined, 'The structured output with the chosen action was not given.'],
  [null, 'The structured output with the chosen action was not given.'],
  ['Complete', 'The structured output has no "action" that is a text.'],
  [{ action: 7 }, 'The structured output has no "action" that is a text.'],
  [Object.create({ action: 'Complete' }), 'The structured output has no "action" that is a text.'],
  [{ action: 'Merge\u0007' }, 'The structured output names "Merge ", which is not one of the actions.'],
])('the fault of %j is a sentence', (value, fault) => {
  expect(readAnswer(value, ACTIONS)).toEqual({ fault });
});
