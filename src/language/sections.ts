import { SECTIONS as TABLE } from '../framework/tables/sections.ts';
import type { FieldSpec, PartName } from './field-spec.ts';
import { fieldOf, fieldsOf } from './fields.ts';

/** A section of the artifacts of a map, for one projection. Shape: `name` is its key in them. */
export interface Section {
  readonly name: string;
  readonly part: PartName;
}

/** The map language has words for the first. */
export const SECTIONS: readonly [Section, ...Section[]] = TABLE;

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
