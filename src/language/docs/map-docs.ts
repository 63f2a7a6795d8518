import { ARTIFACTS_EXAMPLE } from '../../framework/tables/map-section-docs.ts';
import type { Docs } from './doc.ts';
import { TASK_FIELD_DOCS } from './task-field-docs.ts';
import { TASK_PART_DOCS } from './task-part-docs.ts';

/** What a declaration says of its values. */
const VALUE_DOCS: Pick<Docs['field']['fields'], 'enum' | 'schema'> = {
  enum: { summary: 'The allowed values.', examples: [['small', 'large']] },
  schema: {
    summary: 'A JSON Schema (draft 2020-12) for the value, for the types "array" and "object".',
    examples: [{ type: 'array', items: { type: 'string' } }],
  },
};

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
        summary: 'The URL or path of this schema, for editors. wfmap ignores it.',
        examples: ['../node_modules/wfmap/grammar/map.schema.json'],
      },
      description: {
        summary:
          'What the workflow accomplishes, in one or two sentences. It is shown where a workflow is chosen.',
        examples: ['Code, review and update a story subtask'],
      },
      startTaskDefinition: {
        summary: 'The task a run begins with: a key of taskDefinitions.',
        examples: ['Code Subtask'],
      },
      workslipFields: {
        summary:
          'The inputs of the workflow, by name. Each is given on the command line as --name=value and reaches the prompts of all tasks.',
        examples: [{ storyId: { type: 'string', description: 'The story identifier', required: true } }],
      },
      taskDefinitions: {
        ...TASK_PART_DOCS.block.fields.taskDefinitions,
        summary:
          'The tasks, by name. Actions refer to them by these names; the order matters only for display.',
      },
      defaults: {
        summary: 'Settings for all tasks that do not override them.',
        examples: [{ model: 'sonnet', timeout: '30m' }],
      },
      limits: {
        summary:
          'Limits of one run, including everything it starts. When one is reached, the run pauses and can be resumed.',
        examples: [{ steps: 50, costUsd: 10 }],
      },
      wall: {
        summary:
          'A run starts only where the kernel can keep every task that it may reach to what it may write; else a person is asked, or `--no-wall` accepts that. It holds for all maps of the run.',
        examples: ['required'],
      },
      branch: {
        summary:
          '`current`: its runs stay on the branch that is checked out, the default branch too, as a release must. Else a run that may commit gets a branch of its own there.',
        examples: ['current'],
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
    summary: 'An input of the workflow, or a value that a person is asked for.',
    examples: [{ type: 'string', description: 'The story identifier', required: true }],
    fields: {
      type: {
        summary:
          'The type of its value. Text from the command line is converted to it. A command is text on one line that is to be run: agents that have Bash(@inputs) among their tools may run those that the run was started with, and with Bash(@inputs.name) that one.',
        examples: ['string', 'command'],
      },
      description: {
        summary: 'What the field is for. It is shown in help and in the message about a missing field.',
        examples: ['The story identifier'],
      },
      required: { summary: 'Whether a run can start without it.', examples: [true] },
      default: { summary: 'The value if none is given.', examples: [false] },
      ...VALUE_DOCS,
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
      type: { summary: 'The type of its value.', examples: ['boolean'] },
      description: {
        summary: 'What the parameter is for.',
        examples: ['Whether continuing from previous session'],
      },
      required: { summary: 'Whether the task can run without it. Default: false.', examples: [false] },
      default: { summary: 'The value if nothing else supplies one.', examples: [false] },
      ...VALUE_DOCS,
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
        summary: 'The task to go to: a key of the same taskDefinitions.',
        examples: ['Review Work'],
      },
      args: {
        summary:
          'Arguments for the target\'s next execution; where a limit leads elsewhere, none are passed. As text: --name=value, separated by spaces; quote values that contain spaces. As an object: values by name, or {"expr": "…"} for the value of an expression.',
        examples: ['--continue=true', { continue: true, feedback: { expr: 'result.feedback' } }],
      },
      choose: {
        summary: 'When to choose this action, for the agent or person who chooses.',
        examples: ['if the work is complete'],
      },
      when: {
        summary:
          'The guard: whether the action can be taken. If any action of a task has a guard, the first action in written order whose guard is true is taken, without asking the agent; an action without a guard always matches. In a human task, guards decide which actions are offered. A CEL expression.',
        examples: ['result.valid', 'visits < 5'],
      },
      limit: {
        summary: 'How often the action may be taken while its block runs, and its target after that.',
        examples: [{ max: 5, then: 'Escalate' }],
      },
      resets: {
        entry: { summary: 'The name of a task or action.', examples: ['Rework'] },
        summary: 'Tasks and actions of the block whose counters are reset when this action is taken.',
        examples: [['Review', 'Rework']],
      },
    },
  },
  argument: {
    title: 'Argument',
    summary: 'A literal value, or an object with an expression for the value.',
    examples: [true, { expr: 'result.feedback' }],
    fields: {
      expr: {
        summary: 'The value, evaluated when the action is taken. A CEL expression.',
        examples: ['result.feedback'],
      },
    },
  },
  countLimit: {
    title: 'Limit',
    summary: 'A maximum count, and the task that follows when it is reached.',
    examples: [{ max: 5, then: 'Escalate' }],
    fields: {
      max: { summary: 'The maximum count.', examples: [5] },
      then: { summary: 'The task to go to once the count is reached.', examples: ['Escalate'] },
    },
  },
  retry: {
    title: 'Retry',
    summary: 'How often to retry after the first attempt.',
    examples: [{ max: 3 }],
    fields: {
      max: {
        summary: 'Retries after transport errors: overload, network, timeout. Default: 2.',
        examples: [2, 0],
      },
      reply: {
        summary: 'Retries after replies that choose no valid action. For claude tasks. Default: 1.',
        examples: [1],
      },
    },
  },
  defaults: {
    title: 'Defaults',
    summary:
      'Settings for all tasks that do not override them: "timeout" and "retry" for claude and shell tasks, the others for claude tasks.',
    examples: [{ model: 'sonnet', timeout: '30m' }],
    fields: {
      model: { ...TASK_FIELD_DOCS.model, summary: 'The model that Claude uses.' },
      timeout: {
        ...TASK_FIELD_DOCS.timeout,
        summary: 'How long one execution may take. Whole numbers with units ms, s, m, h.',
      },
      retry: { ...TASK_FIELD_DOCS.retry, summary: 'How often to retry after the first attempt.' },
      permissionMode: {
        ...TASK_FIELD_DOCS.permissionMode,
        summary: "Claude's permission mode, as its --permission-mode takes it.",
      },
      unruledCalls: {
        ...TASK_FIELD_DOCS.unruledCalls,
        summary:
          'What happens to a tool call that no permission rule answers: "refuse" it, or "ask" the person at the terminal of the run. Default: "refuse".',
      },
      allowedTools: {
        ...TASK_FIELD_DOCS.allowedTools,
        summary:
          'Permission rules for tools that Claude may use without being asked, as its --allowedTools takes them.',
      },
      writes: {
        ...TASK_FIELD_DOCS.writes,
        summary: 'What claude tasks may change in their work tree where they do not say it.',
      },
      maxTurns: {
        ...TASK_FIELD_DOCS.maxTurns,
        summary: 'How many turns Claude may take in one execution, as its --max-turns takes it.',
      },
    },
  },
  limits: {
    title: 'Limits',
    summary: 'Limits of one run, including everything it starts.',
    examples: [{ steps: 50, costUsd: 10 }],
    fields: {
      steps: {
        summary: 'How many task executions a run may start, not counting decide and end tasks.',
        examples: [50],
      },
      costUsd: { summary: 'How many US dollars the agents of a run may cost.', examples: [10, 2.5] },
      tokens: {
        summary: 'How many tokens the agents of a run may use: the sum of everything they report.',
        examples: [2000000],
      },
      duration: {
        summary:
          'How long a run may be active, not counting the time it waits for people. Whole numbers with units ms, s, m, h.',
        examples: ['8h'],
      },
    },
  },
};
