import type { NumberBounds } from '../../expression/guards/guard-variable.ts';
import type { ValuePath } from '../../expression/check/type-environment.ts';
import type { SchemaSource } from '../../model/field.ts';
import type { Task } from '../../model/block.ts';
import { isObjectValue, type Value } from '../../model/value.ts';
import { tasksOf } from '../blocks/blocks.ts';
import type { PromptSubject } from '../blocks/rule.ts';

/** Between which numbers a value lies, as the `minimum` and `maximum` of its schema say, where a task reads it. */
export function numberBoundsAt(task: Task, subject: PromptSubject): (path: ValuePath) => NumberBounds {
  const sourceOf = (name: string): SchemaSource | undefined => {
    if (name === 'result') return task.type === 'claude' ? task.output : undefined;
    return namedSchemasOf(subject).get(name);
  };
  return ({ name, keys }) => {
    const source = sourceOf(name);
    let schema: Value | undefined = source && subject.schemas.get(source);
    for (const key of keys) schema = memberIn(memberIn(schema, 'properties'), key);
    return { min: boundIn(schema, 'minimum', 1), max: boundIn(schema, 'maximum', -1) };
  };
}

/** Kept as long as the subject of the check. */
const known = new WeakMap<PromptSubject, ReadonlyMap<string, SchemaSource | undefined>>();

/** The schemas of names that hold one thing wherever they are read: an input, or what one agent gives back. */
function namedSchemasOf(subject: PromptSubject): ReadonlyMap<string, SchemaSource | undefined> {
  const made = known.get(subject);
  if (made) return made;
  const { map } = subject.document;
  const schemas = new Map<string, SchemaSource | undefined>(
    map.fields.map(({ name, schema }) => [name, schema]),
  );
  for (const task of tasksOf(map)) {
    if (!('as' in task) || task.as === undefined) continue;
    const isOnly = task.type === 'claude' && !schemas.has(task.as);
    schemas.set(task.as, isOnly ? task.output : undefined);
  }
  known.set(subject, schemas);
  return schemas;
}

/** What is exclusive is left to a number beside it; that of a whole number is the next one. */
function boundIn(
  schema: Value | undefined,
  keyword: 'minimum' | 'maximum',
  step: 1 | -1,
): number | undefined {
  const bound = numberIn(memberIn(schema, keyword));
  const exclusive = numberIn(memberIn(schema, `exclusive${keyword[0]?.toUpperCase()}${keyword.slice(1)}`));
  if (exclusive === undefined) return bound;
  return memberIn(schema, 'type') === 'integer' ? exclusive + step : bound;
}

function numberIn(value: Value | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function memberIn(value: Value | undefined, name: string): Value | undefined {
  return value !== undefined && isObjectValue(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
