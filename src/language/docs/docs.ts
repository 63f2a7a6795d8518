import { MAP_SECTION_DOCS } from '../../framework/tables/map-section-docs.ts';
import { SIGNAL_SECTION_DOCS } from '../../framework/tables/signal-section-docs.ts';
import type { PartName } from '../field-spec.ts';
import type { Docs, FieldDoc, PartDoc } from './doc.ts';
import { MAP_DOCS } from './map-docs.ts';
import { PROPERTY_DOCS } from './property-docs.ts';
import { TASK_PART_DOCS } from './task-part-docs.ts';

const ALL: Docs = {
  ...MAP_DOCS,
  ...MAP_SECTION_DOCS,
  ...SIGNAL_SECTION_DOCS,
  ...TASK_PART_DOCS,
  ...PROPERTY_DOCS,
};
export const DOCS: Readonly<Record<PartName, PartDoc>> = ALL;

/** What a field is for; undefined where the part has no such field. */
export function docOf(part: PartName, name: string): FieldDoc | undefined {
  const { fields } = DOCS[part];
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}
