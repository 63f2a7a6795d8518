import { declaredType } from '../../expression/types/declared-type.ts';
import { over } from '../../expression/types/extend-scope.ts';
import type { Scope, ValueType } from '../../expression/types/value.ts';
import type { Field, FieldType, Param, SchemaSource, ValueDeclaration } from '../../model/field.ts';
import type { Value } from '../../model/value.ts';
import { compileSchema } from '../../schema/compile-schema.ts';
import { coerce, describeMismatch, typeOfValue } from '../values/coerce.ts';
import { describeChoice, isAllowed } from '../values/allowed-value.ts';
import type { TemplateParameter } from '../parse/template.ts';

/** Everything that says what a name holds in one execution of a task. */
export interface ParameterSources {
  readonly fields: readonly Field[];
  /** The task's own parameters (`promptParams`). */
  readonly params: readonly Param[];
  /** What front matter declares: the template's, then the role's; of two with one name the first says what it is. */
  readonly parameters: readonly TemplateParameter[];
  /** The inputs that the run was started with. */
  readonly values: Readonly<Record<string, Value>>;
  /** The names that `as` and `set` bind where the task stands; one without a value is declared and not bound. */
  readonly bound?: Scope | undefined;
  /** Those of them that the task itself reads. */
  readonly reads?: Iterable<string> | undefined;
  /** Arguments for this execution alone: of the action that led here, and over them those of a resume. */
  readonly args: Readonly<Record<string, Value>>;
  /** Finds the schemas of arrays and objects. */
  readonly schemaOf?: ((source: SchemaSource) => Value | undefined) | undefined;
}

/** Why a name has no usable value. `message` is a sentence. */
interface BindingProblem {
  readonly kind: 'missing' | 'unfit';
  readonly name: string;
  readonly message: string;
}

/** Shape: `names` are those that are declared for the task, given to it, or bound and read by it. */
export interface Binding {
  readonly scope: Scope;
  readonly names: readonly string[];
  readonly problems: readonly BindingProblem[];
}

/**
 * Works out what each parameter holds in one execution.
 *
 * Precedence, low to high: default in the front matter, default or fixed value in `promptParams`, default of the
 * field, input of the run or bound name, argument. The type is that of `promptParams`, else of the input or the bound
 * name, else of the front matter. An argument that is null supplies nothing; one that nobody declares is what it is.
 * Shape: a declared name without a value is in the scope, as undefined. Problems are in order of declaration; there is none
 * about a bound name that the task does not read.
 */
export function bindParameters(sources: ParameterSources): Binding {
  const problems: BindingProblem[] = [];
  const types = new Map<string, ValueType>();
  const values = new Map<string, Value | undefined>();
  for (const [name, slot] of slotsOf(sources)) {
    types.set(name, slot.valueType);
    const given = slot.candidates.at(-1);
    const value = given && toType(given, slot.type);
    values.set(name, value);
    if (given) {
      const message = findMismatch(name, slot, given.value, value);
      if (message !== undefined) problems.push({ kind: 'unfit', name, message });
    } else if (slot.required) {
      problems.push({ kind: 'missing', name, message: describeLack(name, slot.description) });
    }
  }
  return { scope: overBound({ types, values }, sources), names: [...types.keys()], problems };
}

/** With the bound names that the task does not read: what is evaluated for others, as a section of an artifact, may. */
function overBound({ types, values }: Scope, sources: ParameterSources): Scope {
  const { bound } = sources;
  if (bound === undefined) return { types, values };
  const valueOf = (name: string): Value | undefined => {
    if (!bound.types.has(name)) return undefined;
    const [slot] = slotsOf({
      ...sources,
      fields: [],
      params: [],
      parameters: [],
      reads: [name],
      args: {},
    }).values();
    const given = slot?.candidates.at(-1);
    return given && toType(given, slot?.type);
  };
  return {
    types: over(types, bound.types),
    values: over(values, { has: (name) => bound.types.has(name), get: valueOf }),
  };
}

/** Why a value is not what was declared: a sentence. `value` is undefined where it is not even of the type. */
function findMismatch(name: string, slot: Slot, given: Value, value: Value | undefined): string | undefined {
  if (value === undefined) return describeMismatch(name, given, slot.type ?? 'string');
  if (!isAllowed(value, slot.enum)) return describeChoice(name, value, slot.enum);
  const fault = slot.schema === undefined || value === null ? undefined : faultOf(slot.schema, value);
  return fault === undefined ? undefined : `The value of "${name}" does not fit its schema: ${fault}`;
}

/**
 * The schemas that a value was found to fit. An input is one and the same value for as long as a run lasts, and may be
 * a list of thousands that as many tasks can read.
 */
const fitting = new WeakMap<object, Set<Value>>();

function faultOf(source: Value, value: Value): string | undefined {
  const known = typeof value === 'object' && value !== null ? fitting.get(value) : undefined;
  if (known?.has(source) === true) return undefined;
  const schema = compileSchema(source);
  const [fault] = 'check' in schema ? schema.check(value) : [];
  if (fault === undefined && typeof value === 'object' && value !== null) {
    fitting.set(value, (known ?? new Set()).add(source));
  }
  return fault?.message;
}

