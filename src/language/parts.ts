import { FIELD_TYPES, INPUT_TYPES } from '../model/field.ts';
import { SECTION_PARTS } from '../framework/tables/sections.ts';
import type { FieldSpec, PartSpec, PartName } from './field-spec.ts';
import { ACTIVE_TYPES as ACTIVE, TASK_TYPE_NAMES, TASK_TYPES, type TaskType } from '../model/task-types.ts';

const WITH_RESULT = ACTIVE.filter((each) => TASK_TYPES[each].hasResult);
const PROMPTED: readonly TaskType[] = ['claude', 'human'];

/** The two that every map has come first. */
const TYPES = [...new Set<TaskType>(['claude', 'end', ...TASK_TYPE_NAMES])];

/** A number of times. */
const COUNT = { kind: 'number', isWhole: true, min: 1, max: 1_000_000_000 } as const;
const COUNT_OR_NONE = { ...COUNT, min: 0 } as const;

/** The fields of every block, the map's own included. */
const BLOCK_FIELDS = {
  startTaskDefinition: { kind: 'name', names: 'task', need: 'always' },
  taskDefinitions: { kind: 'parts', part: 'task', noun: 'Task', isNeverEmpty: true, need: 'always' },
} satisfies Readonly<Record<string, FieldSpec>>;

/** The fields of every declaration of a value that need not be there. */
const VALUE_FIELDS = {
  default: { kind: 'value' },
  enum: { kind: 'scalars' },
  schema: { kind: 'schema' },
} satisfies Readonly<Record<string, FieldSpec>>;

