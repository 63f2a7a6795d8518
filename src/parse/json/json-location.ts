import { getLocation, type Segment } from 'jsonc-parser';

/**
 * Where an offset is in a JSON text, sound or not.
 *
 * Shape: `path` are the keys that lead there; `isKey` where a name of a member stands or may stand, which then is the last of
 * the path; `token` is the literal that the offset is in or at. Units: half-open offsets.
 */
export interface JsonLocation {
  readonly path: readonly string[];
  readonly isKey: boolean;
  readonly token: { readonly start: number; readonly end: number; readonly isText: boolean } | undefined;
}

export function jsonLocationAt(text: string, offset: number): JsonLocation {
  const { path, isAtPropertyKey, previousNode } = getLocation(text, offset);
  const isIn =
    previousNode !== undefined &&
    previousNode.offset <= offset &&
    offset <= previousNode.offset + previousNode.length;
  return {
    path: path.map((segment: Segment) => String(segment)),
    isKey: isAtPropertyKey,
    token: isIn
      ? {
          start: previousNode.offset,
          end: previousNode.offset + previousNode.length,
          isText: previousNode.type === 'string' || previousNode.type === 'property',
        }
      : undefined,
  };
}
