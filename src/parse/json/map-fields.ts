import type { PlaceKind } from './map-place.ts';

/** The fields of each part of a map. A test holds them against the schema. */
export const MAP_FIELDS: Readonly<Record<PlaceKind, readonly string[]>> = {
  map: (
    '$schema description startTaskDefinition workslipFields taskDefinitions defaults limits properties ' +
    'artifacts'
  ).split(' '),
  defaults: ['model', 'timeout', 'retry', 'permissionMode', 'allowedTools', 'maxTurns'],
  limits: ['steps', 'costUsd', 'tokens', 'duration'],
  field: ['type', 'description', 'required', 'default', 'enum', 'schema'],
  task: (
    'type description promptTemplatePath promptTemplate prompt promptParams actions as onError timeout retry ' +
    'maxVisits agent model permissionMode allowedTools disallowedTools maxTurns budgetUsd session output ' +
    'reminder protocol appendActions command idempotent signed fields set branches join workspace items item key after ' +
    'exclusive concurrency onItemFailure carry body map with outcome result failed'
  ).split(' '),
  param: ['type', 'description', 'required', 'default', 'enum', 'schema'],
  action: ['target', 'args', 'choose', 'when', 'limit', 'resets'],
  argument: ['expr'],
  countLimit: ['max', 'then'],
  retry: ['max', 'reply'],
  session: ['of', 'fork'],
  reminder: ['text', 'on', 'before'],
  output: ['schema', 'schemaPath'],
  branch: ['description', 'startTaskDefinition', 'taskDefinitions'],
  body: ['description', 'startTaskDefinition', 'taskDefinitions'],
  join: ['atLeast'],
  workspace: ['worktree'],
  worktree: ['merge', 'setup'],
  property: ['description', 'always', 'never', 'eventually', 'leadsTo', 'precedes', 'atMost'],
  order: ['first', 'second'],
  atMost: ['times', 'of'],
  situation: ['task', 'action', 'when'],
  artifacts: ['map'],
  mapArtifacts:
    'workflow goal blueprint verification review earlier subtasks steps recipes stages files maxRetries'.split(
      ' ',
    ),
  stages: 'workflow_fit spec plan test_contract implementation review verification learn_handoff'.split(' '),
  artifactFile: ['path', 'content', 'schemaPath', 'kind'],
};

/** What people write for a type out of habit. */
export const TYPE_HABITS: ReadonlyMap<string, string> = new Map([
  ['int', 'number'],
  ['integer', 'number'],
  ['float', 'number'],
  ['double', 'number'],
  ['bool', 'boolean'],
  ['str', 'string'],
  ['text', 'string'],
  ['list', 'array'],
  ['dict', 'object'],
  ['map', 'object'],
]);
