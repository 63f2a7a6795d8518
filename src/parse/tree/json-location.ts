import { findNodeAtLocation, getLocation, parseTree, type Segment } from 'jsonc-parser';

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

/** The names of the members of an object in a JSON text, sound or not; none where there is no object. */
export function memberNamesAt(text: string, path: readonly string[]): readonly string[] {
  return membersAt(text, path).flatMap(({ children }) => {
    const name: unknown = children?.[0]?.value;
    return typeof name === 'string' ? [name] : [];
  });
}

/** The text that a member of an object has as its value; undefined where it has none. */
export function textAt(text: string, path: readonly string[]): string | undefined {
  const member = membersAt(text, path.slice(0, -1)).find(
    ({ children }) => children?.[0]?.value === path.at(-1),
  );
  const value: unknown = member?.children?.[1]?.value;
  return typeof value === 'string' ? value : undefined;
}

function membersAt(text: string, path: readonly string[]) {
  const root = parseTree(text, undefined, { allowTrailingComma: true });
  const node = root && findNodeAtLocation(root, [...path]);
  return node?.type === 'object' ? (node.children ?? []) : [];
}
