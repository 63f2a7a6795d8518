import type { Scalar, ScalarType } from '../model/field.ts';

const DECIMAL = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
const TRUTH: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/**
 * Turns the text of an argument or field into a value of its declared type; undefined when it does not fit.
 *
 * Shape: a string is taken as it is. White space around numbers and booleans does not count. A number is
 * finite and decimal, with an exponent or without (`-1.5`, `1e3`); `0x1f` is likelier a commit than a number,
 * and is refused. A boolean is true, false, 1 or 0 in any case.
 */
export function coerce(text: string, type: ScalarType): Scalar | undefined {
  if (type === 'string') return text;
  const trimmed = text.trim();
  if (type === 'boolean') return TRUTH.get(trimmed.toLowerCase());
  const value = DECIMAL.test(trimmed) ? Number(trimmed) : Number.NaN;
  // Adding zero makes -0 the 0 that JSON and CEL know.
  return Number.isFinite(value) ? value + 0 : undefined;
}

const WANTED: Readonly<Record<ScalarType, string>> = {
  string: 'text',
  number: 'a decimal number such as 42 or -1.5',
  boolean: 'true or false (1 and 0 count too)',
};

/** Says why {@link coerce} gave nothing: a sentence. */
export function describeMisfit(name: string, text: string, type: ScalarType): string {
  const shown = text.length > 60 ? `${text.slice(0, 59)}…` : text;
  return `The value ${JSON.stringify(shown)} of "${name}" is not ${WANTED[type]}.`;
}
