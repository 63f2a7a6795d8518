import { describe, expect, test } from 'vitest';
import { findPromptedTask } from '../../../src/cli/flags/find-prompted.ts';
import { fieldHelp } from '../../../src/cli/flags/field-help.ts';
import { fieldsOfPrompt, renderPromptOf, type PromptRequest } from '../../../src/cli/flags/task-prompt.ts';
import { fieldsOfTask, readTaskArgs } from '../../../src/cli/flags/task-args.ts';
import { createRunState } from '../../../src/run/state/run-state.ts';
import { UNKNOWN_PROJECT } from '../../../src/model/project-insight.ts';
import { captured } from '../../helpers/captured.ts';
import { checkedProgram } from '../../helpers/checked-program.ts';

const FIXTURES = `${import.meta.dirname}/../../fixtures/flags`;

const field = (type: string, more: object = {}) => ({
  type,
  description: `The ${type}`,
  required: false,
  ...more,
});
const work = (prompt: string, target: string, more: object = {}) => ({
  type: 'claude',
  promptTemplate: prompt,
  actions: { Next: { target } },
  ...more,
});
const schemaOf = (schema: object) => ({ output: { schema } });
const block = (tasks: object) => ({
  startTaskDefinition: Object.keys(tasks)[0],
  taskDefinitions: { ...tasks, End: { type: 'end' } },
});

const { program } = checkedProgram(
  {
    description: 'Has prompts in many places',
    workslipFields: {
      topic: field('string', { required: true }),
      count: field('number', { default: 2 }),
      upstream: field('array'),
    },
    startTaskDefinition: 'Set',
    taskDefinitions: {
      Set: {
        type: 'decide',
        set: { doubled: 'count * 2.0', rounds: 'has(rounds) ? rounds + 1 : 1' },
        maxVisits: { max: 3, then: 'Plan' },
        actions: {
          Again: { target: 'Set', when: 'rounds < 3 && count > 5.0' },
          More: { target: 'More', when: 'doubled > 3.0' },
          Next: { target: 'Plan' },
        },
      },
      More: {
        type: 'decide',
        set: { more: 'doubled + 1.0', lost: '[1, 2][int(doubled)]', late: '7' },
        actions: { Next: { target: 'Plan' } },
      },
      Plan: work(
        'Plan ${topic}, ${has(doubled) ? string(doubled) : "none"}, ${has(rounds) ? string(rounds) : "none"}${has(more) ? " and more" : ""}${has(late) ? " and late" : ""} in ${run.root} on ${run.branch} for ${run.id}, kept in ${run.artifacts}.',
        'Each',
        {
          as: 'plan',
          ...schemaOf({
            type: 'object',
            required: ['items'],
            properties: { items: { type: 'array', items: { type: 'string' } } },
          }),
        },
      ),
      Each: {
        type: 'foreach',
        items: 'plan.items',
        item: 'one',
        body: block({
          Note: { type: 'decide', set: { noted: '"note of " + topic' }, actions: { Next: { target: 'Do' } } },
          Do: work(
            'Do ${one}, ${size(one)} long, visit ${visits}, after ${size(finished)}: ${noted}, ${topic}, in ${workspace.path}.',
            'Check',
            { as: 'did', ...schemaOf({ type: 'integer' }) },
          ),
          Check: work('Check ${did} by ${depth}${has(why) ? why : ""}.', 'End', {
            promptParams: { depth: 3, loud: true },
            actions: {
              Next: { target: 'End' },
              Back: { target: 'Check', args: { why: 'as it is', data: { expr: 'did' } } },
            },
          }),
        }),
        actions: { Next: { target: 'Role' } },
      },
      Role: { type: 'claude', promptTemplatePath: 'prompts/role.md', actions: { Next: { target: 'Done' } } },
      Done: { type: 'end' },
    },
  },
  {
    'prompts/role.md':
      '---\nparameters:\n  tone: { type: string, enum: [dry, warm], description: How it sounds }\n  topic: { type: string }\n---\nBe ${tone} about ${topic}.\n',
  },
);

const request = (place: string, more: Partial<PromptRequest> = {}): PromptRequest => ({
  found: findPromptedTask(program, place),
  values: { topic: 'the topic', count: 2 },
  args: {},
  visit: 1,
  channel: 'text',
  branch: 'main',
  workRoot: '/project',
  project: UNKNOWN_PROJECT,
  ...more,
});

describe('the prompt of a task', () => {
  test('is that of a run with these inputs, or is told what is missing', async () => {
    const cases: readonly (readonly [string, PromptRequest])[] = [
      ['Plan', request('Plan')],
      ['Plan, a third time, with a name that is given', request('Plan', { visit: 3, args: { doubled: 7 } })],
      ['Plan, for little', request('Plan', { values: { topic: 'the topic', count: 1 } })],
      ['Plan, for very many', request('Plan', { values: { topic: 'the topic', count: 6 } })],
      ['Do, without what was found out', request('Do')],
      ['Do', request('Do', { args: { plan: { items: [] }, one: 'first', finished: [1, 2] } })],
      [
        'Check, with what an action passes',
        request('Check', { args: { plan: { items: [] }, one: 'x', did: 4, why: ', because' } }),
      ],
      ['Check, without what was found out', request('Check', { args: { did: 4 } })],
      ['Role, without a parameter', request('Role', { values: { topic: 'the topic' } })],
      ['Role', request('Role', { channel: 'structured', args: { tone: 'dry', plan: 7 } })],
    ];
    const reported: string[] = [];
    for (const [name, each] of cases) {
      const { value, fault } = await captured(() => renderPromptOf(each));
      reported.push(`# ${name}\n${value ?? fault}\n`);
    }
    await expect(reported.join('\n')).toMatchFileSnapshot(`${FIXTURES}/prompts.out`);
  });

  test('takes inputs, parameters, names that are bound around it and what actions pass', async () => {
    const reported = ['Plan', 'Do', 'Check', 'Role'].map((place) => {
      const found = findPromptedTask(program, place);
      return `${fieldHelp(fieldsOfPrompt(found), `task "${place}"`, 100)}\n`;
    });
    await expect(reported.join('\n')).toMatchFileSnapshot(`${FIXTURES}/fields-of-prompts.out`);
  });
});

describe('the arguments of a task', () => {
  test('have the type of the nearest declaration', () => {
    const { task } = findPromptedTask(program, 'Check');
    const fields = fieldsOfTask(program, task).map(({ name, type, description }) => [
      name,
      type,
      description,
    ]);
    expect(fields).toEqual([
      ['topic', 'string', 'The string'],
      ['count', 'number', 'The number'],
      ['upstream', 'array', 'The array'],
      ['depth', 'number', ''],
      ['loud', 'boolean', ''],
    ]);
  });

  test('are none where none is given, and belong to a task', async () => {
    expect(readTaskArgs([], program, createRunState, undefined)).toEqual({});
    const faultOf = async (word: string) =>
      (await captured(() => readTaskArgs([word], program, createRunState, undefined))).fault;
    expect(await faultOf('topic')).toBe(
      'wfmap: "topic" belongs to no flag, and no task is left to take it.\n',
    );
    expect(await faultOf('--topic=x')).toBe(
      'wfmap: The command "resume" has no flag --topic.\n  wfmap resume --help lists the flags.\n',
    );
    expect(await faultOf('--acept-changes')).toBe(
      'wfmap: The command "resume" has no flag --acept-changes.\n  Did you mean --accept-changes?\n',
    );
  });
});