/** The fields of a task. */
const TASK_FIELDS = {
  type: { kind: 'word', values: TYPES, need: 'always' },
  description: { kind: 'text', mayBeEmpty: true },
  promptTemplatePath: {
    kind: 'path',
    names: 'prompt',
    of: PROMPTED,
    clause: 'plain',
    word: 'template',
    need: 'exactly one',
  },
  promptTemplate: { kind: 'template', of: PROMPTED, clause: 'plain', need: 'exactly one' },
  prompt: { kind: 'text', of: PROMPTED, clause: 'plain', need: 'exactly one' },
  promptParams: {
    kind: 'parts',
    part: 'param',
    noun: 'Parameter',
    of: PROMPTED,
    clause: 'special',
    word: 'param',
  },
  actions: { kind: 'parts', part: 'action', noun: 'Action', of: ACTIVE },
  as: { kind: 'word', of: WITH_RESULT },
  onError: { kind: 'name', names: 'task', of: ACTIVE, clause: 'special', word: 'on error ->' },
  timeout: { kind: 'duration', of: ['claude', 'shell', 'human'], clause: 'setting' },
  maxVisits: { kind: 'part', part: 'countLimit', of: ACTIVE, clause: 'special', word: 'visits' },
  retry: { kind: 'part', part: 'retry', of: ['claude', 'shell'], clause: 'setting', sharesLine: true },
  agent: {
    kind: 'path',
    pattern: '^[\\p{L}\\p{N}_-]+(/[\\p{L}\\p{N}_-]+)*$',
    names: 'role',
    of: ['claude'],
    clause: 'setting',
  },
  model: { kind: 'path', names: 'model', of: ['claude'], clause: 'setting' },
  permissionMode: { kind: 'word', of: ['claude'], clause: 'setting' },
  unruledCalls: { kind: 'word', values: ['refuse', 'ask'], of: ['claude'], clause: 'setting' },
  allowedTools: { kind: 'words', names: 'tool', of: ['claude'], clause: 'setting' },
  disallowedTools: { kind: 'words', names: 'tool', of: ['claude'], clause: 'setting' },
  writes: {
    kind: 'words',
    isNeverEmpty: true,
    of: ['claude', 'shell'],
    clause: 'setting',
  },
  frozen: { kind: 'expression', of: ['claude', 'shell'], clause: 'plain' },
  mayCommit: { kind: 'flag', of: ['claude', 'shell'], clause: 'setting' },
  maxTurns: { ...COUNT, of: ['claude'], clause: 'setting' },
  budgetUsd: { kind: 'number', above: 0, of: ['claude'], clause: 'setting' },
  session: { kind: 'part', part: 'session', of: ['claude'], clause: 'setting', sharesLine: true },
  reminder: { kind: 'part', part: 'reminder', of: ['claude'], clause: 'setting' },
  silence: { kind: 'duration', of: ['claude'], clause: 'setting' },
  outlineTokens: { kind: 'number', isWhole: true, min: 100, max: 20_000, of: ['claude'], clause: 'setting' },
  outlineFocus: { kind: 'expression', of: ['claude'], clause: 'plain' },
  output: { kind: 'part', part: 'output', of: ['claude'], clause: 'plain' },
  protocol: { kind: 'word', values: ['action', 'signal-block'], of: ['claude'], clause: 'setting' },
  signs: { kind: 'word', values: ['Planner', 'Actor', 'Judge'], of: ['claude'], clause: 'setting' },
  reports: { kind: 'words', isNeverEmpty: true, of: ['claude'], clause: 'setting' },
  signature: { kind: 'expression', of: ['claude'], clause: 'plain' },
  escalateBelow: { kind: 'number', isWhole: true, min: 0, max: 10, of: ['claude'], clause: 'setting' },
  lenient: { kind: 'flag', of: ['claude'], clause: 'setting' },
  appendActions: { kind: 'flag', of: ['claude'], clause: 'setting' },
  command: { kind: 'command', of: ['shell'], clause: 'plain', need: 'always' },
  idempotent: { kind: 'flag', of: ['shell'], clause: 'setting' },
  fields: { kind: 'parts', part: 'field', noun: 'Field', of: ['human'], clause: 'special', word: 'field' },
  evidence: { kind: 'expression', of: ['human'], clause: 'plain' },
  signed: { kind: 'flag', of: ['human'], clause: 'setting' },
  seen: { kind: 'flag', of: ['human'], clause: 'setting' },
  set: { kind: 'expressions', of: ['decide'] },
  workspace: {
    kind: 'part',
    part: 'workspace',
    of: ['parallel', 'foreach'],
    clause: 'plain',
    sharesLine: true,
  },
  branches: {
    kind: 'parts',
    part: 'block',
    noun: 'Branch',
    isNeverEmpty: true,
    of: ['parallel'],
    clause: 'special',
    word: 'branch',
    need: 'always',
  },
  join: { kind: 'part', part: 'join', of: ['parallel'], clause: 'plain', sharesLine: true },
  items: { kind: 'expression', of: ['foreach'], clause: 'special', word: 'each', need: 'always' },
  item: { kind: 'word', of: ['foreach'], need: 'always' },
  key: { kind: 'expression', sees: 'item', of: ['foreach'], clause: 'plain' },
  after: { kind: 'expression', sees: 'item', of: ['foreach'], clause: 'plain' },
  exclusive: { kind: 'expression', sees: 'item', of: ['foreach'], clause: 'plain' },
  concurrency: { ...COUNT, of: ['foreach'], clause: 'setting' },
  onItemFailure: { kind: 'word', values: ['stop', 'continue'], of: ['foreach'], clause: 'setting' },
  carry: { kind: 'flag', of: ['foreach'], clause: 'setting' },
  body: { kind: 'part', part: 'block', noun: 'body', of: ['foreach'], clause: 'special', need: 'always' },
  map: { kind: 'path', names: 'map', of: ['workflow'], clause: 'plain', need: 'always' },
  with: { kind: 'expressions', of: ['workflow'], clause: 'special' },
  outcome: { kind: 'word', of: ['end'] },
  reason: { kind: 'expression', of: ['end'] },
  result: { kind: 'expression', of: ['end'] },
  failed: { kind: 'flag', of: ['end'] },
} satisfies Readonly<Record<string, FieldSpec>>;

/**
 * All that the map format has: its parts, with their fields.
 *
 * It is loaded by every command. What a field is for is what editors and the JSON Schema say: it stands in docs/.
 */
