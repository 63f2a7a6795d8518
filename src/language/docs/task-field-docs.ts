import type { TaskType } from '../task-types.ts';
import type { Docs } from './doc.ts';

/** What a task does, by its type. */
const DOES: Readonly<Record<TaskType, string>> = {
  claude: 'sends a prompt to a Claude process',
  end: 'ends its block',
  shell: 'runs a command',
  human: 'asks a person',
  decide: 'only looks at guards',
  parallel: 'runs its branches side by side',
  foreach: 'runs its body for each item of a list',
  workflow: 'runs another map',
};

export const TASK_FIELD_DOCS: Docs['task']['fields'] = {
  type: {
    summary: `${Object.entries(DOES)
      .map(([type, does]) => `"${type}" ${does}`)
      .join('; ')}.`,
    examples: ['claude'],
  },
  description: {
    summary: 'What the task is for, for people who read the map.',
    examples: ['Writes the code of the subtask'],
  },
  promptTemplatePath: {
    summary:
      'A file with the prompt template, relative to the project. A claude or human task has exactly one of promptTemplatePath, promptTemplate and prompt.',
    examples: ['.sdlc/prompts/system/code-subtask.md'],
  },
  promptTemplate: {
    summary: 'The prompt template itself; ${name} is filled in.',
    examples: ['Review story ${storyId}.'],
  },
  prompt: {
    summary: 'The prompt as it is; nothing is filled in.',
    examples: ['Run the tests and report what fails.'],
  },
  promptParams: {
    summary: 'Parameters of this task beside the workslip fields, by name: definitions, or fixed values.',
    examples: [
      {
        continue: {
          type: 'boolean',
          description: 'Whether continuing from previous session',
          required: false,
        },
      },
      { focus: 'security' },
    ],
  },
  actions: {
    summary:
      'The transitions out of the task, by the names that the agent or person chooses from, or that guards choose among. A task without actions ends its block.',
    examples: [{ Complete: { target: 'Check Code Complete' } }],
  },
  as: {
    summary:
      'The name that the result of the task is bound to, for guards, arguments and prompts. A claude task gives its output, else {text}; a shell task {exitCode, stdout, json}; a human task {action, fields}.',
    examples: ['review'],
  },
  onError: {
    summary: 'The task to go to when this one fails for good. Without it the run pauses and can be resumed.',
    examples: ['Report Failure'],
  },
  timeout: {
    summary:
      'How long one execution may take. For a human task: how long the answer may take. Whole numbers with units ms, s, m, h.',
    examples: ['10m', '1h30m'],
  },
  maxVisits: {
    summary:
      'How often the task may be entered while its block runs, and which task is entered instead after that.',
    examples: [{ max: 5, then: 'Escalate' }],
  },
  retry: {
    summary: 'How often to try again after the first time. For claude and shell tasks.',
    examples: [{ max: 3 }],
  },
  agent: {
    summary:
      'The role of the agent: the prompt "prompts/agents/<role>.md", which is put before the prompt of the task.',
    examples: ['monitor'],
  },
  model: { summary: 'The model that Claude uses for this task.', examples: ['sonnet'] },
  permissionMode: {
    summary: "Claude's permission mode for this task, as its --permission-mode takes it.",
    examples: ['acceptEdits', 'plan'],
  },
  allowedTools: {
    entry: { summary: 'One permission rule.', examples: ['Read'] },
    summary:
      'Permission rules for tools that Claude may use without being asked, as its --allowedTools takes them.',
    examples: [['Read', 'Edit', 'Bash(npm test:*)']],
  },
  disallowedTools: {
    entry: { summary: 'One permission rule.', examples: ['WebFetch'] },
    summary: 'Permission rules for tools that Claude may not use, as its --disallowedTools takes them.',
    examples: [['WebFetch', 'Bash(git push:*)']],
  },
  maxTurns: {
    summary: 'How many turns Claude may take in one execution, as its --max-turns takes it.',
    examples: [30],
  },
  budgetUsd: { summary: 'How many US dollars one execution of the task may cost.', examples: [1.5] },
  session: {
    summary: 'Which Claude session the task works in. Default: a new one.',
    examples: ['continue', { of: 'Code Subtask' }],
  },
  reminder: {
    summary:
      'What Claude is told again while it works, when it uses a tool that changes something. Other agents pass over it.',
    examples: ['Subtask ${subtaskId}: write the test first. Change nothing else.'],
  },
  output: {
    summary: 'What the agent gives back beside its choice of an action, as data.',
    examples: [{ schemaPath: '.sdlc/schemas/review.json' }],
  },
  protocol: {
    summary:
      'How the agent says which action it chose. "signal-block" is not run by this version of wfmap. Default: "action".',
    examples: ['action'],
  },
  appendActions: {
    summary: 'Whether the actions and how to answer are appended to the prompt. Default: true.',
    examples: [false],
  },
  command: {
    summary:
      'What a shell task runs: a list with the program and its arguments, or a line for sh -c. ${…} is filled in: in a list it stays inside one argument, in a line it becomes a quoted variable.',
    examples: [['npm', 'test', '--', '${path}'], 'npm test 2>&1 | tail -n 50'],
  },
  idempotent: {
    summary:
      'Whether a shell task may be run again when nobody knows whether it ran to its end. Default: false, which asks.',
    examples: [true],
  },
  fields: {
    summary: 'What a human task asks for beside the choice, by name.',
    examples: [{ reason: { type: 'string', description: 'Why it was refused', required: false } }],
  },
  signed: {
    summary:
      'Whether the answer to a human task needs a signature by the key that the run was started with. Default: false.',
    examples: [true],
  },
  set: {
    summary:
      'Names that a decide task binds, each to what a CEL expression gives; in order, and before its guards are looked at.',
    examples: [{ attempts: 'visits', isSmall: 'size(files) < 5' }],
  },
  workspace: {
    summary: 'Where the tasks inside of a parallel or foreach task work. Default: "shared".',
    examples: ['readonly'],
  },
  branches: {
    summary: 'The blocks that a parallel task runs side by side, by name.',
    examples: [{ review: { startTaskDefinition: 'Done', taskDefinitions: { Done: { type: 'end' } } } }],
  },
  join: {
    summary: 'How many branches a parallel task waits for. Default: "all".',
    examples: ['all', { atLeast: 2 }],
  },
  items: {
    summary: 'The list that a foreach task goes through. A CEL expression.',
    examples: ['plan.files'],
  },
  item: { summary: 'The name of the item inside of the body of a foreach task.', examples: ['file'] },
  key: {
    summary: 'Tells one item of a foreach task from the others. Default: its index. A CEL expression.',
    examples: ['file.path'],
  },
  after: {
    summary: 'The keys of the items that an item of a foreach task waits for. A CEL expression.',
    examples: ['file.dependsOn'],
  },
  exclusive: {
    summary:
      'The resources of an item of a foreach task; two items that share one never run together. A CEL expression.',
    examples: ['[file.path]'],
  },
  concurrency: { summary: 'How many items of a foreach task may run at once.', examples: [3] },
  onItemFailure: {
    summary: 'What a foreach task does when an item fails. Default: "stop".',
    examples: ['continue'],
  },
  carry: {
    summary:
      'Whether an item of a foreach task keeps its finished result when the task is entered again and the item is the same. Default: false.',
    examples: [true],
  },
  body: {
    summary: 'The block that a foreach task runs for each item.',
    examples: [{ startTaskDefinition: 'Done', taskDefinitions: { Done: { type: 'end' } } }],
  },
  map: { summary: 'The map that a workflow task runs.', examples: ['review.json'] },
  with: {
    summary: 'The inputs of the map that a workflow task runs, each by a CEL expression.',
    examples: [{ storyId: 'storyId' }],
  },
  outcome: {
    summary: 'On an end: a word for how the block ended. Default: the name of the task.',
    examples: ['accepted'],
  },
  result: {
    summary: 'On an end: what the block gives to whoever started it. A CEL expression.',
    examples: ['{"feedback": review.feedback}'],
  },
  failed: {
    summary: 'On an end: whether to end here means that the block failed; for the map itself, exit code 1.',
    examples: [true],
  },
};
