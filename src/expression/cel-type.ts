import type { ValueType } from './value.ts';

/** The CEL type that values of a type are checked as; `dyn` where several may be meant. */
export function celTypeOf(type: ValueType): string {
  switch (type) {
    case 'string':
      return 'string';
    case 'number':
      return 'double';
    case 'integer':
      return 'int';
    case 'boolean':
      return 'bool';
    case 'null':
      return 'null';
    case 'any':
      return 'dyn';
    default:
      return celTypeOfParts(type);
  }
}

function celTypeOfParts(type: Exclude<ValueType, string>): string {
  switch (type.kind) {
    case 'list':
      // Numbers of a list compare with whole ones, which the library's checker cannot say.
      return type.items === 'string' ? 'list<string>' : 'list<dyn>';
    case 'object':
      return 'map<string, dyn>';
    case 'literals':
      return theOnly(type.values.map(celTypeOfLiteral));
    case 'union':
      return theOnly(type.of.map(celTypeOf));
  }
}

function celTypeOfLiteral(value: string | number | boolean | null): string {
  if (value === null) return 'null';
  return typeof value === 'string' ? 'string' : typeof value === 'number' ? 'double' : 'bool';
}

/** Null does not count beside others: absent values read as null, and it compares with everything. */
function theOnly(types: readonly string[]): string {
  const [first = 'null', ...others] = new Set(types.filter((each) => each !== 'null'));
  return others.length === 0 ? first : 'dyn';
}
