import { describe, expect, test } from 'vitest';
import type { Scalar } from '../../src/model/field.ts';
import { checkedProgram } from '../helpers/checked-program.ts';
import { answered, puppetAgent } from '../helpers/puppet-agent.ts';
import { start, testHost } from '../helpers/run-host.ts';
import { createCrashingFileSystem } from '../journal/crashing-file-system.ts';

const END = { 'End Workflow': { type: 'end' } };

/** The prompts of a run of a map, each without the section of actions. */
async function promptsOf(
  map: object,
  fields: Readonly<Record<string, Scalar>> = {},
  templates: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const { program, texts } = checkedProgram({ description: 'A map', ...map }, templates);
  const tasks = program.map.block.tasks.filter(({ type }) => type === 'claude');
  const agent = puppetAgent(...tasks.map(() => answered('Go')));
  const fs = createCrashingFileSystem();
  await start(testHost(fs, '/project', agent), program, { texts, fields });
  return agent.turns.map(({ prompt }) => prompt.replace(/(?:^|\n\n)## Next action\n[^]*$/, ''));
}

const go = (target: string, args?: string): object => ({
  Go: { target, ...(args === undefined ? {} : { args }) },
});
const text = (required = true): object => ({ type: 'string', description: 'A text', required });

const oneTask = (prompt: object, more: object = {}): object => ({
  startTaskDefinition: 'Work',
  workslipFields: { storyId: text() },
  taskDefinitions: { Work: { type: 'claude', ...prompt, actions: go('End Workflow') }, ...END },
  ...more,
});

describe('a field', () => {
  test('is put into an inline template', async () => {
    expect(await promptsOf(oneTask({ promptTemplate: 'Story ${storyId}.' }), { storyId: '42' })).toEqual([
      'Story 42.',
    ]);
  });

  test('is not put into a direct prompt, which stays as it is to the byte', async () => {
    const prompt = 'Story ${storyId}, `$&`, {{x}} \\${y}.';
    expect(await promptsOf(oneTask({ prompt }), { storyId: '42' })).toEqual([prompt]);
  });

  test.each([
    '${x}',
    '${storyId}',
    '$& $1 $$',
    '"quoted" \'text\'',
    'two\nlines',
    '{{#if}} <b>&amp;',
    '\\${x}',
    '',
  ])('with the value %j arrives as it is, and is not read again', async (storyId) => {
    expect(await promptsOf(oneTask({ promptTemplate: '[${storyId}]' }), { storyId })).toEqual([
      `[${storyId}]`,
    ]);
  });

  test('keeps its leading zeros where it is a string', async () => {
    expect(await promptsOf(oneTask({ promptTemplate: '${storyId}' }), { storyId: '007' })).toEqual(['007']);
  });
});

describe('a value comes from the highest of its sources', () => {
  const template = '---\nparameters:\n  n:\n    type: string\n    default: matter\n---\n${n}';
  const definition = { type: 'string', description: 'n', required: false };
  const map = (params: object | undefined, fields: object, args?: string): object => ({
    startTaskDefinition: 'First',
    workslipFields: fields,
    taskDefinitions: {
      First: { type: 'claude', prompt: 'Go.', actions: go('Work', args) },
      Work: {
        type: 'claude',
        promptTemplatePath: 'p.md',
        ...(params === undefined ? {} : { promptParams: params }),
        actions: go('End Workflow'),
      },
      ...END,
    },
  });
  const second = async (
    each: object,
    fields: Readonly<Record<string, Scalar>> = {},
  ): Promise<string | undefined> => (await promptsOf(each, fields, { 'p.md': template }))[1];

  test('front matter, then the task, then the field, then the argument', async () => {
    const withDefault = { n: { ...definition, default: 'task' } };
    expect(await second(map(undefined, {}))).toBe('matter');
    expect(await second(map(withDefault, {}))).toBe('task');
    expect(await second(map({ n: 'literal' }, {}))).toBe('literal');
    expect(await second(map(withDefault, { n: text(false) }), { n: 'field' })).toBe('field');
    expect(await second(map(withDefault, { n: text(false) }, '--n=arg'), { n: 'field' })).toBe('arg');
  });

  test('of two arguments with one name the last', async () => {
    expect(await second(map({ n: definition }, {}, '--n=one --n=two'))).toBe('two');
  });

  test.each([
    ['--n="two words"', 'two words'],
    ["--n='x=y=z'", 'x=y=z'],
    ['--n', 'true'],
    ['--n=${n}', '${n}'],
    ['--n=', ''],
  ])('an argument written %s is %j', async (args, value) => {
    expect(await second(map({ n: definition }, {}, args))).toBe(value);
  });
});

describe('a boolean', () => {
  test('that is given as false is false, not a text', async () => {
    const map = {
      startTaskDefinition: 'First',
      taskDefinitions: {
        First: { type: 'claude', prompt: 'Go.', actions: go('Work', '--continue=false') },
        Work: {
          type: 'claude',
          promptTemplate: "${continue ? 'on' : 'off'}",
          promptParams: { continue: { type: 'boolean', description: 'c', required: false } },
          actions: go('End Workflow'),
        },
        ...END,
      },
    };
    expect(await promptsOf(map)).toEqual(['Go.', 'off']);
  });

  test('that is not given is false, and as text empty', async () => {
    const map = oneTask({
      promptTemplate: "${continue ? 'on' : 'off'}[${note}]",
      promptParams: {
        continue: { type: 'boolean', description: 'c', required: false },
        note: { type: 'string', description: 'n', required: false },
      },
    });
    expect(await promptsOf(map, { storyId: '1' })).toEqual(['off[]']);
  });
});
