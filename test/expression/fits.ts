import type { ObjectType, ValueType } from '../../src/expression/types/value.ts';
import type { Value } from '../../src/model/value.ts';

/** Whether a value is one of a type, by the meaning of the type alone. */
export function fits(value: Value, type: ValueType): boolean {
  if (type === 'any') return true;
  if (type === 'null') return value === null;
  if (type === 'integer') return Number.isInteger(value);
  if (typeof type === 'string') return typeof value === type;
  if (type.kind === 'union') return type.of.some((each) => fits(value, each));
  if (type.kind === 'literals') return type.values.some((each) => each === value);
  if (type.kind === 'list') {
    return Array.isArray(value) && value.every((each: Value) => fits(each, type.items));
  }
  return fitsObject(value, type);
}

function fitsObject(value: Value, type: ObjectType): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const members = new Map<string, Value>(Object.entries(value));
  return (
    [...members.keys()].every((name) => type.isOpen || type.members.has(name)) &&
    [...type.members].every(([name, member]) => {
      const each = members.get(name);
      return each === undefined ? !member.required : fits(each, member.type);
    })
  );
}
