import type { PlaceKind } from './map-place.ts';

/** The fields that this version runs, by the part of a map that has them. A test holds them against the schema. */
export const MAP_FIELDS: Readonly<Record<PlaceKind, readonly string[]>> = {
  map: ['$schema', 'description', 'startTaskDefinition', 'workslipFields', 'taskDefinitions', 'limits'],
  limits: ['steps', 'costUsd'],
  field: ['type', 'description', 'required'],
  task: [
    'type',
    'description',
    'promptTemplatePath',
    'promptTemplate',
    'prompt',
    'promptParams',
    'actions',
    'onError',
    'timeout',
    'model',
    'permissionMode',
    'allowedTools',
    'appendActions',
    'failed',
  ],
  param: ['type', 'description', 'required', 'default'],
  action: ['target', 'args', 'choose', 'limit'],
  limit: ['max', 'then'],
};

/** What the format defines and this version does not run: to pass over it would change what the map means. */
export const LATER_FIELDS: Readonly<Record<PlaceKind, readonly string[]>> = {
  map: ['defaults', 'properties', 'artifacts'],
  limits: ['tokens', 'duration'],
  field: ['default', 'enum', 'schema'],
  task: (
    'as retry maxVisits agent disallowedTools maxTurns budgetUsd session output protocol command idempotent fields ' +
    'set branches join workspace items item key after exclusive concurrency onItemFailure carry body map with ' +
    'outcome result'
  ).split(' '),
  param: ['enum', 'schema'],
  action: ['when', 'resets'],
  limit: [],
};

export const LATER_TASK_TYPES: readonly string[] = [
  'shell',
  'human',
  'decide',
  'parallel',
  'foreach',
  'workflow',
];
export const LATER_VALUE_TYPES: readonly string[] = ['array', 'object'];

/** What people write for a type out of habit. */
export const TYPE_HABITS: ReadonlyMap<string, string> = new Map([
  ['int', 'number'],
  ['integer', 'number'],
  ['float', 'number'],
  ['double', 'number'],
  ['bool', 'boolean'],
  ['str', 'string'],
  ['text', 'string'],
]);
