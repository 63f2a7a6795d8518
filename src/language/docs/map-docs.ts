import { ARTIFACTS_EXAMPLE } from '../../framework/tables/map-section-docs.ts';
import type { Docs } from './doc.ts';
import { TASK_FIELD_DOCS } from './task-field-docs.ts';

export const MAP_DOCS: Pick<
  Docs,
  'map' | 'field' | 'param' | 'task' | 'action' | 'argument' | 'countLimit' | 'retry' | 'defaults' | 'limits'
> = {
  map: {
    title: 'Workflow map',
    summary:
      'A state machine that coding agents work through: tasks are states, actions are transitions. Name this schema in "$schema" and an editor explains the map as you write it. `wfmap validate` checks what a schema cannot say.',
    fields: {
      $schema: {
        summary: 'Names this schema, for editors. wfmap passes over it.',
        examples: ['../node_modules/wfmap/grammar/map.schema.json'],
      },
      description: {
        summary:
          'What the workflow accomplishes, in one or two sentences. It is shown where a workflow is chosen.',
        examples: ['Code, review and update a story subtask'],
      },
      startTaskDefinition: {
        summary: 'The task a run begins with: a key of taskDefinitions, spelt the same.',
        examples: ['Code Subtask'],
      },
      workslipFields: {
        summary:
          'The inputs of the workflow, by name. Each is given on the command line as --name=value and reaches the prompts of all tasks.',
        examples: [{ storyId: { type: 'string', description: 'The story identifier', required: true } }],
      },
      taskDefinitions: {
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
        summary: 'What holds for tasks that do not say otherwise.',
        examples: [{ model: 'sonnet', timeout: '30m' }],
      },
      limits: {
        summary:
          'Bounds for one run with all that it starts. When one is reached, the run pauses and can be resumed.',
        examples: [{ steps: 50, costUsd: 10 }],
      },
      properties: {
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
        summary: 'Files that are kept in step with the run, made from its journal.',
        examples: [ARTIFACTS_EXAMPLE],
      },
    },
  },
  field: {
    title: 'Input',
    summary: 'An input of the workflow, or something that a person is asked for.',
    examples: [{ type: 'string', description: 'The story identifier', required: true }],
    fields: {
      type: {
        summary: 'What kind of value it takes; text from the command line is converted to it.',
        examples: ['string'],
      },
      description: {
        summary: 'What the field is for. It is shown in help and in the message about a missing field.',
        examples: ['The story identifier'],
      },
      required: { summary: 'Whether a run can start without it.', examples: [true] },
      default: { summary: 'The value where nobody gives one.', examples: [false] },
      enum: { summary: 'All values that it may have.', examples: [['small', 'large']] },
      schema: {
        summary: 'A JSON Schema (draft 2020-12) of the whole value, for the types "array" and "object".',
        examples: [{ type: 'array', items: { type: 'string' } }],
      },
    },
  },
  param: {
    title: 'Parameter',
    summary: 'A definition (an object with a type), or a fixed value.',
    examples: [
      { type: 'boolean', description: 'Whether continuing from previous session', required: false },
      'security',
    ],
    fields: {
      type: { summary: 'What kind of value the parameter takes.', examples: ['boolean'] },
      description: {
        summary: 'What the parameter is for.',
        examples: ['Whether continuing from previous session'],
      },
      required: { summary: 'Whether the task can run without it. Default: false.', examples: [false] },
      default: { summary: 'The value where nothing else supplies one.', examples: [false] },
      enum: { summary: 'All values that it may have.', examples: [['small', 'large']] },
      schema: {
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
    fields: TASK_FIELD_DOCS,
  },
  action: {
    title: 'Action',
    summary: 'A transition to another task of the same block.',
    examples: [{ target: 'Review Work', choose: 'if the work is complete' }],
    fields: {
      target: {
        summary: 'The task to go to: a key of the same taskDefinitions, spelt the same.',
        examples: ['Review Work'],
      },
      args: {
        summary:
          'Arguments for the target\'s next execution. As text: --name=value, separated by blanks, quotes around values that have blanks. As an object: values by name, or {"expr": "…"} for what an expression gives.',
        examples: ['--continue=true', { continue: true, feedback: { expr: 'result.feedback' } }],
      },
      choose: {
        summary: 'When to choose this action, for the agent or person who chooses.',
        examples: ['if the work is complete'],
      },
      when: {
        summary:
          'The guard: whether the action can be taken. If any action of a task has one, the first in written order whose guard is true is taken, without asking anybody; an action without a guard is always true. On a human task it says what is offered. A CEL expression.',
        examples: ['result.valid', 'visits < 5'],
      },
      limit: {
        summary: 'How often the action may be taken while its block runs, and where it leads after that.',
        examples: [{ max: 5, then: 'Escalate' }],
      },
      resets: {
        entry: { summary: 'The name of a task or action.', examples: ['Rework'] },
        summary: 'Tasks and actions of the block whose counters begin anew when this action is taken.',
        examples: [['Review', 'Rework']],
      },
    },
  },
  argument: {
    title: 'Argument',
    summary: 'A value as it is, or an object with an expression that gives it.',
    examples: [true, { expr: 'result.feedback' }],
    fields: {
      expr: {
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
      max: { summary: 'How often it may happen.', examples: [5] },
      then: { summary: 'The task to go to instead from then on.', examples: ['Escalate'] },
    },
  },
  retry: {
    title: 'Retry',
    summary: 'How often to try again after the first time.',
    examples: [{ max: 3 }],
    fields: {
      max: {
        summary: 'Further tries after faults of the transport: overload, network, time-out. Default: 2.',
        examples: [2, 0],
      },
      reply: {
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
      model: { ...TASK_FIELD_DOCS.model, summary: 'The model that Claude uses.' },
      timeout: {
        ...TASK_FIELD_DOCS.timeout,
        summary: 'How long one execution may take. Whole numbers with units ms, s, m, h.',
      },
      retry: { ...TASK_FIELD_DOCS.retry, summary: 'How often to try again after the first time.' },
      permissionMode: {
        ...TASK_FIELD_DOCS.permissionMode,
        summary: "Claude's permission mode, as its --permission-mode takes it.",
      },
      allowedTools: {
        ...TASK_FIELD_DOCS.allowedTools,
        summary:
          'Permission rules for tools that Claude may use without being asked, as its --allowedTools takes them.',
      },
      maxTurns: {
        ...TASK_FIELD_DOCS.maxTurns,
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
        summary: 'How many task executions a run may start, decisions and ends not counted.',
        examples: [50],
      },
      costUsd: { summary: 'How many US dollars the agents of a run may cost.', examples: [10, 2.5] },
      tokens: {
        summary: 'How many tokens the agents of a run may use, all that they report taken together.',
        examples: [2000000],
      },
      duration: {
        summary:
          'How long a run may be active, without the time in which it waits for people. Whole numbers with units ms, s, m, h.',
        examples: ['8h'],
      },
    },
  },
};