export const FIELD_TABLE = {
  map: {
    fields: {
      $schema: { kind: 'path', mayBeEmpty: true },
      description: { kind: 'text', need: 'always' },
      startTaskDefinition: BLOCK_FIELDS.startTaskDefinition,
      workslipFields: { kind: 'parts', part: 'field', noun: 'Field' },
      taskDefinitions: BLOCK_FIELDS.taskDefinitions,
      defaults: { kind: 'part', part: 'defaults' },
      limits: { kind: 'part', part: 'limits' },
      wall: { kind: 'word', values: ['required'] },
      branch: { kind: 'word', values: ['current'] },
      properties: { kind: 'parts', part: 'property', noun: 'Property' },
      artifacts: { kind: 'part', part: 'artifacts' },
    },
  },
  field: {
    fields: {
      type: { kind: 'word', values: INPUT_TYPES, need: 'always' },
      description: { kind: 'text', mayBeEmpty: true },
      required: { kind: 'flag', need: 'always' },
      ...VALUE_FIELDS,
    },
  },
  param: {
    types: ['object', 'string', 'number', 'boolean'],
    fields: {
      type: { kind: 'word', values: FIELD_TYPES, need: 'always' },
      description: { kind: 'text', mayBeEmpty: true },
      required: { kind: 'flag' },
      ...VALUE_FIELDS,
    },
  },
  task: { fields: TASK_FIELDS },
  action: {
    fields: {
      target: { kind: 'name', names: 'task', need: 'always' },
      args: { kind: 'parts', part: 'argument', noun: 'Argument', orText: true },
      choose: { kind: 'text', mayBeEmpty: true },
      when: { kind: 'expression' },
      limit: { kind: 'part', part: 'countLimit', noun: 'limit' },
      resets: { kind: 'words', names: 'task or action' },
    },
  },
  argument: {
    types: FIELD_TYPES,
    fields: { expr: { kind: 'expression', need: 'always' } },
  },
  countLimit: {
    fields: { max: { ...COUNT, need: 'always' }, then: { kind: 'name', names: 'task', need: 'always' } },
  },
  retry: {
    fields: {
      max: { ...COUNT_OR_NONE },
      reply: { ...COUNT_OR_NONE },
    },
  },
  defaults: {
    fields: {
      model: { ...TASK_FIELDS.model },
      timeout: { ...TASK_FIELDS.timeout },
      retry: { ...TASK_FIELDS.retry },
      permissionMode: { ...TASK_FIELDS.permissionMode },
      unruledCalls: { ...TASK_FIELDS.unruledCalls },
      allowedTools: { ...TASK_FIELDS.allowedTools },
      writes: { ...TASK_FIELDS.writes },
      maxTurns: { ...TASK_FIELDS.maxTurns },
    },
  },
  limits: {
    fields: {
      steps: { ...COUNT },
      costUsd: { kind: 'number', above: 0 },
      tokens: { kind: 'number', isWhole: true, min: 1, max: 1_000_000_000_000 },
      duration: { kind: 'duration' },
    },
  },
  ...SECTION_PARTS,
  artifactFile: {
    fields: {
      path: { kind: 'path', need: 'always' },
      content: { kind: 'expression', need: 'always' },
      schemaPath: { kind: 'path', names: 'schema' },
      kind: { kind: 'word' },
    },
  },
  output: {
    fields: {
      schema: { kind: 'schema', need: 'exactly one' },
      schemaPath: { kind: 'path', names: 'schema', need: 'exactly one' },
    },
  },
  session: {
    types: ['string', 'object'],
    words: ['new', 'continue'],
    fields: {
      of: { kind: 'name', names: 'claude task', need: 'exactly one' },
      fork: { kind: 'name', names: 'claude task', need: 'exactly one' },
    },
  },
  reminder: {
    types: ['string', 'object'],
    text: 'template',
    fields: {
      text: { kind: 'template', need: 'always' },
      on: { kind: 'words', isNeverEmpty: true, pattern: '^[A-Za-z][A-Za-z0-9_-]{0,99}$', names: 'tool' },
      before: { kind: 'flag' },
    },
  },
  block: {
    fields: {
      description: { kind: 'text' },
      ...BLOCK_FIELDS,
    },
  },
  join: { types: ['string', 'object'], words: ['all'], fields: { atLeast: { ...COUNT, need: 'always' } } },
  workspace: {
    types: ['string', 'object'],
    words: ['shared', 'readonly'],
    fields: { worktree: { kind: 'part', part: 'worktree', need: 'always' } },
  },
  worktree: {
    fields: { merge: { kind: 'expression', need: 'always' }, setup: { kind: 'words', isNeverEmpty: true } },
  },
  property: {
    fields: {
      description: { kind: 'text' },
      always: { kind: 'part', part: 'situation', need: 'exactly one' },
      never: { kind: 'part', part: 'situation', need: 'exactly one' },
      eventually: { kind: 'part', part: 'situation', need: 'exactly one' },
      leadsTo: { kind: 'part', part: 'order', need: 'exactly one' },
      precedes: { kind: 'part', part: 'order', need: 'exactly one' },
      atMost: { kind: 'part', part: 'atMost', need: 'exactly one' },
    },
  },
  situation: {
    fields: {
      task: { kind: 'name', names: 'task of the map', need: 'at least one' },
      action: { kind: 'name', names: 'action of the map', need: 'at least one' },
      when: { kind: 'expression', need: 'at least one' },
    },
  },
  order: {
    fields: {
      first: { kind: 'part', part: 'situation', need: 'always' },
      second: { kind: 'part', part: 'situation', need: 'always' },
    },
  },
  atMost: {
    fields: { times: { ...COUNT, need: 'always' }, of: { kind: 'part', part: 'situation', need: 'always' } },
  },
} satisfies Readonly<Record<PartName, PartSpec>>;

/** The name of any field of the format. */
export type FieldName = {
  [Part in PartName]: keyof (typeof FIELD_TABLE)[Part]['fields'] & string;
}[PartName];