/**
 * A value that somebody supplies.
 *
 * Shape: an `argument` may be text for any type, and else is of the type itself; a `declared` one is brought to the type
 * however it is written; a `bound` one has its type already.
 */
interface Candidate {
  readonly from: 'declared' | 'bound' | 'argument';
  readonly value: Value;
}

interface Slot {
  /** Undefined where nobody declared one that a text could be brought to. */
  type: FieldType | undefined;
  valueType: ValueType;
  required: boolean;
  description: string | undefined;
  enum: readonly Value[] | undefined;
  schema: Value | undefined;
  /** Low to high. */
  readonly candidates: Candidate[];
}

/** By name: inputs, then own parameters, then front matter, then bound names that are read, then other arguments. */
function slotsOf(sources: ParameterSources): Map<string, Slot> {
  const slots = emptySlots(sources);
  layDeclarations(slots, sources);
  const { values, bound, args } = sources;
  for (const [name, slot] of slots) {
    offer(slot, 'declared', ownValue(values, name));
    offer(slot, 'bound', bound?.values.get(name));
    offer(slot, 'argument', ownValue(args, name) ?? undefined);
  }
  return slots;
}

function emptySlots({
  fields,
  params,
  parameters,
  bound,
  reads = [],
  args,
}: ParameterSources): Map<string, Slot> {
  const slots = new Map<string, Slot>();
  const add = (name: string, type: ValueType): void => {
    if (!slots.has(name)) slots.set(name, emptySlot(type));
  };
  for (const { name } of [...fields, ...params, ...parameters]) add(name, 'any');
  for (const name of reads) {
    const type = bound?.types.get(name);
    if (type !== undefined) add(name, type);
  }
  for (const [name, value] of Object.entries(args)) add(name, typeof value === 'string' ? 'string' : 'any');
  return slots;
}

/** Low to high. */
function layDeclarations(slots: ReadonlyMap<string, Slot>, sources: ParameterSources): void {
  const { fields, params, parameters, bound, schemaOf } = sources;
  for (const each of parameters.toReversed()) lay(slots.get(each.name), each, schemaOf);
  for (const each of fields) lay(slots.get(each.name), { ...each, default: undefined }, schemaOf);
  for (const [name, slot] of slots) layBound(slot, bound?.types.get(name));
  for (const each of params) {
    lay(slots.get(each.name), each.kind === 'literal' ? fixed(each.value) : each, schemaOf);
  }
  for (const each of fields) offer(slots.get(each.name), 'declared', each.default);
}

function emptySlot(valueType: ValueType): Slot {
  const nothing = { type: undefined, description: undefined, enum: undefined, schema: undefined };
  return { ...nothing, valueType, required: false, candidates: [] };
}

type SchemaOf = ParameterSources['schemaOf'];

type Declaration = ValueDeclaration & {
  readonly description: string | undefined;
  readonly required: boolean;
};

function fixed(value: Value): Declaration {
  const type = typeOfValue(value) ?? 'string';
  return {
    type,
    default: value,
    enum: undefined,
    schema: undefined,
    description: undefined,
    required: false,
  };
}

/** Lays a declaration over those below it: its type counts, a demand of any of them does too. */
function lay(slot: Slot | undefined, declaration: Declaration, schemaOf: SchemaOf): void {
  if (!slot) return;
  slot.type = declaration.type;
  slot.valueType = declaredType(declaration, (source) => schemaOf?.(source));
  slot.schema = declaration.schema && schemaOf?.(declaration.schema);
  slot.required ||= declaration.required;
  slot.description = declaration.description ?? slot.description;
  slot.enum = declaration.enum ?? slot.enum;
  offer(slot, 'declared', declaration.default);
}

function layBound(slot: Slot, type: ValueType | undefined): void {
  if (type === undefined) return;
  slot.valueType = type;
  slot.schema = undefined;
  slot.type = type === 'string' || type === 'number' || type === 'boolean' ? type : undefined;
}

function offer(slot: Slot | undefined, from: Candidate['from'], value: Value | undefined): void {
  if (value !== undefined) slot?.candidates.push({ from, value });
}

/** Undefined where the value does not fit. A bound null is nothing of any type, and stays. */
function toType({ value, from }: Candidate, type: FieldType | undefined): Value | undefined {
  if (type === undefined || typeOfValue(value) === type) return value;
  if (from === 'bound') return value === null ? value : undefined;
  if (typeof value === 'string') return coerce(value, type);
  return from === 'declared' && typeof value !== 'object' ? coerce(String(value), type) : undefined;
}

/** Records come from JSON and the command line: `constructor` is no value of theirs unless they say so. */
function ownValue(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function describeLack(name: string, description: string | undefined): string {
  const what = description === undefined || description === '' ? '' : ` (${description})`;
  return `Parameter "${name}"${what} is required and has no value.`;
}
