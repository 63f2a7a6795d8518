import { COUNT, type Part, type PartName } from './field.ts';

export const TASK_PARTS = {
  output: {
    title: 'Output',
    summary:
      'What the agent gives back beside its choice of an action, as data. It has exactly one of schema and schemaPath.',
    examples: [
      { schema: { type: 'object', required: ['valid'], properties: { valid: { type: 'boolean' } } } },
    ],
    fields: {
      schema: {
        kind: 'schema',
        need: 'exactly one',
        summary: 'A JSON Schema (draft 2020-12) of what is given back.',
        examples: [{ type: 'array', items: { type: 'string' } }],
      },
      schemaPath: {
        kind: 'path',
        names: 'schema',
        need: 'exactly one',
        summary: 'A file with that schema, relative to the project.',
        examples: ['.sdlc/schemas/review.json'],
      },
    },
  },
  session: {
    title: 'Session',
    summary:
      'Which Claude session the task works in: "new" (the default), "continue" for that of its own last execution, {"of": task} for that of another task, {"fork": task} for a copy of it. Where there is none yet, a new one.',
    types: ['string', 'object'],
    words: ['new', 'continue'],
    examples: ['continue', { of: 'Code Subtask' }],
    fields: {
      of: {
        kind: 'name',
        names: 'claude task',
        need: 'exactly one',
        summary: 'The claude task whose session to work in.',
        examples: ['Code Subtask'],
      },
      fork: {
        kind: 'name',
        names: 'claude task',
        need: 'exactly one',
        summary: 'The claude task whose session to begin as a copy of.',
        examples: ['Code Subtask'],
      },
    },
  },
  reminder: {
    title: 'Reminder',
    summary:
      'A template, as of promptTemplate; of what it comes to, Claude gets the first 2,000 characters. It arrives with the result of the tool that it is about.',
    types: ['string', 'object'],
    text: 'template',
    examples: [
      'Subtask ${subtaskId}: write the test first.',
      { text: 'Read the contract first.', on: ['Edit', 'Write'], before: true },
    ],
    fields: {
      text: {
        kind: 'template',
        need: 'always',
        summary: 'The template; ${name} is filled in as in the prompt of the task.',
        examples: ['Subtask ${subtaskId}: write the test first. Change nothing else.'],
      },
      on: {
        kind: 'words',
        isNeverEmpty: true,
        entry: { summary: 'One tool.', examples: ['Bash'], pattern: '^[A-Za-z][A-Za-z0-9_-]{0,99}$' },
        names: 'tool',
        summary: 'The tools that it is about, by name. Default: Edit, Write, NotebookEdit and Bash.',
        examples: [['Edit', 'Write']],
      },
      before: {
        kind: 'flag',
        summary:
          'Whether it has to be read before anything is changed: the first use of such a tool in each process is refused, with the text as the reason, and all later ones pass without it. Default: false.',
        examples: [true],
      },
    },
  },
  block: {
    title: 'Block',
    summary: 'A state machine inside of a task, of the same shape as the map itself. Targets never leave it.',
    examples: [
      {
        startTaskDefinition: 'Review',
        taskDefinitions: {
          Review: { type: 'claude', prompt: 'Review it.', actions: { Done: { target: 'Reviewed' } } },
          Reviewed: { type: 'end' },
        },
      },
    ],
    fields: {
      description: {
        kind: 'text',
        summary: 'What the block is for, for people who read the map.',
        examples: ['Reviews one file'],
      },
      startTaskDefinition: {
        kind: 'name',
        names: 'task',
        need: 'always',
        summary: 'The task the block begins with: a key of its taskDefinitions, spelt the same.',
        examples: ['Code Subtask'],
      },
      taskDefinitions: {
        kind: 'parts',
        part: 'task',
        noun: 'Task',
        isNeverEmpty: true,
        need: 'always',
        summary: 'The tasks of the block, by name.',
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
    },
  },
  join: {
    title: 'Join',
    summary:
      'How many branches to wait for: "all" (the default), or {"atLeast": n}, after which the others are stopped.',
    types: ['string', 'object'],
    words: ['all'],
    examples: ['all', { atLeast: 2 }],
    fields: {
      atLeast: {
        ...COUNT,
        need: 'always',
        summary: 'How many branches must have ended without failing.',
        examples: [2],
      },
    },
  },
  workspace: {
    title: 'Workspace',
    summary:
      'Where the tasks inside work: "shared" (the default), "readonly", or a git worktree for each branch or item.',
    types: ['string', 'object'],
    words: ['shared', 'readonly'],
    examples: ['readonly', { worktree: { merge: 'onSuccess', setup: ['npm', 'ci'] } }],
    fields: {
      worktree: {
        kind: 'part',
        part: 'worktree',
        need: 'always',
        summary: 'A git worktree of its own for each branch or item.',
        examples: [{ merge: 'onSuccess' }],
      },
    },
  },
  worktree: {
    title: 'Worktree',
    summary: 'A git worktree of its own for each branch or item.',
    examples: [{ merge: 'onSuccess' }],
    fields: {
      merge: {
        kind: 'expression',
        need: 'always',
        summary: 'When its work is merged: "onSuccess", "never", or whenever a CEL expression is true.',
        examples: ['onSuccess', 'result.valid'],
      },
      setup: {
        kind: 'words',
        isNeverEmpty: true,
        entry: { summary: 'One word of the command.', examples: ['npm'] },
        summary: 'A command that prepares it, word by word.',
        examples: [['npm', 'ci']],
      },
    },
  },
} satisfies Readonly<Partial<Record<PartName, Part>>>;
