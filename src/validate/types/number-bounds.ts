import type { NumberBounds } from '../../expression/guards/guard-variable.ts';
import type { ValuePath } from '../../expression/check/type-environment.ts';
import type { Task } from '../../model/block.ts';
import { itemNameOf, paramsOf } from '../../model/tasks.ts';
import { isObjectValue, type Value } from '../../model/value.ts';
import { blocksOf } from '../blocks/blocks.ts';
import type { PromptSubject } from '../blocks/rule.ts';
import { bindingsOf } from '../names/bindings.ts';
import { passedNamesOf } from './passed-arguments.ts';

/** Between which numbers a value lies, as the `minimum` and `maximum` of its schema say, where a task reads it. */
export function numberBoundsAt(task: Task, subject: PromptSubject): (path: ValuePath) => NumberBounds {
  return ({ name, keys }) => {
    let schema = schemaAt(name, task, subject);
    for (const key of keys) schema = memberIn(memberIn(schema, 'properties'), key);
    return boundsIn(schema);
  };
}

/** What describes the values of a name where a task reads it. */
function schemaAt(name: string, task: Task, subject: PromptSubject): Value | undefined {
  if (name === 'result') return resultSchemaOf(task, subject);
  const { schemas, passed } = factsOf(subject);
  const isItsOwn = paramsOf(task).some((each) => each.name === name) || passed.get(task)?.has(name) === true;
  return isItsOwn ? undefined : schemas.get(name);
}

/** An exit code is never negative: a command that a signal ended, or that did not start, has no result. */
const COMMAND_RESULT: Value = { properties: { exitCode: { minimum: 0 } } };

function resultSchemaOf(task: Task, { schemas }: PromptSubject): Value | undefined {
  if (task.type === 'shell') return COMMAND_RESULT;
  return task.type === 'claude' && task.output ? schemas.get(task.output) : undefined;
}

interface Facts {
  readonly schemas: ReadonlyMap<string, Value | undefined>;
  readonly passed: ReturnType<typeof passedNamesOf>;
}

/** Kept as long as the subject of the check. */
const known = new WeakMap<PromptSubject, Facts>();

function factsOf(subject: PromptSubject): Facts {
  const made = known.get(subject) ?? {
    schemas: namedSchemasOf(subject),
    passed: passedNamesOf(subject.document.map),
  };
  known.set(subject, made);
  return made;
}

/** What was changed, where the map means nothing else by the name. */
const CHANGES: Value = { properties: { count: { minimum: 0 } } };

/** The schemas of names that hold one thing wherever they are read: an input, or the result of one task. */
function namedSchemasOf(subject: PromptSubject): ReadonlyMap<string, Value | undefined> {
  const { map } = subject.document;
  const schemas = new Map<string, Value | undefined>([['changes', CHANGES]]);
  const add = (name: string, schema: Value | undefined) =>
    schemas.set(name, schemas.has(name) ? undefined : schema);
  for (const { name, schema } of map.fields) add(name, schema && subject.schemas.get(schema));
  for (const block of blocksOf(map)) {
    for (const { name, task, assignment } of bindingsOf(block)) {
      add(name, assignment ? undefined : resultSchemaOf(task, subject));
    }
    for (const item of block.tasks.map(itemNameOf)) if (item !== undefined) add(item, undefined);
  }
  return schemas;
}

/** What is exclusive counts for whole numbers alone: there the next one is the bound. */
function boundsIn(schema: Value | undefined): NumberBounds {
  const isWhole = memberIn(schema, 'type') === 'integer';
  const numbersIn = (keyword: string) =>
    [memberIn(schema, keyword)].filter((each) => typeof each === 'number');
  const above = isWhole ? numbersIn('exclusiveMinimum').map((each) => Math.floor(each) + 1) : [];
  const below = isWhole ? numbersIn('exclusiveMaximum').map((each) => Math.ceil(each) - 1) : [];
  const lowest = [...numbersIn('minimum'), ...above];
  const highest = [...numbersIn('maximum'), ...below];
  return {
    min: lowest.length > 0 ? Math.max(...lowest) : undefined,
    max: highest.length > 0 ? Math.min(...highest) : undefined,
  };
}

function memberIn(value: Value | undefined, name: string): Value | undefined {
  return value !== undefined && isObjectValue(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
