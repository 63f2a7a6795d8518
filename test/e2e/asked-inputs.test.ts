import { describe } from 'vitest';
import { ask, mapOf } from './helpers/maps.ts';
import { test, type Project } from './helpers/project.ts';
import { typeInTerminal } from './helpers/typed-terminal.ts';

const MAP = mapOf(
  { Work: ask({ Complete: 'Done' }, { promptTemplate: 'Bake ${wish}, ${count} times.' }) },
  {
    workslipFields: {
      wish: { type: 'string', description: 'What is to be baked', required: true },
      count: { type: 'number', description: 'How many', required: true },
      oven: { type: 'string', description: 'Which oven', required: false },
      heat: { type: 'number', description: 'How hot', required: true, default: 180 },
    },
  },
);

const fieldsOf = (project: Project, run: string) => {
  const [first] = project.events(run);
  return first?.type === 'run.started' ? first.data.fields : {};
};

describe('required inputs that nobody gave', () => {
  test('are asked for at a terminal, until they fit', async ({ project, expect }) => {
    project.put('bake.json', MAP);
    const { code, shown } = await typeInTerminal(['run', 'bake.json'], {
      ...project,
      typed: [
        ['wish: ', 'a cake'],
        ['count (number): ', 'many'],
        ['count (number): ', '3'],
      ],
    });
    expect(code, shown).toBe(0);
    expect(shown).toContain('What is to be baked');
    expect(shown).not.toContain('Which oven');
    expect(fieldsOf(project, 'bake/slip-001')).toEqual({ wish: 'a cake', count: 3, heat: 180 });
  });

  test('of a story are asked for by what is to be done', async ({ project, expect }) => {
    const { code, shown } = await typeInTerminal(['run', 'fast', '--agent', 'scripted', '--seed', '1'], {
      ...project,
      typed: [['goal: ', 'Add a --version flag']],
    });
    expect(code, shown).toBe(0);
    expect(fieldsOf(project, 'fast/slip-001')).toMatchObject({
      storyId: 'add-a-version-flag',
      story: 'Add a --version flag',
    });
  });

  test.for([
    ['--no-input says that nobody is', [['run', 'bake.json', '--no-input'], []]],
    ['the person leaves', [['run', 'bake.json'], [['wish: ', '\u0004']]]],
  ] as const)('are an error where %s', async ([, [words, typed]], { project, expect }) => {
    project.put('bake.json', MAP);
    const { code, shown } = await typeInTerminal(words, { ...project, typed });
    expect(code, shown).toBe(2);
    expect(shown).toContain('--wish (What is to be baked)');
    expect(project.has('.wfmap')).toBe(false);
  });
});
