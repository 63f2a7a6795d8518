import { absentValue } from '../types/absent-value.ts';
import { ExpressionFault } from './expression-fault.ts';
import { membersOf } from '../types/union-of.ts';
import type { ObjectType, ValueType } from '../types/value.ts';
import { isListValue, type Value } from '../../model/value.ts';

const MAX_DEPTH = 200;

/** What was declared of objects that became Maps: a declared member that is absent still reads as something. */
const declared = new WeakMap<object, ObjectType>();

/**
 * Turns a value into what the CEL library computes with.
 *
 * Shape: objects become Maps, because the library looks at `constructor` of plain ones, which may be a key.
 * A whole number is an integer of CEL only where it is declared as one; all others are doubles. Where a value is not
 * of its type, the type says nothing.
 */
export function toCel(value: Value, type: ValueType, depth = 0): unknown {
  if (typeof value === 'number') return isWhole(value, type) ? BigInt(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) throw new ExpressionFault(`a value is nested more than ${MAX_DEPTH} deep`);
  const known = converted.get(value);
  if (known?.type === type && depth <= known.depth) return known.result;
  const result = partsToCel(value, type === 'any' ? type : memberFor(value, type), depth + 1);
  converted.set(value, { type, depth, result });
  return result;
}

/**
 * What lists and objects became last, where they stood as deep. A value never changes, and a list of thousands can be read for
 * each of its items.
 */
const converted = new WeakMap<
  object,
  { readonly type: ValueType; readonly depth: number; readonly result: unknown }
>();

function partsToCel(
  value: readonly Value[] | Readonly<Record<string, Value>>,
  type: ValueType,
  depth: number,
): unknown {
  const parts = typeof type === 'string' ? undefined : type;
  if (!isListValue(value)) return toMap(value, parts?.kind === 'object' ? parts : undefined, depth);
  const items = parts?.kind === 'list' ? parts.items : 'any';
  return value.map((each) => toCel(each, items, depth));
}

function toMap(
  value: Readonly<Record<string, Value>>,
  type: ObjectType | undefined,
  depth: number,
): ReadonlyMap<string, unknown> {
  const map = new Map<string, unknown>();
  for (const [key, each] of Object.entries(value)) {
    map.set(key, toCel(each, type?.members.get(key)?.type ?? 'any', depth));
  }
  if (type) declared.set(map, type);
  return map;
}

/** What a member that an object has not reads as; undefined where nobody declared it. */
export function absentMember(object: unknown, key: unknown): unknown {
  if (!(object instanceof Map) || typeof key !== 'string' || object.has(key)) return undefined;
  const member = declared.get(object)?.members.get(key);
  return member && absentValue(member.type);
}

function isWhole(value: number, type: ValueType): boolean {
  const isDeclared =
    type === 'integer' || (typeof type !== 'string' && membersOf([type]).includes('integer'));
  return isDeclared && Number.isSafeInteger(value);
}

/** The member of a union that a list or object is most likely one of, by the literals that tell them apart. */
function memberFor(value: readonly Value[] | Readonly<Record<string, Value>>, type: ValueType): ValueType {
  const kind = isListValue(value) ? 'list' : 'object';
  const fitting = membersOf([type]).filter((each) => typeof each !== 'string' && each.kind === kind);
  return fitting.find((each) => isListValue(value) || hasShape(value, each)) ?? 'any';
}

function hasShape(value: Readonly<Record<string, Value>>, type: ValueType): boolean {
  if (typeof type === 'string' || type.kind !== 'object') return false;
  return [...type.members].every(([name, { type: member, required }]) => {
    const each = Object.hasOwn(value, name) ? value[name] : undefined;
    if (each === undefined) return !required;
    return typeof member === 'string' || member.kind !== 'literals' || isOneOf(each, member.values);
  });
}

function isOneOf(value: Value, values: readonly Value[]): boolean {
  return values.includes(value);
}

/** Turns a result of the CEL library back into a plain value. Errors: throws {@link ExpressionFault}. */
export function fromCel(result: unknown): Value {
  if (result === null || typeof result === 'string' || typeof result === 'boolean') return result;
  if (typeof result === 'bigint') return Number(result);
  if (typeof result === 'number') return result;
  if (Array.isArray(result)) return result.map((each: unknown) => fromCel(each));
  // `fromEntries` defines keys such as `__proto__` instead of assigning them.
  if (result instanceof Map) {
    return Object.fromEntries(
      Array.from(result, ([key, each]): [string, Value] => [String(key), fromCel(each)]),
    );
  }
  throw new ExpressionFault('its result is no text, number, list or object');
}
