import type { ValueType } from '../../expression/types/value.ts';
import type { Value } from '../../model/value.ts';

const MAX_DEPTH = 5;

/** A value of a type that shows where it came from: `‹name›`, `‹plan.goal›`. */
export function placeholderValue(type: ValueType, way: string, depth = 0): Value {
  if (typeof type === 'string') return scalarOf(type, way);
  if (type.kind === 'literals') return type.values.find((value) => value !== null && value !== '') ?? null;
  if (type.kind === 'union') {
    const member = type.of.find((each) => each !== 'null') ?? 'null';
    return placeholderValue(member, way, depth);
  }
  if (type.kind === 'list') return depth < MAX_DEPTH ? [placeholderValue(type.items, way, depth + 1)] : [];
  if (depth >= MAX_DEPTH) return {};
  const members = Array.from(type.members, ([name, { type: each }]): [string, Value] => [
    name,
    placeholderValue(each, `${way}.${name}`, depth + 1),
  ]);
  return Object.fromEntries(members);
}

function scalarOf(type: Extract<ValueType, string>, way: string): Value {
  if (type === 'number' || type === 'integer') return 1;
  if (type === 'boolean') return true;
  return type === 'null' ? null : `‹${way}›`;
}
