import * as fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { chooseAction, type Choice } from '../../src/agent/choose-action.ts';

/** Shape of test/fixtures/replies/*.json: a list of these. `fault` is a part of the sentence. */
interface Case {
  readonly title: string;
  readonly actions: readonly string[];
  readonly reply: string | { readonly line: string; readonly times: number };
  readonly expected: Choice;
}

const FOLDER = new URL('../fixtures/replies/', import.meta.url);
const groups = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

test('there is a corpus', () => {
  expect(groups.flatMap(readCases).length).toBeGreaterThan(100);
});

describe.each(groups)('the reply in %s', (group) => {
  test.each(readCases(group).map((example) => [example.title, example] as const))('%s', (_title, example) => {
    const { reply, expected, actions } = example;
    const text = typeof reply === 'string' ? reply : Array(reply.times).fill(reply.line).join('\n');
    expect(shorten(chooseAction(text, actions), expected)).toEqual(expected);
  });
});

/** A fault cut to the part that the case names, when it holds that part. */
function shorten(choice: Choice, expected: Choice): Choice {
  if (!('fault' in choice) || !('fault' in expected)) return choice;
  return choice.fault.includes(expected.fault) ? expected : choice;
}

test('each fault of a choice is a whole sentence', () => {
  const faultOf = (reply: string, names: readonly string[] = ['Go', 'Stop']): string => {
    const choice = chooseAction(reply, names);
    return 'fault' in choice ? choice.fault : choice.action;
  };
  const many = (count: number): string => Array(count).fill('ACTION: Go').join('\n');
  expect(
    [
      ' \n\t',
      'Done.',
      '> ACTION: Go',
      '- ACTION: Go\n- ACTION: Stop',
      'ACTION: Go\n\nACTION: Stop',
      'ACTION: Go\n\nACTION: Stop\n\nACTION: Go',
      'ACTION: Merge',
      `ACTION: ${'x'.repeat(80)}`,
      `ACTION: ${'x'.repeat(81)}`,
      many(1_000),
      many(1_001),
    ].map((reply) => faultOf(reply)),
  ).toEqual([
    'The final message is empty.',
    'The final message has no line "ACTION: <name>" outside of code fences and block quotes.',
    'The final message has no line "ACTION: <name>" outside of code fences and block quotes.',
    'The final message repeats the list of actions and chooses none.',
    'The final message names two different actions, "Go" and "Stop".',
    'The final message names two different actions, "Stop" and "Go".',
    'The final message names "Merge", which is not one of the actions.',
    `The final message names "${'x'.repeat(80)}", which is not one of the actions.`,
    `The final message names "${'x'.repeat(80)}…", which is not one of the actions.`,
    'Go',
    'The final message has too many lines that name an action.',
  ]);
  expect(faultOf('ACTION: Go\u0007\u0085!', ['Stop'])).toBe(
    'The final message names "Go  !", which is not one of the actions.',
  );
});

function readCases(group: string): Case[] {
  return JSON.parse(readFileSync(new URL(group, FOLDER), 'utf8'));
}

const name = fc.oneof(
  fc.constantFrom('Complete', 'Complete Review', 'Go', 'go', 'Go!', '_x', 'constructor', '```', '>'),
  fc.string({ maxLength: 8 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const actions = fc.uniqueArray(name, { maxLength: 5 });
const line = fc.oneof(
  fc.constantFrom('', '```', '~~~', '````', '  ```', '- ```', '> ACTION: Go', 'text', '**', '\t', '1. ~~~'),
  fc
    .tuple(fc.constantFrom('', '- ', '**', '# ', '    ', '`'), name)
    .map(([mark, word]) => `${mark}ACTION: ${word}`),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const text = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n', '\r'))
  .map(([all, end]) => all.join(end));

const SENTENCE = /^The final message [^\n\r]*\.$/;

test('an answer is one of the actions, a fault is one line, and nothing throws', () => {
  fc.assert(
    fc.property(text, actions, (reply, names) => {
      const choice = chooseAction(reply, names);
      const isLegal = 'action' in choice ? names.includes(choice.action) : SENTENCE.test(choice.fault);
      expect({ ...choice, isLegal }).toMatchObject({ isLegal: true });
    }),
    { numRuns: 3_000 },
  );
});

test('what stands inside of a fence never changes the answer', () => {
  const inside = fc.array(line, { maxLength: 6 }).map((all) =>
    all
      .filter((one) => !/^[ \t\f\v]*~{5}/.test(one))
      .join('\n')
      .replaceAll('\r', ' '),
  );
  fc.assert(
    fc.property(text, inside, inside, actions, (reply, one, other, names) => {
      const fenced = (content: string): string => `~~~~~\n${content}\n~~~~~\n${reply}`;
      expect(chooseAction(fenced(one), names)).toEqual(chooseAction(fenced(other), names));
    }),
    { numRuns: 2_000 },
  );
});

test('a line with the name of an action alone is that action, whatever prose stands around it', () => {
  const prose = fc
    .array(fc.string({ unit: 'grapheme-ascii', maxLength: 30 }), { maxLength: 5 })
    .map((all) => all.filter((one) => !/action|[`~]/i.test(one)).join('\n'));
  const word = fc
    .string({ unit: fc.constantFrom('a', 'b', 'c', 'X', 'Y', ' ', '1'), minLength: 1, maxLength: 12 })
    .map((raw) => `N${raw.trim()}`);
  fc.assert(
    fc.property(
      prose,
      fc.uniqueArray(word, { minLength: 1, maxLength: 5 }),
      prose,
      (before, names, after) => {
        expect(chooseAction(`${before}\nACTION: ${names[0]}\n${after}`, names)).toEqual({ action: names[0] });
      },
    ),
  );
});

test.each(['*', '`', ' ', '1.', 'ACTION: ', '\n', '>', '_ ', 'ACTION: Go\n', '~~~\n', '!', '\r', '- ', '#'])(
  'ten megabytes of %j take linear time',
  (piece) => {
    const reply = piece.repeat(10_000_000 / piece.length);
    expect(chooseAction(reply, ['Go', 'Stop'])).toHaveProperty('fault');
  },
);
