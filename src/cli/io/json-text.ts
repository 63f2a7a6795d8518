/**
 * A value as JSON that is safe on a terminal, too: what a terminal would obey or turn around is escaped.
 *
 * Shape: one line, or indented by two spaces. Reading it gives the same value.
 */
export function jsonText(value: unknown, form: 'line' | 'indented' = 'line'): string {
  const text = JSON.stringify(value, undefined, form === 'line' ? 0 : 2);
  return text.replaceAll(UNSAFE, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** JSON itself escapes what lies below a blank. Delete, C1, marks of direction, line separators, byte order mark. */
const UNSAFE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
