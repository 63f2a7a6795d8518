import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse as parseYaml } from 'yaml';
import { ExpressionError } from '../../src/expression/expression-error.ts';
import { expressionOf } from '../../src/expression/expression-of.ts';
import type { ValueType } from '../../src/expression/value.ts';
import type { Json, JsonAction, JsonField, JsonMap, JsonTask, Named } from './map-json.ts';

/** What names mean to the reference. The one thing it takes from the engine is what an expression gives. */
export type Names = Map<string, { readonly value: Json | undefined; readonly type: ValueType }>;

export type Values = Readonly<Record<string, Json>>;

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

/** What a task can read, low to high: front matter, its params, the map's fields and bound names, arguments. */
export function namesOf(
  map: JsonMap,
  task: JsonTask,
  known: {
    readonly fields: Values;
    readonly templates: Values;
    readonly bound: ReadonlyMap<string, Json>;
    readonly args: Values;
    readonly visit: number;
  },
): Names {
  const names: Names = new Map();
  const put = (name: string, value: Json | undefined, type: ValueType): void => {
    const lower = names.get(name);
    names.set(name, { value: value ?? lower?.value, type: lower?.type ?? type });
  };
  for (const [name, param] of task.promptParams ?? []) {
    if (typeof param === 'object') put(name, param.default, typeOf(param));
    else
      put(
        name,
        param,
        typeof param === 'string' ? 'string' : typeof param === 'number' ? 'number' : 'boolean',
      );
  }
  const fields = new Map(Object.entries(known.fields));
  for (const [name, field] of map.workslipFields ?? [])
    put(name, fields.get(name) ?? field.default, typeOf(field));
  for (const [name, field] of frontMatter(known.templates[task.promptTemplatePath ?? ''])) {
    if (names.get(name)?.value === undefined) put(name, field.default, typeOf(field));
  }
  for (const [, each] of map.taskDefinitions) {
    for (const [name] of each.set ?? []) put(name, known.bound.get(name), 'any');
    if (each.as !== undefined) put(each.as, known.bound.get(each.as), resultType(each));
  }
  for (const [name, value] of Object.entries(known.args)) {
    const type = names.get(name)?.type ?? 'any';
    names.set(name, { value: typeof value === 'string' ? coerced(value, type) : value, type });
  }
  return names.set('visits', { value: known.visit, type: 'integer' });
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

/** What a task's result looks like; only where it says integer does a number divide as one. */
export function resultType(task: JsonTask): ValueType {
  if (task.type !== 'shell') return task.output === undefined ? 'any' : typeOfSchema(task.output.schema);
  const members = [['exitCode', 'integer'] as const, ['stdout', 'string'] as const, ['json', 'any'] as const];
  return objectType(members);
}

export function fits(schema: Json, value: Json | undefined): boolean {
  return value !== undefined && new Ajv2020({ strict: false }).validate(schema as object, value) === true;
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

function frontMatter(template: Json | undefined): [string, JsonField][] {
  const [, text] = /^---\n([^]*?)\n---\n/.exec(String(template ?? '')) ?? [];
  if (text === undefined) return [];
  const { parameters } = parseYaml(text) as { parameters: Readonly<Record<string, JsonField>> };
  return Object.entries(parameters);
}
