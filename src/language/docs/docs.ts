import type { PartName } from '../field-spec.ts';
import { ARTIFACT_DOCS } from './artifact-docs.ts';
import type { Docs, FieldDoc, PartDoc } from './doc.ts';
import { MAP_DOCS } from './map-docs.ts';
import { PROPERTY_DOCS } from './property-docs.ts';
import { TASK_PART_DOCS } from './task-part-docs.ts';

const ALL: Docs = { ...MAP_DOCS, ...ARTIFACT_DOCS, ...TASK_PART_DOCS, ...PROPERTY_DOCS };
export const DOCS: Readonly<Record<PartName, PartDoc>> = ALL;

/** What a field is for; undefined where the part has no such field. */
export function docOf(part: PartName, name: string): FieldDoc | undefined {
  const { fields } = DOCS[part];
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}
