import type { Field } from '../../model/field.ts';
import type { Value } from '../../model/value.ts';
import { shownValue } from '../../prompt/values/coerce.ts';
import type { SchemaOf } from '../flags/flag-field.ts';
import type { Dialogue } from './line-terminal.ts';
import { listLines, textLines } from './question-lines.ts';
import { promptOfField, readTypedField } from './typed-field.ts';

/** How a field is asked for. Units: columns. */
interface FieldAsking {
  readonly width: number;
  readonly schemaOf: SchemaOf | undefined;
}

/**
 * Asks for the value of a field until one fits.
 *
 * Shape: without `value` where the field is left out; undefined where the person left.
 */
export async function askField(
  dialogue: Pick<Dialogue, 'say' | 'ask'>,
  field: Field,
  { width, schemaOf }: FieldAsking,
): Promise<{ readonly value: Value } | object | undefined> {
  const listed = (field.enum ?? []).map((value) => ({
    name: typeof value === 'string' ? value : shownValue(value),
    note: null,
  }));
  const about = field.description === '' ? [] : textLines(field.description, width);
  dialogue.say(['', ...about, ...listLines(listed, width)]);
  for (;;) {
    const line = await dialogue.ask(promptOfField(field));
    if (line === undefined) return undefined;
    const typed = readTypedField(field, line, schemaOf);
    if (typed.kind === 'value') return { value: typed.value };
    if (typed.kind === 'left') return {};
    dialogue.say(textLines(typed.message, width));
  }
}
