import { fieldOf } from './fields.ts';
import type { FieldSpec, PartFieldSpec, PartName } from './field-spec.ts';

/** A part on a path of keys. Shape: `end` keys lead to it; `field` is the one that it is a value of. */
export interface PlacedPart {
  readonly part: PartName;
  readonly end: number;
  readonly field: PartFieldSpec | undefined;
}

/** The parts that a path of keys goes through, from the outermost. */
export function partsOn(path: readonly string[], from: PartName = 'map'): readonly PlacedPart[] {
  const parts: PlacedPart[] = [{ part: from, end: 0, field: undefined }];
  for (let last = parts[0]; last;) {
    const outer: PlacedPart = last;
    const field = fieldOf(outer.part, path[outer.end] ?? '');
    const inner = field && 'part' in field ? field : undefined;
    const end = outer.end + (inner?.kind === 'part' ? 1 : 2);
    last = inner && end <= path.length ? { part: inner.part, end, field: inner } : undefined;
    if (last) parts.push(last);
  }
  return parts;
}

/** The part that a path of keys leads to; undefined for a value inside a part, such as a task's `timeout`. */
export function partAt(path: readonly string[]): PartName | undefined {
  const last = partsOn(path).at(-1);
  return last?.end === path.length ? last.part : undefined;
}

/** A field, and whether it is one of its entries that is meant. */
export interface FieldPlace {
  readonly part: PartName;
  readonly name: string;
  readonly field: FieldSpec;
  readonly isEntry: boolean;
}

/** The field that the value at a path of keys below a part is of, itself or as an entry of it. */
export function fieldAt(path: readonly string[], from: PartName): FieldPlace | undefined {
  const parts = partsOn(path, from);
  const owner = parts.findLast(({ end }) => end < path.length);
  if (!owner) return undefined;
  const name = path[owner.end] ?? '';
  const field = fieldOf(owner.part, name);
  const depth = path.length - owner.end;
  return field && depth <= 2 ? { part: owner.part, name, field, isEntry: depth === 2 } : undefined;
}
