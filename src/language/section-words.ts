import { invariant } from '../util/invariant.ts';
import type { FieldSpec } from './field-spec.ts';
import { fieldsIn, SECTIONS, type Section, type SectionField } from './sections.ts';

/** The section that the map language has words for: the first. Others are written as objects. */
export const WORDED: Section = firstOf(SECTIONS);
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

function firstOf([first]: readonly Section[]): Section {
  invariant(first, 'The artifacts of a map have a section.');
  return first;
}
