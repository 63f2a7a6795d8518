import type { TaskType } from '../../model/task-types.ts';
import type { Docs } from './doc.ts';

/** What a task does, by its type. */
const DOES: Readonly<Record<TaskType, string>> = {
  claude: 'sends a prompt to a Claude process',
  end: 'ends its block',
  shell: 'runs a command',
  human: 'asks a person',
  decide: 'chooses by its guards alone',
  parallel: 'runs its branches in parallel',
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
    summary: 'The prompt template itself; ${name} is replaced.',
    examples: ['Review story ${storyId}.'],
  },
  prompt: {
    summary: 'The literal prompt; nothing is replaced.',
    examples: ['Run the tests and report what fails.'],
  },
  promptParams: {
    summary:
      'Parameters of this task in addition to the inputs of the map, by name: definitions, or fixed values.',
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
      'How often the task may be entered while its block runs, and the task that is entered instead after that.',
    examples: [{ max: 5, then: 'Escalate' }],
  },
  retry: {
    summary: 'How often to retry after the first attempt. For claude and shell tasks.',
    examples: [{ max: 3 }],
  },
  agent: {
    summary:
      'The role of the agent: the prompt "prompts/agents/<role>.md" is sent before the prompt of the task.',
    examples: ['monitor'],
  },
  model: { summary: 'The model that Claude uses for this task.', examples: ['sonnet'] },
  permissionMode: {
    summary: "Claude's permission mode for this task, as its --permission-mode takes it.",
    examples: ['acceptEdits', 'plan'],
  },
  unruledCalls: {
    summary:
      'What happens to a tool call that no permission rule answers: "refuse" it, or "ask" the person at the terminal of the run, while the agent waits. Without a person it is refused. Default: "refuse".',
    examples: ['ask'],
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
  writes: {
    entry: {
      summary: 'A file or folder from the top of the work tree, or "nothing" or "anything" alone.',
      examples: ['src'],
    },
    summary:
      'What the task may change in its work tree: files and folders with all that is in them, or "nothing", or "anything". Any other change fails the task. Default of a claude task: "nothing".',
    examples: [['nothing'], ['src', 'docs/changes.md']],
  },
  frozen: {
    summary:
      'Files and folders that the task must leave as they are, also inside of what it may change. A CEL expression that gives a list of paths from the top of the work tree.',
    examples: ['contract.test_files', "['test/golden']"],
  },
  mayCommit: {
    summary:
      'Whether a task that writes something may also commit. Default: false. A commit by any other such task fails it.',
    examples: [true],
  },
  maxTurns: {
    summary: 'How many turns Claude may take in one execution, as its --max-turns takes it.',
    examples: [30],
  },
  silence: {
    summary:
      'How long the agent may say and do nothing before it is stopped, as after its "timeout". A tool that runs counts as nothing until it ends. Default: any time.',
    examples: ['15m'],
  },
  budgetUsd: { summary: 'How many US dollars one execution of the task may cost.', examples: [1.5] },
  session: {
    summary: 'Which Claude session the task works in. Default: a new one.',
    examples: ['continue', { of: 'Code Subtask' }],
  },
  reminder: {
    summary:
      'A text that Claude gets again while it works, each time it uses a tool that changes something. Other agents ignore it.',
    examples: ['Subtask ${subtaskId}: write the test first. Change nothing else.'],
  },
  outlineTokens: {
    summary:
      'How many tokens the outline of the project may take where a prompt of the task names "outline", by an estimate that is rather too high. Default: 1000.',
    examples: [600],
  },
  outlineFocus: {
    summary:
      'Files that the task is about: what they use comes first in its "outline". A CEL expression that gives a list of paths from the top of the work tree; files that are not there do not count.',
    examples: ['subtask.affected_files'],
  },
  output: {
    summary: 'The data that the agent returns in addition to its action.',
    examples: [{ schemaPath: '.sdlc/schemas/review.json' }],
  },
  protocol: {
    summary:
      'How the agent answers: it names an action, or it ends its message with a SIGNAL BLOCK. Without guards the role that the block hands over to is the action. Default: "action".',
    examples: ['signal-block'],
  },
  signs: {
    summary: 'The role that the agent signs its SIGNAL BLOCK as.',
    examples: ['Planner'],
  },
  reports: {
    summary: 'The results that the SIGNAL BLOCK can report. Default: all those of the role.',
    examples: [['PLAN_CREATED', 'CLARIFICATION_NEEDED']],
  },
  signature: {
    summary:
      'The signature that the SIGNAL BLOCK must have, a text goal:loop:step. The agent is given it. A CEL expression. Default: any signature.',
    examples: ["'1:' + loop + ':1'"],
  },
  escalateBelow: {
    summary:
      'A SIGNAL BLOCK of less confidence goes to the action "Human", whatever it names as Next; 0 is never. Default: 5.',
    examples: [7],
  },
  lenient: {
    summary:
      'Whether a SIGNAL BLOCK is used that is not exact, with warnings in its result: unknown results, remarks behind a word, a missing signature. Default: false.',
    examples: [true],
  },
  appendActions: {
    summary: 'Whether the list of actions and the reply format are appended to the prompt. Default: true.',
    examples: [false],
  },
  command: {
    summary:
      'What a shell task runs: a list with the program and its arguments, or a line for sh -c. ${…} is replaced: in a list it stays within one argument, in a line it becomes a quoted variable.',
    examples: [['npm', 'test', '--', '${path}'], 'npm test 2>&1 | tail -n 50'],
  },
  idempotent: {
    summary:
      'Whether a shell task may be run again if it is unknown whether it finished. Default: false, which asks a person.',
    examples: [true],
  },
  fields: {
    summary: 'The values that a human task asks for in addition to the choice, by name.',
    examples: [{ reason: { type: 'string', description: 'Why it was refused', required: false } }],
  },
  evidence: {
    summary:
      'What the person decides by, kept with the question. A CEL expression that gives an object with any of: findings (entries as reviewers report them), change (a diff as text), attempts and options (lists of texts).',
    examples: ['{"findings": verdict.issues, "change": change.stdout, "attempts": refusals}'],
  },
  signed: {
    summary:
      'Whether the answer to a human task needs a signature by the key that the run was started with. Default: false.',
    examples: [true],
  },
  seen: {
    summary:
      'Whether the answer to a human task must be seen: typed by a person at a terminal, outside of all runs and never with --no-input. Default: false.',
    examples: [true],
  },
  set: {
    summary:
      'Names that a decide task binds to the values of CEL expressions, in order, before its guards are evaluated.',
    examples: [{ attempts: 'visits', isSmall: 'size(files) < 5' }],
  },
  workspace: {
    summary: 'Where the tasks inside a parallel or foreach task work. Default: "shared".',
    examples: ['readonly'],
  },
  branches: {
    summary: 'The blocks that a parallel task runs in parallel, by name.',
    examples: [{ review: { startTaskDefinition: 'Done', taskDefinitions: { Done: { type: 'end' } } } }],
  },
  join: {
    summary: 'How many branches a parallel task waits for. Default: "all".',
    examples: ['all', { atLeast: 2 }],
  },
  items: {
    summary: 'The list that a foreach task iterates over. A CEL expression.',
    examples: ['plan.files'],
  },
  item: { summary: 'The name of the item inside the body of a foreach task.', examples: ['file'] },
  key: {
    summary: 'The key that identifies an item of a foreach task. Default: its index. A CEL expression.',
    examples: ['file.path'],
  },
  after: {
    summary: 'The keys of the items that an item of a foreach task waits for. A CEL expression.',
    examples: ['file.dependsOn'],
  },
  exclusive: {
    summary:
      'The resources of an item of a foreach task; two items that share one never run at the same time. A CEL expression.',
    examples: ['[file.path]'],
  },
  concurrency: { summary: 'How many items of a foreach task may run at the same time.', examples: [3] },
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
    summary: 'On an end: one word for the outcome of the block. Default: the name of the task.',
    examples: ['accepted'],
  },
  reason: {
    summary:
      'On an end: why the block ends there, for people. A CEL expression that gives a text. Default, where it failed: what led there.',
    examples: ['"The plan is still faulty: " + faults[0]'],
  },
  result: {
    summary: 'On an end: the value that the block returns. A CEL expression.',
    examples: ['{"feedback": review.feedback}'],
  },
  failed: {
    summary: 'On an end: whether ending here means that the block failed; for the map itself, exit code 1.',
    examples: [true],
  },
};
