/** A value that a run knows: what JSON can say. */
export type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value };

export function isListValue(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

export type ObjectValue = { readonly [key: string]: Value };

export function isObjectValue(value: Value | undefined): value is ObjectValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
