import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse as parseYaml } from 'yaml';
import { ExpressionError } from '../../src/expression/expression-error.ts';
import { expressionOf } from '../../src/expression/expression-of.ts';
import type { ValueType } from '../../src/expression/value.ts';
import type { Answer } from './answers.ts';
import type {
  Json,
  JsonAction,
  JsonBlock,
  JsonField,
  JsonMap,
  JsonRetry,
  JsonTask,
  Named,
} from './map-json.ts';

/** What names mean to the reference. The one thing it takes from the engine is what an expression gives. */
export type Names = Map<string, { readonly value: Json | undefined; readonly type: ValueType }>;

export type Values = Readonly<Record<string, Json>>;

export type Chosen = readonly [name: string, action: JsonAction];

/** What came of a task, and who chose where there was a choice. */
export interface Found {
  readonly result: Json;
  readonly chosen?: Chosen;
}

/** A task that failed, with the class of its fault, and what it had found out. */
export class Fault extends Error {
  readonly fault: string;
  readonly result: Json;
  constructor(fault: string, result: Json = null) {
    super(fault);
    this.fault = fault;
    this.result = result;
  }
}

/** What is known in a block. */
interface Place {
  readonly map: JsonMap;
  readonly tasks: JsonBlock;
  readonly fields: Values;
  readonly outer: Names;
  readonly bound: ReadonlyMap<string, Json>;
}

/** What is known besides where a task is entered. */
interface Known {
  readonly templates: Readonly<Record<string, string>>;
  readonly args: Values;
  readonly visit: number;
}

/** What a task can read, high to low: arguments, bound names and the map's fields, its params, front matter. */
export function namesOf(place: Place, task: JsonTask, known: Known): Names {
  const names: Names = new Map();
  const declared = lower(place, task, known.templates);
  const types = new Map(declared.toReversed().map(([name, , type]) => [name, type]));
  for (const [name, value] of Object.entries(known.args)) {
    const type = types.get(name) ?? 'any';
    names.set(name, { value: typeof value === 'string' ? coerced(value, type) : value, type });
  }
  for (const [name, value] of declared) {
    if (names.get(name)?.value === undefined) names.set(name, { value, type: types.get(name) ?? 'any' });
  }
  return names.set('visits', { value: known.visit, type: 'integer' });
}

/** What is bound where a task is, its own block's names before those of the blocks around. */
export function boundIn({ tasks, outer, bound }: Place): Names {
  const names: Names = new Map(outer);
  for (const [, each] of tasks.taskDefinitions) {
    const computed = (each.set ?? []).map(([name]) => [name, 'any'] as const);
    const own = each.as === undefined ? computed : [...computed, [each.as, resultType(each)] as const];
    for (const [name, type] of own)
      names.set(name, { value: bound.get(name) ?? outer.get(name)?.value, type });
  }
  return names;
}

/** What is declared below arguments, from high to low. */
function lower(
  place: Place,
  task: JsonTask,
  templates: Known['templates'],
): readonly (readonly [string, Json | undefined, ValueType])[] {
  const { map } = place;
  const fields = new Map(Object.entries(place.fields));
  const bound = Array.from(boundIn(place), ([name, { value, type }]) => [name, value, type] as const);
  const given = (map.workslipFields ?? []).map(
    ([name, field]) => [name, fields.get(name) ?? field.default, typeOf(field)] as const,
  );
  const params = (task.promptParams ?? []).map(([name, param]) =>
    typeof param === 'object'
      ? ([name, param.default, typeOf(param)] as const)
      : ([name, param, typeof param as 'string' | 'number' | 'boolean'] as const),
  );
  const ofFile = frontMatter(templates[task.promptTemplatePath ?? '']);
  return [
    ...bound,
    ...given,
    ...params,
    ...ofFile.map(([name, field]) => [name, field.default, typeOf(field)] as const),
  ];
}

/** The value of an expression. Errors: throws a {@link Fault} where it has none. */
export function valueOf(text: string, names: Names): Json {
  try {
    const types = new Map(Array.from(names, ([name, { type }]) => [name, type]));
    const values = new Map(Array.from(names, ([name, { value }]) => [name, value]));
    return expressionOf({ text }).evaluate({ types, values });
  } catch (thrown) {
    if (!(thrown instanceof ExpressionError)) throw thrown;
    throw new Fault('expression');
  }
}

/** A condition that is nothing is false; no condition is true. */
export function holds(when: string | undefined, names: Names): boolean {
  return when === undefined || valueOf(when, names) === true;
}

