import { expect, test } from 'vitest';
import { allowNotes } from '../../../src/cli/running/allow-notes.ts';
import { checkedProgram } from '../../helpers/checked-program.ts';

const work = { type: 'claude', prompt: 'Go.', actions: { On: { target: 'Done' } } };
const { program } = checkedProgram({
  description: 'A map',
  startTaskDefinition: 'Plan',
  taskDefinitions: {
    Plan: work,
    Act: { ...work, writes: ['anything'] },
    Test: { ...work, writes: ['test'] },
    Done: { type: 'end' },
  },
});

test('a rule that would widen what tasks may change is reported with these tasks', () => {
  const end = '"writes" says what a task may change, and --allow does not widen it.';
  expect(allowNotes(program, ['Edit', 'Bash(rm *)', 'Bash(npm test)'])).toEqual([
    `The rule Edit does not hold for "Plan", "Test": ${end}`,
    `The rule Bash(rm *) does not hold for "Plan": ${end}`,
  ]);
});

test('of many tasks the first are named', () => {
  const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
  const tasks = names.map((name, n) => {
    const actions = { On: { target: names[n + 1] ?? 'Done' } };
    return [name, { ...work, writes: ['nothing'], actions }] as const;
  });
  const many = checkedProgram({
    description: 'A map',
    startTaskDefinition: 'A',
    taskDefinitions: { ...Object.fromEntries(tasks), Done: { type: 'end' } },
  });
  expect(allowNotes(many.program, ['Edit'])[0]).toContain('for "A", "B", "C", "D", "E" and 2 more: ');
});
