import type { FieldSpec, PartName } from './field-spec.ts';
import { fieldOf, fieldsOf } from './fields.ts';

/** A section of the artifacts of a map, for one projection. Shape: `name` is its key in them. */
export interface Section {
  readonly name: string;
  readonly part: PartName;
}

/** The sections by the table, in its order. */
export const SECTIONS: readonly Section[] = fieldsOf('artifacts').flatMap((name) => {
  const field = fieldOf('artifacts', name);
  return field?.kind === 'part' ? [{ name, part: field.part }] : [];
});

/** A field of a section, and the word that begins its line in the map language. */
export interface SectionField {
  readonly name: string;
  readonly word: string;
  readonly field: FieldSpec;
}

/** The fields of a section, in the order of the table. */
export function fieldsIn({ part }: Section): readonly SectionField[] {
  return fieldsOf(part).flatMap((name) => {
    const field = fieldOf(part, name);
    return field ? [{ name, word: field.word ?? name, field }] : [];
  });
}
