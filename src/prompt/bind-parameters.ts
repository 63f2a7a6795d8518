import type { Scope, ValueType } from '../expression/value.ts';
import type { Value } from '../model/value.ts';
import type { Field, Param, Scalar, ScalarType } from '../model/field.ts';
import { coerce, describeMisfit } from './coerce.ts';
import type { TemplateParameter } from './template.ts';

/** Everything that says what a name holds in one execution of a task. */
export interface ParameterSources {
  readonly fields: readonly Field[];
  /** The task's own parameters (`promptParams`). */
  readonly params: readonly Param[];
  /** What the template's front matter declares; empty for a verbatim prompt. */
  readonly parameters: readonly TemplateParameter[];
  /** The inputs that the run was started with. */
  readonly values: Readonly<Record<string, Scalar>>;
  /** Arguments for this execution alone: of the action that led here, and over them those of a resume. */
  readonly args: Readonly<Record<string, string>>;
}

/** Why a name has no usable value. `message` is a sentence. */
interface BindingProblem {
  readonly kind: 'missing' | 'unfit';
  readonly name: string;
  readonly message: string;
}

export interface Binding {
  readonly scope: Scope;
  readonly problems: readonly BindingProblem[];
}

/**
 * Works out what each parameter holds in one execution.
 *
 * Precedence, low to high: default in the front matter, default or fixed value in `promptParams`, input of
 * the run, argument. The type is that of `promptParams`, else of the input, else of the front matter; every
 * value is brought to it. An argument that nobody declares is a string.
 * Shape: a declared name without a value is in the scope, as undefined. Problems are in order of declaration.
 */
export function bindParameters(sources: ParameterSources): Binding {
  const problems: BindingProblem[] = [];
  const types = new Map<string, ValueType>();
  const values = new Map<string, Value | undefined>();
  for (const [name, slot] of slotsOf(sources)) {
    types.set(name, slot.type);
    const raw = slot.candidates.findLast((each) => each !== undefined);
    const value = raw === undefined ? undefined : toType(raw, slot.type);
    values.set(name, value);
    if (raw !== undefined && value === undefined) {
      problems.push({ kind: 'unfit', name, message: describeMisfit(name, String(raw), slot.type) });
    } else if (value === undefined && slot.required) {
      problems.push({ kind: 'missing', name, message: describeLack(name, slot.description) });
    }
  }
  return { scope: { types, values }, problems };
}

interface Slot {
  type: ScalarType;
  required: boolean;
  description: string | undefined;
  /** Low to high. */
  readonly candidates: (Scalar | undefined)[];
}

/** By name: inputs, then own parameters, then front matter, then other arguments. */
function slotsOf(sources: ParameterSources): Map<string, Slot> {
  const slots = new Map<string, Slot>();
  const { fields, params, parameters, values, args } = sources;
  for (const each of [...fields, ...params, ...parameters]) {
    if (!slots.has(each.name))
      slots.set(each.name, { type: 'string', required: false, description: undefined, candidates: [] });
  }
  for (const name of Object.keys(args)) {
    if (!slots.has(name))
      slots.set(name, { type: 'string', required: false, description: undefined, candidates: [] });
  }
  for (const each of parameters) lay(slots, each.name, each, each.default);
  for (const each of fields) lay(slots, each.name, each, undefined);
  for (const each of params) {
    if (each.kind === 'definition') lay(slots, each.name, each, each.default);
    else
      lay(
        slots,
        each.name,
        { type: typeOf(each.value), description: undefined, required: false },
        each.value,
      );
  }
  for (const [name, slot] of slots) {
    slot.candidates.push(ownValue(values, name), ownValue(args, name));
  }
  return slots;
}

/** Lays a declaration over those below it: its type counts, a demand of any of them does too. */
function lay(
  slots: ReadonlyMap<string, Slot>,
  name: string,
  declaration: Pick<TemplateParameter, 'type' | 'description' | 'required'>,
  value: Scalar | undefined,
): void {
  const slot = slots.get(name);
  if (!slot) return;
  slot.type = declaration.type;
  slot.required ||= declaration.required;
  slot.description = declaration.description ?? slot.description;
  slot.candidates.push(value);
}

function toType(value: Scalar, type: ScalarType): Scalar | undefined {
  return typeof value === type ? value : coerce(String(value), type);
}

function typeOf(value: Scalar): ScalarType {
  if (typeof value === 'string') return 'string';
  return typeof value === 'number' ? 'number' : 'boolean';
}

/** Records come from JSON and the command line: `constructor` is no value of theirs unless they say so. */
function ownValue<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function describeLack(name: string, description: string | undefined): string {
  const what = description === undefined || description === '' ? '' : ` (${description})`;
  return `Parameter "${name}"${what} is required and has no value.`;
}
