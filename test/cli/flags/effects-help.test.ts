import { expect, test } from 'vitest';
import { effectsHelp, effectsText } from '../../../src/cli/flags/effects-help.ts';
import { findPromptedTask } from '../../../src/cli/flags/find-prompted.ts';
import { checkedProgram } from '../../helpers/checked-program.ts';

const ON = { actions: { On: { target: 'Done' } } };
const work = { type: 'claude', prompt: 'Go.', ...ON };
const block = (tasks: object) => ({
  description: 'A map',
  startTaskDefinition: Object.keys(tasks)[0],
  taskDefinitions: { ...tasks, Done: { type: 'end' } },
});
const ROLES = { 'prompts/agents/reader.md': '---\nwrites: nothing\n---\nYou read.' };

const { program } = checkedProgram(
  block({
    Plan: work,
    Act: { ...work, writes: ['anything'], mayCommit: true },
    'Write Tests': { ...work, writes: ['test', 'src/a.ts'], frozen: 'run.root == "" ? [] : ["test/old"]' },
    Repair: { ...work, writes: ['anything'], mayCommit: true },
    Read: { ...work, agent: 'reader', writes: ['anything'] },
    Test: { type: 'shell', command: ['ls'], ...ON },
    Commit: { type: 'shell', command: ['ls'], mayCommit: true, ...ON },
    Both: {
      type: 'parallel',
      workspace: 'readonly',
      branches: {
        a: block({
          Look: { ...work, writes: ['src'] },
          Each: {
            type: 'foreach',
            items: '[1]',
            item: 'one',
            body: block({ See: { ...work, writes: ['src'] } }),
            ...ON,
          },
        }),
      },
      ...ON,
    },
  }),
  ROLES,
);

test('the tasks of a map are listed by what they may change, once each', () => {
  expect(effectsHelp(program, 60)).toBe(
    [
      'What its tasks may change:',
      '  nothing',
      '      Plan, Read, Look, See',
      '  anything, and commit',
      '      Act, Repair, Commit',
      '  test, src/a.ts but run.root == "" ? [] : ["test/old"]',
      '      Write Tests',
      '  what its command does',
      '      Test',
    ].join('\n'),
  );
});

test('in a map of the original format it is what permissions allow', () => {
  const original = checkedProgram(block({ Code: work })).program;
  expect(effectsText(findPromptedTask(original, 'Code'))).toBe('what its permissions allow');
});

test('a map whose tasks do no work changes nothing', () => {
  expect(effectsHelp(checkedProgram(block({ Choose: { type: 'decide', ...ON } })).program)).toBe(
    'No task of this map changes files.',
  );
});
