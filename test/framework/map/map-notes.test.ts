import { expect, test } from 'vitest';
import { mapNotesOf } from '../../../src/framework/map/map-notes.ts';
import { toProgram } from '../../../src/run/program/to-program.ts';
import { checked, mapOf } from '../../helpers/maps.ts';

test('a role in a folder is that role to artifacts', () => {
  const work = (agent: string, target: string) => ({
    type: 'claude',
    prompt: 'Go.',
    agent,
    actions: { On: { target } },
  });
  const map = mapOf({
    One: work('evaluator', 'Two'),
    Two: work('mine/evaluator', 'Done'),
    Done: { type: 'end' },
  });
  const { document, ...rest } = checked(map);
  expect(document).toBeDefined();
  if (document === undefined) return;
  const { tasks } = mapNotesOf(toProgram({ ...rest, document }, 'a.json').program);
  expect([tasks.get('One')?.role, tasks.get('Two')?.role]).toEqual(['evaluator', 'evaluator']);
});
