import { expect, test } from 'vitest';
import { withPlausibleChanges } from '../../../src/agent/scripted/plausible-changes.ts';
import { reportedChanges } from '../../../src/agent/scripted/reported-changes.ts';
import type { ScriptedRequest } from '../../../src/agent/scripted/script.ts';
import type { ScriptedAnswer } from '../../../src/agent/scripted/scripted-answer.ts';

const changesOf = (answer: ScriptedAnswer | undefined, visit = 1, of: ScriptedRequest['of'] = 'agent') => {
  const asked = { of, address: undefined, actions: [], output: undefined, fields: [] };
  const given = withPlausibleChanges(() => answer, 1)('Code', visit, 1, asked);
  return given && reportedChanges(given)?.modified;
};

test('an agent of a walk changes what its output lists, so that its report is true', () => {
  expect(changesOf({ output: { files_changed: ['a', 'b'], count: 2, notes: [1, 'c'] } })).toEqual([
    'a',
    'b',
    'c',
  ]);
});

test('without such a list it changes a file in most visits and nothing in some, in turns from the fourth on', () => {
  const all = Array.from({ length: 40 }, (_, index) => changesOf({ action: 'Done' }, index + 1));
  expect(all.slice(3, 7).map((each) => each?.length)).toEqual([0, 1, 0, 1]);
  expect(new Set(all.map((each) => each?.join(',')))).toEqual(new Set(['example.txt', '']));
});

test('commands and people change nothing, and who gives no answer gives none', () => {
  expect([changesOf({ exitCode: 0 }, 1, 'command'), changesOf({ action: 'Yes' }, 1, 'person')]).toEqual([
    undefined,
    undefined,
  ]);
  expect(changesOf(undefined)).toBeUndefined();
});
