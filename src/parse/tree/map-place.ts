import type { PartFieldSpec } from '../../language/field-spec.ts';
import { fieldAt, partsOn } from '../../language/place.ts';

/** What a message calls the value at a path: `Task "A"`, `"timeout" of task "A"`. Begins a sentence. */
export function describePlace(path: readonly string[]): string {
  const parts = partsOn(path);
  const last = parts.at(-1);
  if (!last || path.length === 0) return 'The map';
  if (last.end < path.length) return describeValue(path, path.length - last.end);
  if (last.field?.kind === 'list') return describeValue(path, 2);
  return describeIn(describePart(path.at(-1) ?? '', last.field), path.slice(0, parts.at(-2)?.end ?? 0));
}

function describePart(key: string, field: PartFieldSpec | undefined): string {
  if (field?.noun === undefined) return `"${key}"`;
  return field.kind === 'part' ? `The ${field.noun}` : `${field.noun} "${key}"`;
}

/** What is not a part: a field, or an entry of one. */
function describeValue(path: readonly string[], depth: number): string {
  const key = path.at(-1) ?? '';
  const isNamed = depth === 1 || isNamedByAuthor(path) || !/^\d+$/.test(key);
  return describeIn(isNamed ? `"${key}"` : `Entry ${Number(key) + 1}`, path.slice(0, -1));
}

/** An entry of a field that has texts under names of the author's. */
function isNamedByAuthor(path: readonly string[]): boolean {
  const kind = fieldAt(path, 'map')?.field.kind;
  return kind === 'expressions' || kind === 'texts';
}

/** The same inside a sentence. */
export function describePlaceInside(path: readonly string[]): string {
  const text = describePlace(path);
  return text.startsWith('"') ? text : text[0]?.toLowerCase() + text.slice(1);
}

/** What belongs to the map itself needs no owner. */
function describeIn(text: string, owner: readonly string[]): string {
  return owner.length === 0 ? text : `${text} of ${describePlaceInside(owner)}`;
}
