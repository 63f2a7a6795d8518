import type { ClaudeTask, HumanTask, Task } from '../../model/block.ts';
import type { SchemaSource } from '../../model/field.ts';
import type { SignalSettings } from '../../model/signal-settings.ts';
import type { Value } from '../../model/value.ts';
import { SIGNAL_ROLES } from '../../signal/words.ts';
import { declaredType } from './declared-type.ts';
import { typeOfSchema } from './type-of-schema.ts';
import { literalsOf } from './union-of.ts';
import type { ObjectType, ValueType } from './value.ts';

/** Gives a schema of the map; undefined where it cannot be had, which is told elsewhere. */
export type SchemaOf = (source: SchemaSource) => Value | undefined;

/** The type of what a task finds out: of `result` in its guards and arguments, and of its name (`as`) after it. */
export function resultTypeOf(task: Task, schemaOf: SchemaOf): ValueType {
  switch (task.type) {
    case 'shell':
      return SHELL_RESULT;
    case 'claude':
      return replyType(task, schemaOf);
    case 'human':
      return answerType(task, schemaOf);
    case 'decide':
    case 'parallel':
    case 'foreach':
    case 'workflow':
    case 'end':
      break;
  }
  return 'any';
}

function replyType({ output, signal }: ClaudeTask, schemaOf: SchemaOf): ValueType {
  if (signal) return handOverType(signal);
  if (!output) return objectOf([['text', 'string']]);
  const schema = schemaOf(output);
  return schema === undefined ? 'any' : typeOfSchema(schema);
}

/** What a task comes to that is answered by a SIGNAL BLOCK. Lenient reading takes other words too. */
function handOverType({ role, results, strictness }: SignalSettings): ValueType {
  const texts: ValueType = { kind: 'object', members: new Map(), isOpen: true };
  const isStrict = strictness === 'strict';
  const next = isStrict ? literalsOf(SIGNAL_ROLES) : 'string';
  return objectOf([
    ['role', literalsOf([role])],
    ['result', isStrict ? literalsOf(results) : 'string'],
    ['summary', 'string'],
    ['confidence', { kind: 'union', of: ['integer', 'null'] }],
    ['next', next],
    ['named', next],
    ['context', 'string'],
    ['parts', texts],
    ['fields', texts],
    ['signature', 'string'],
    ['warnings', { kind: 'list', items: 'string' }],
    ['text', 'string'],
  ]);
}

function answerType({ actions, fields }: HumanTask, schemaOf: SchemaOf): ValueType {
  return objectOf([
    ['action', actions.length > 0 ? literalsOf(actions.map(({ name }) => name)) : 'string'],
    ['fields', fieldsOf(fields, schemaOf)],
  ]);
}

function fieldsOf(fields: HumanTask['fields'], schemaOf: SchemaOf): ValueType {
  const members = fields.map((field) => {
    const isSure = field.required || field.default !== undefined;
    return [field.name, { type: declaredType(field, schemaOf), required: isSure }] as const;
  });
  return { kind: 'object', members: new Map(members), isOpen: false };
}

/** An object with just these members, all of them there. */
export function objectOf(members: Iterable<readonly [string, ValueType]>): ObjectType {
  const all = Array.from(members, ([name, type]) => [name, { type, required: true }] as const);
  return { kind: 'object', members: new Map(all), isOpen: false };
}

const SHELL_RESULT: ValueType = {
  kind: 'object',
  members: new Map([
    ['exitCode', { type: 'integer', required: true }],
    ['stdout', { type: 'string', required: true }],
    ['json', { type: 'any', required: false }],
  ]),
  isOpen: false,
};
