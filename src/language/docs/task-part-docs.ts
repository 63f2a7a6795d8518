import type { Docs } from './doc.ts';

export const TASK_PART_DOCS: Pick<
  Docs,
  'output' | 'session' | 'reminder' | 'block' | 'join' | 'workspace' | 'worktree'
> = {
  output: {
    title: 'Output',
    summary:
      'The data that the agent returns in addition to its action. Exactly one of schema and schemaPath is required.',
    examples: [
      { schema: { type: 'object', required: ['valid'], properties: { valid: { type: 'boolean' } } } },
    ],
    fields: {
      schema: {
        summary: 'A JSON Schema (draft 2020-12) for the data.',
        examples: [{ type: 'array', items: { type: 'string' } }],
      },
      schemaPath: {
        summary: 'A file with that schema, relative to the project.',
        examples: ['.sdlc/schemas/review.json'],
      },
    },
  },
  session: {
    title: 'Session',
    summary:
      'Which Claude session the task works in: "new" (the default), "continue" for the session of its own last execution, {"of": task} for the session of another task, {"fork": task} for a copy of it. If there is none yet, a new one.',
    examples: ['continue', { of: 'Code Subtask' }],
    fields: {
      of: { summary: 'The claude task whose session to work in.', examples: ['Code Subtask'] },
      fork: { summary: 'The claude task whose session to copy.', examples: ['Code Subtask'] },
    },
  },
  reminder: {
    title: 'Reminder',
    summary:
      'A template like promptTemplate. Claude gets the first 2,000 characters of the rendered text, together with the result of the tool.',
    examples: [
      'Subtask ${subtaskId}: write the test first.',
      { text: 'Read the contract first.', on: ['Edit', 'Write'], before: true },
    ],
    fields: {
      text: {
        summary: 'The template; ${name} is replaced as in the prompt of the task.',
        examples: ['Subtask ${subtaskId}: write the test first. Change nothing else.'],
      },
      on: {
        entry: { summary: 'One tool.', examples: ['Bash'] },
        summary: 'The tools whose use triggers it, by name. Default: Edit, Write, NotebookEdit and Bash.',
        examples: [['Edit', 'Write']],
      },
      before: {
        summary:
          'Whether it must be read before anything is changed: the first use of such a tool in each process is refused, with the text as the reason; later uses are allowed, without it. Default: false.',
        examples: [true],
      },
    },
  },
  block: {
    title: 'Block',
    summary:
      'A state machine inside a task, with the same shape as the map itself. Its targets are its own tasks.',
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
        summary: 'What the block is for, for people who read the map.',
        examples: ['Reviews one file'],
      },
      startTaskDefinition: {
        summary: 'The task the block begins with: a key of its taskDefinitions.',
        examples: ['Code Subtask'],
      },
      taskDefinitions: {
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
      'How many branches to wait for: "all" (the default), or {"atLeast": n}, after which the others are cancelled.',
    examples: ['all', { atLeast: 2 }],
    fields: { atLeast: { summary: 'How many branches must succeed.', examples: [2] } },
  },
  workspace: {
    title: 'Workspace',
    summary:
      'Where the tasks inside work: "shared" (the default), "readonly", or a git worktree for each branch or item.',
    examples: ['readonly', { worktree: { merge: 'onSuccess', setup: ['npm', 'ci'] } }],
    fields: {
      worktree: {
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
        summary: 'When its work is merged: "onSuccess", "never", or if a CEL expression is true.',
        examples: ['onSuccess', 'result.valid'],
      },
      setup: {
        entry: { summary: 'One word of the command.', examples: ['npm'] },
        summary: 'A command that prepares it, as a list of words.',
        examples: [['npm', 'ci']],
      },
    },
  },
};
