import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTextAnswer } from '../../src/agent/read-answer.ts';

const wanted = { actions: ['Go', 'Stop'], hasOutput: true };
const alone = { actions: [], hasOutput: true };

describe('the output of a final message', () => {
  test.each<[string, string, unknown]>([
    ['the fenced block of JSON', 'Done.\n\n```json\n{"a": 1}\n```\n\nACTION: Go', { a: 1 }],
    ['the last of several', '```json\n1\n```\n```json\n2\n```\nACTION: Go', 2],
    ['that of JSON where others follow', '```json\n1\n```\n```ts\n2\n```\n```\n3\n```\nACTION: Go', 1],
    ['one in capitals, with more on its line', '~~~ JSON title="x"\n[]\n~~~\nACTION: Go', []],
    ['one in a list', '- result:\n  ```json\n  {"a":\n  1}\n  ```\n\nACTION: Go', { a: 1 }],
    ['the whole message but its choice', '{"a": 1}\n\nACTION: Go', { a: 1 }],
    ['the whole message, over several lines', '[\r\n1,\r\n2\r\n]\r\n**ACTION:** Go', [1, 2]],
    ['a name that an action has', '```json\n"ACTION: Stop"\n```\nACTION: Go', 'ACTION: Stop'],
  ])('is %s', (_title, text, output) => {
    expect(readTextAnswer(text, wanted)).toEqual({ action: 'Go', output });
  });

  test.each([
    ['no block', 'All done.\nACTION: Go', 'The final message has no fenced block of JSON with the result.'],
    [
      'a block that is no JSON',
      '```json\n{a: 1}\n```\nACTION: Go',
      'The last fenced block of JSON in the final message is not JSON.',
    ],
    [
      'two numbers, each on its line',
      '```json\n1\n2\n```\nACTION: Go',
      'The last fenced block of JSON in the final message is not JSON.',
    ],
    [
      'a block that is never closed',
      'ACTION: Go\n```json\n1',
      'The final message has no fenced block of JSON with the result.',
    ],
    ['an empty message', '', 'The final message is empty.'],
    [
      'a block that is nested without end',
      `\`\`\`json\n${'['.repeat(999)}${']'.repeat(999)}\n\`\`\`\nACTION: Go`,
      'The result in the final message is nested deeper than 200 levels.',
    ],
    [
      'a block with a number that no journal could keep',
      '```json\n{"n": [-1e999]}\n```\nACTION: Go',
      'The result in the final message has a number that is too large.',
    ],
  ])('is not there in %s', (_title, text, fault) => {
    expect(readTextAnswer(text, wanted)).toEqual({ fault });
  });

  test('needs no choice where nothing is to be chosen', () => {
    expect(readTextAnswer('```json\nnull\n```', alone)).toEqual({ action: undefined, output: null });
    expect(readTextAnswer('7', alone)).toEqual({ action: undefined, output: 7 });
  });

  test('is read back, whatever it is and whatever stands around it', () => {
    const prose = fc
      .string({ unit: 'grapheme', maxLength: 20 })
      .map((text) => text.replaceAll(/[`~\r]|action/giu, ''));
    fc.assert(
      fc.property(fc.jsonValue(), prose, prose, fc.constantFrom(0, 2), (value, before, after, indent) => {
        const block = `\`\`\`json\n${JSON.stringify(value, null, indent)}\n\`\`\``;
        const text = `${before}\n${block}\n${after}\nACTION: Go`;
        expect(readTextAnswer(text, wanted)).toEqual({
          action: 'Go',
          output: JSON.parse(JSON.stringify(value)),
        });
      }),
    );
  });

  test.each(['```json\n', '{"a":', '```json\n1\n```\n', '['])(
    'takes linear time in megabytes of %j',
    (piece) => {
      // What takes time by the square would not come back within that of a test.
      expect(readTextAnswer(`${piece.repeat(5_000_000 / piece.length)}\nACTION: Go`, wanted)).toBeDefined();
    },
  );
});
