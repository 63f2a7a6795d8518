import { SECTIONS as TABLE } from '../framework/tables/sections.ts';
import type { FieldSpec, PartName } from './field-spec.ts';
import { fieldOf, fieldsOf } from './fields.ts';

/** A section of the artifacts of a map, for one projection. Shape: `name` is its key in them. */
export interface Section {
  readonly name: string;
  readonly part: PartName;
}

/** The map language has words for the first. */
export const SECTIONS: readonly Section[] = TABLE;

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

/** The section that the map language has words for. */
export const WORDED: Section = TABLE[0];
const WORDED_FIELDS = fieldsIn(WORDED);

/** The field whose value stands in the first line of the section in the map language. */
export const HEAD_FIELD: string | undefined = WORDED_FIELDS.find(({ field }) => field.kind === 'path')?.name;

/** The fields that begin lines of their own there: all but that one, and expressions, which share the word `with`. */
export const SECTION_LINES: readonly SectionField[] = WORDED_FIELDS.filter(
  ({ field }) => field.kind !== 'path' && field.kind !== 'expression',
);

/** The words of those of some kinds. */
export function sectionWords(...kinds: readonly FieldSpec['kind'][]): readonly string[] {
  return SECTION_LINES.filter(({ field }) => kinds.includes(field.kind)).map(({ word }) => word);
}
