import type { Value } from '../../model/value.ts';

/** A value as it stands in a prompt: null and absent are nothing, lists and objects are JSON. */
export function valueText(value: Value | undefined): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
