import type { ValueType } from '../types/value.ts';

/** The CEL type that values of a type are checked as; `dyn` where several may be meant. */
export function celTypeOf(type: ValueType): string {
  if (typeof type === 'string') return CEL_TYPES[type];
  // Numbers of a list compare with whole ones, which the library's checker cannot say.
  if (type.kind === 'list') return type.items === 'string' ? 'list<string>' : 'list<dyn>';
  if (type.kind === 'object') return 'map<string, dyn>';
  return theOnly(type.kind === 'literals' ? type.values.map(celTypeOfLiteral) : type.of.map(celTypeOf));
}

const CEL_TYPES: Readonly<Record<Extract<ValueType, string>, string>> = {
  string: 'string',
  number: 'double',
  integer: 'int',
  boolean: 'bool',
  null: 'null',
  any: 'dyn',
};

function celTypeOfLiteral(value: string | number | boolean | null): string {
  if (value === null) return 'null';
  return typeof value === 'string' ? 'string' : typeof value === 'number' ? 'double' : 'bool';
}

/** Null does not count beside others: absent values read as null, and it compares with everything. */
function theOnly(types: readonly string[]): string {
  const [first = 'null', ...others] = new Set(types.filter((each) => each !== 'null'));
  return others.length === 0 ? first : 'dyn';
}