/** Arguments as the target gets them: literal texts, or typed values and what expressions give. */
export function argsOf({ args = '' }: JsonAction, names: Names): Values {
  const tokens = typeof args === 'string' ? [...args.matchAll(/--([^=\s]+)(?:=(\S*))?/g)] : [];
  const pairs: Named<Json> =
    typeof args === 'string' ? tokens.map(([, name = '', text]) => [name, text ?? 'true']) : args;
  return Object.fromEntries(
    pairs.map(([name, each]) => [name, isComputed(each) ? valueOf(each.expr, names) : each]),
  );
}

function isComputed(value: Json): value is { readonly expr: string } {
  return typeof value === 'object' && value !== null && 'expr' in value;
}

/** Units: seconds. */
export function secondsIn(duration: string): number {
  const units: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1, ms: 0.001 };
  const parts = [...duration.matchAll(/(\d+)(ms|h|m|s)/g)];
  return parts.reduce((sum, [, number, unit = '']) => sum + Number(number) * units[unit]!, 0);
}

/** A template's text with the values of its expressions: front matter goes, a value is never read again. */
export function filled(text: string, names: Names): string {
  return text.replace(/^---\n[^]*?\n---\n+/, '').replaceAll(/\$\{([^}]*)\}/g, (_, expression: string) => {
    const value = valueOf(expression, names);
    if (value === null) return '';
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  });
}

/** What an answer says; undefined where it is none, because its choice or its output is not legal. */
export function foundIn({ actions = [], output }: JsonTask, answer: Answer): Found | undefined {
  if (answer.reply !== undefined) return undefined;
  const menu = actions.some(([, { when }]) => when !== undefined) ? [] : actions;
  const chosen = menu.find(([name]) => name === answer.action);
  if (menu.length > 0 && chosen === undefined) return undefined;
  const result = output === undefined ? { text: answer.text ?? '' } : answer.output;
  if (result === undefined || (output !== undefined && !fits(output.schema, result))) return undefined;
  return chosen === undefined ? { result } : { result, chosen };
}

/** A command is run again only where the map says that it may be. */
export function retryOf({ defaults }: JsonMap, task: JsonTask): Required<JsonRetry> {
  const retry = { max: 2, reply: 1, ...defaults?.retry, ...task.retry };
  return task.type === 'shell' && task.idempotent !== true ? { ...retry, max: 0 } : retry;
}

/** What a task's result looks like; only where it says integer does a number divide as one. */
export function resultType(task: JsonTask): ValueType {
  if (task.type !== 'shell') return task.output === undefined ? 'any' : typeOfSchema(task.output.schema);
  const members = [['exitCode', 'integer'] as const, ['stdout', 'string'] as const, ['json', 'any'] as const];
  return objectType(members);
}

function fits(schema: Json, value: Json | undefined): boolean {
  return value !== undefined && new Ajv2020({ strict: false }).validate(schema as object, value);
}

/** The object or list that a text is, as JSON. */
export function structureIn(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function typeOfSchema(schema: Json): ValueType {
  const { type, properties, items } = schema as { type?: string; properties?: Values; items?: Json };
  if (type === 'object') {
    return objectType(Object.entries(properties ?? {}).map(([name, each]) => [name, typeOfSchema(each)]));
  }
  if (type === 'array') return { kind: 'list', items: typeOfSchema(items ?? {}) };
  return type === 'integer' || type === 'number' || type === 'string' || type === 'boolean' ? type : 'any';
}

function objectType(members: readonly (readonly [string, ValueType])[]): ValueType {
  const all = members.map(([name, type]) => [name, { type, required: false }] as const);
  return { kind: 'object', members: new Map(all), isOpen: true };
}

function typeOf({ type }: JsonField): ValueType {
  return type === 'array' || type === 'object' ? 'any' : type;
}

/** Arguments are texts; a declared type says what they mean. */
function coerced(text: string, type: ValueType): Json {
  if (type === 'boolean') return /^(true|1)$/i.test(text);
  return type === 'number' ? Number(text) : text;
}

function frontMatter(template: string | undefined): [string, JsonField][] {
  const [, text] = /^---\n([^]*?)\n---\n/.exec(template ?? '') ?? [];
  if (text === undefined) return [];
  const { parameters } = parseYaml(text) as { parameters: Readonly<Record<string, JsonField>> };
  return Object.entries(parameters);
}
