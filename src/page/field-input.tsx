import type { JSX } from 'preact';
import type { Field } from '../model/field.ts';
import type { Value } from '../model/value.ts';

/** What is shown of a field. */
export type ShownField = Pick<Field, 'name' | 'type' | 'description' | 'enum'>;

interface FieldInputProps {
  readonly field: ShownField;
  /** Shown behind the description: that it is optional, or its default. */
  readonly note: string;
  /** Lines that are in sight of a text. */
  readonly rows?: number;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A field of a map, to be filled in. */
export function FieldInput({ field, note, rows = 1, value, onChange }: FieldInputProps): JSX.Element {
  const { name, type, description } = field;
  const values = type === 'boolean' ? ['true', 'false'] : field.enum?.map(textOf);
  return (
    <label class="field">
      <span>
        <b>{name}</b>{' '}
        <span class="quiet">
          {description}
          {note === '' ? '' : ` (${note})`}
        </span>
      </span>
      {values === undefined ? (
        <textarea
          rows={type === 'string' ? rows : 1}
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="" />
          {values.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      )}
    </label>
  );
}

/** A value as it is written in a field. */
export function textOf(value: Value): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * What was filled in, in the types that the map says. What cannot be read as its type is sent as it is, and refused with the reason.
 * Shape: without the fields that were left empty.
 */
export function typedValues(
  fields: readonly ShownField[],
  given: Readonly<Record<string, string>>,
): Record<string, Value> {
  const typed: Record<string, Value> = {};
  for (const { name, type } of fields) {
    const text = given[name] ?? '';
    if (text.trim() !== '') typed[name] = type === 'string' ? text : jsonOr(text);
  }
  return typed;
}

function jsonOr(text: string): Value {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
