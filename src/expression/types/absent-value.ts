import type { ValueType } from './value.ts';

/** What something declared that is absent reads as, by its type. */
export function absentValue(type: ValueType): string | boolean | null {
  if (typeof type === 'string') return type === 'boolean' ? false : type === 'string' ? '' : null;
  if (type.kind === 'union') return common(type.of.filter((each) => each !== 'null').map(absentValue));
  if (type.kind !== 'literals') return null;
  return common(
    type.values.map((value) => (typeof value === 'string' ? '' : typeof value === 'boolean' ? false : null)),
  );
}

function common(values: readonly (string | boolean | null)[]): string | boolean | null {
  const [first = null] = values;
  return values.every((each) => each === first) ? first : null;
}
