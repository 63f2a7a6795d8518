import { COUNT, type Part, type PartName } from './field.ts';
import { TASK_FIELDS } from './task-fields.ts';

export const MAP_PARTS = {
  map: {
    title: 'Workflow map',
    summary:
      'A state machine that coding agents work through: tasks are states, actions are transitions. Name this schema in "$schema" and an editor explains the map as you write it. `wfmap validate` checks what a schema cannot say.',
    fields: {
      $schema: {
        kind: 'path',
        mayBeEmpty: true,
        summary: 'Names this schema, for editors. wfmap passes over it.',
        examples: ['../node_modules/wfmap/grammar/map.schema.json'],
      },
      description: {
        kind: 'text',
        need: 'always',
        summary:
          'What the workflow accomplishes, in one or two sentences. It is shown where a workflow is chosen.',
        examples: ['Code, review and update a story subtask'],
      },
      startTaskDefinition: {
        kind: 'name',
        names: 'task',
        need: 'always',
        summary: 'The task a run begins with: a key of taskDefinitions, spelt the same.',
        examples: ['Code Subtask'],
      },
      workslipFields: {
        kind: 'parts',
        part: 'field',
        noun: 'Field',
        summary:
          'The inputs of the workflow, by name. Each is given on the command line as --name=value and reaches the prompts of all tasks.',
        examples: [{ storyId: { type: 'string', description: 'The story identifier', required: true } }],
      },
      taskDefinitions: {
        kind: 'parts',
        part: 'task',
        noun: 'Task',
        isNeverEmpty: true,
        need: 'always',
        summary:
          'The tasks, by name. Actions refer to them by these names; the order matters only for display.',
        examples: [
          {
            Greet: {
              type: 'claude',
              prompt: 'Say hello.',
              actions: { Complete: { target: 'End Workflow' } },
            },
            'End Workflow': { type: 'end' },
          },
        ],
      },
      defaults: {
        kind: 'part',
        part: 'defaults',
        summary: 'What holds for tasks that do not say otherwise.',
        examples: [{ model: 'sonnet', timeout: '30m' }],
      },
      limits: {
        kind: 'part',
        part: 'limits',
        summary:
          'Bounds for one run with all that it starts. When one is reached, the run pauses and can be resumed.',
        examples: [{ steps: 50, costUsd: 10 }],
      },
      properties: {
        kind: 'parts',
        part: 'property',
        noun: 'Property',
        summary: 'Claims about all paths of the map, by name.',
        examples: [
          {
            'Never finished without a review': {
              precedes: { first: { task: 'Review' }, second: { task: 'Finished' } },
            },
          },
        ],
      },
      artifacts: {
        kind: 'part',
        part: 'artifacts',
        summary: 'Files that are kept in step with the run, made from its journal.',
        examples: [{ map: { workflow: 'map-efficient', blueprint: 'plan.blueprint' } }],
      },
    },
  },
  field: {
    title: 'Input',
    summary: 'An input of the workflow, or something that a person is asked for.',
    examples: [{ type: 'string', description: 'The story identifier', required: true }],
    fields: {
      type: {
        kind: 'word',
        values: ['string', 'number', 'boolean', 'array', 'object'],
        need: 'always',
        summary: 'What kind of value it takes; text from the command line is converted to it.',
        examples: ['string'],
      },
      description: {
        kind: 'text',
        mayBeEmpty: true,
        need: 'always',
        summary: 'What the field is for. It is shown in help and in the message about a missing field.',
        examples: ['The story identifier'],
      },
      required: {
        kind: 'flag',
        need: 'always',
        summary: 'Whether a run can start without it.',
        examples: [true],
      },
      default: { kind: 'value', summary: 'The value where nobody gives one.', examples: [false] },
      enum: { kind: 'scalars', summary: 'All values that it may have.', examples: [['small', 'large']] },
      schema: {
        kind: 'schema',
        summary: 'A JSON Schema (draft 2020-12) of the whole value, for the types "array" and "object".',
        examples: [{ type: 'array', items: { type: 'string' } }],
      },
    },
  },
  param: {
    title: 'Parameter',
    summary: 'A definition (an object with a type), or a fixed value.',
    types: ['object', 'string', 'number', 'boolean'],
    examples: [
      { type: 'boolean', description: 'Whether continuing from previous session', required: false },
      'security',
    ],
    fields: {
      type: {
        kind: 'word',
        values: ['string', 'number', 'boolean', 'array', 'object'],
        need: 'always',
        summary: 'What kind of value the parameter takes.',
        examples: ['boolean'],
      },
      description: {
        kind: 'text',
        mayBeEmpty: true,
        summary: 'What the parameter is for.',
        examples: ['Whether continuing from previous session'],
      },
      required: {
        kind: 'flag',
        summary: 'Whether the task can run without it. Default: false.',
        examples: [false],
      },
      default: { kind: 'value', summary: 'The value where nothing else supplies one.', examples: [false] },
      enum: { kind: 'scalars', summary: 'All values that it may have.', examples: [['small', 'large']] },
      schema: {
        kind: 'schema',
        summary: 'A JSON Schema (draft 2020-12) of the whole value, for the types "array" and "object".',
        examples: [{ type: 'array', items: { type: 'string' } }],
      },
    },
  },
  task: {
    title: 'Task',
    summary:
      'A state of the workflow. Its actions are the transitions out of it; its type says what it does and who chooses among them.',
    examples: [
      {
        type: 'claude',
        promptTemplatePath: '.sdlc/prompts/system/code-subtask.md',
        actions: { Complete: { target: 'Check Code Complete' } },
      },
      { type: 'end' },
      {
        type: 'shell',
        command: ['npm', 'test'],
        actions: { Green: { target: 'Review', when: 'result.exitCode == 0' }, Red: { target: 'Repair' } },
      },
      {
        type: 'human',
        prompt: 'May it be released?',
        actions: { Yes: { target: 'Release' }, No: { target: 'Stopped' } },
      },
    ],
    fields: TASK_FIELDS,
  },
  action: {
    title: 'Action',
    summary: 'A transition to another task of the same block.',
    examples: [{ target: 'Review Work', choose: 'if the work is complete' }],
    fields: {
      target: {
        kind: 'name',
        names: 'task',
        need: 'always',
        summary: 'The task to go to: a key of the same taskDefinitions, spelt the same.',
        examples: ['Review Work'],
      },
      args: {
        kind: 'parts',
        part: 'argument',
        noun: 'Argument',
        orText: true,
        summary:
          'Arguments for the target\'s next execution. As text: --name=value, separated by blanks, quotes around values that have blanks. As an object: values by name, or {"expr": "…"} for what an expression gives.',
        examples: ['--continue=true', { continue: true, feedback: { expr: 'result.feedback' } }],
      },
      choose: {
        kind: 'text',
        mayBeEmpty: true,
        summary: 'When to choose this action, for the agent or person who chooses.',
        examples: ['if the work is complete'],
      },
      when: {
        kind: 'expression',
        summary:
          'The guard: whether the action can be taken. If any action of a task has one, the first in written order whose guard is true is taken, without asking anybody; an action without a guard is always true. On a human task it says what is offered. A CEL expression.',
        examples: ['result.valid', 'visits < 5'],
      },
      limit: {
        kind: 'part',
        part: 'countLimit',
        noun: 'limit',
        summary: 'How often the action may be taken while its block runs, and where it leads after that.',
        examples: [{ max: 5, then: 'Escalate' }],
      },
      resets: {
        kind: 'words',
        entry: { summary: 'The name of a task or action.', examples: ['Rework'] },
        names: 'task or action',
        summary: 'Tasks and actions of the block whose counters begin anew when this action is taken.',
        examples: [['Review', 'Rework']],
      },
    },
  },
  argument: {
    title: 'Argument',
    summary: 'A value as it is, or an object with an expression that gives it.',
    types: ['string', 'number', 'boolean', 'array', 'object'],
    examples: [true, { expr: 'result.feedback' }],
    fields: {
      expr: {
        kind: 'expression',
        need: 'always',
        summary: 'Gives the value when the action is taken. A CEL expression.',
        examples: ['result.feedback'],
      },
    },
  },
  countLimit: {
    title: 'Limit',
    summary: 'A number of times, and what follows after that.',
    examples: [{ max: 5, then: 'Escalate' }],
    fields: {
      max: { ...COUNT, need: 'always', summary: 'How often it may happen.', examples: [5] },
      then: {
        kind: 'name',
        names: 'task',
        need: 'always',
        summary: 'The task to go to instead from then on.',
        examples: ['Escalate'],
      },
    },
  },
  retry: {
    title: 'Retry',
    summary: 'How often to try again after the first time.',
    examples: [{ max: 3 }],
    fields: {
      max: {
        kind: 'number',
        isWhole: true,
        min: 0,
        max: 1_000_000_000,
        summary: 'Further tries after faults of the transport: overload, network, time-out. Default: 2.',
        examples: [2, 0],
      },
      reply: {
        kind: 'number',
        isWhole: true,
        min: 0,
        max: 1_000_000_000,
        summary: 'Further tries after replies that are no answer. For claude tasks. Default: 1.',
        examples: [1],
      },
    },
  },
  defaults: {
    title: 'Defaults',
    summary:
      'What holds for tasks that do not say otherwise: "timeout" and "retry" for claude and shell tasks, the rest for claude tasks.',
    examples: [{ model: 'sonnet', timeout: '30m' }],
    fields: {
      model: { ...TASK_FIELDS.model, summary: 'The model that Claude uses.' },
      timeout: {
        ...TASK_FIELDS.timeout,
        summary: 'How long one execution may take. Whole numbers with units ms, s, m, h.',
      },
      retry: { ...TASK_FIELDS.retry, summary: 'How often to try again after the first time.' },
      permissionMode: {
        ...TASK_FIELDS.permissionMode,
        summary: "Claude's permission mode, as its --permission-mode takes it.",
      },
      allowedTools: {
        ...TASK_FIELDS.allowedTools,
        summary:
          'Permission rules for tools that Claude may use without being asked, as its --allowedTools takes them.',
      },
      maxTurns: {
        ...TASK_FIELDS.maxTurns,
        summary: 'How many turns Claude may take in one execution, as its --max-turns takes it.',
      },
    },
  },
  limits: {
    title: 'Limits',
    summary: 'Bounds for one run with all that it starts.',
    examples: [{ steps: 50, costUsd: 10 }],
    fields: {
      steps: {
        ...COUNT,
        summary: 'How many task executions a run may start, decisions and ends not counted.',
        examples: [50],
      },
      costUsd: {
        kind: 'number',
        above: 0,
        summary: 'How many US dollars the agents of a run may cost.',
        examples: [10, 2.5],
      },
      tokens: {
        kind: 'number',
        isWhole: true,
        min: 1,
        max: 1_000_000_000_000,
        summary: 'How many tokens the agents of a run may use, all that they report taken together.',
        examples: [2000000],
      },
      duration: {
        kind: 'duration',
        summary:
          'How long a run may be active, without the time in which it waits for people. Whole numbers with units ms, s, m, h.',
        examples: ['8h'],
      },
    },
  },
} satisfies Readonly<Partial<Record<PartName, Part>>>;
