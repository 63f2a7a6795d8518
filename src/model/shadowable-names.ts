import type { FieldType } from './field.ts';

/**
 * Built-in names that give way to whatever a map declares or binds by the same name, and the type that each has: they
 * came when there were maps that may use these words. A parameter of a template that has the type takes the value.
 */
export const SHADOWABLE_NAMES: ReadonlyMap<string, FieldType> = new Map([
  ['project', 'object'],
  ['upstream', 'array'],
  ['finished', 'array'],
  ['changes', 'object'],
  ['outline', 'string'],
  ['siblings', 'string'],
  ['earlierAttempts', 'string'],
]);

/** Those of them that are texts for agents: what `claude` tasks alone can read. */
export const AGENT_TEXTS: ReadonlySet<string> = new Set(['outline', 'siblings', 'earlierAttempts']);
