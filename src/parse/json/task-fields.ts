import type { Task } from '../../model/block.ts';

const PROMPT = ['promptTemplatePath', 'promptTemplate', 'prompt', 'promptParams'];
const ACTIVE = ['actions', 'as', 'onError', 'timeout', 'maxVisits'];
// Each task inside has its own time and tries.
const CONTAINER = ['actions', 'as', 'onError', 'maxVisits'];
const MANY = [...CONTAINER, 'workspace'];

/** The fields that each type of task makes use of, beside `type` and `description`. */
export const TASK_FIELDS: Readonly<Record<Task['type'], readonly string[]>> = {
  claude: [
    ...PROMPT,
    ...ACTIVE,
    'retry',
    'agent',
    'model',
    'permissionMode',
    'allowedTools',
    'disallowedTools',
    'maxTurns',
    'budgetUsd',
    'session',
    'reminder',
    'output',
    'protocol',
    'appendActions',
  ],
  shell: [...ACTIVE, 'retry', 'command', 'idempotent'],
  human: [...PROMPT, ...ACTIVE, 'fields', 'signed'],
  // It has no result, and there is nothing that could take long or be tried again.
  decide: ['actions', 'onError', 'maxVisits', 'set'],
  parallel: [...MANY, 'branches', 'join'],
  foreach: [
    ...MANY,
    'items',
    'item',
    'key',
    'after',
    'exclusive',
    'concurrency',
    'onItemFailure',
    'carry',
    'body',
  ],
  workflow: [...CONTAINER, 'map', 'with'],
  end: ['outcome', 'result', 'failed'],
};
