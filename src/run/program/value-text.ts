import type { Value } from '../../model/value.ts';
import { excerpt } from './excerpt.ts';

/** A value as JSON, for a message: its start where it is long. Units: UTF-16. */
export function valueText(value: Value, max: number): string {
  const text = JSON.stringify(value);
  return text.length <= max ? text : `${excerpt(text, max - 1)}…`;
}
