import { hash } from 'node:crypto';
import { isObject } from '../../util/is-object.ts';
import type { SymbolKind } from '../languages/language.ts';
import type { Definition, FileTags } from './file-tags.ts';

/** A place that keeps one text between processes. What cannot be kept is lost, and nothing else. */
export interface KeptText {
  readonly read: () => string | undefined;
  readonly write: (text: string) => void;
}

/**
 * What files were found to define and refer to, by the digest of their text: a file that changed is read again, and no other.
 *
 * Whoever keeps the text answers for that it is what was written; a text of another form is as good as none.
 */
export interface TagCache {
  readonly find: (text: string, grammar: string) => FileTags | undefined;
  readonly keep: (text: string, grammar: string, tags: FileTags) => void;
  /** Keeps what was found and kept since the start, if anything changed. */
  readonly save: () => void;
}

type Packed = readonly [
  definitions: readonly (readonly [string, SymbolKind, number, string, string])[],
  names: string,
  members: string,
  imports: readonly string[],
];

/** `build` tells this state of the code from every other. */
export function createTagCache(kept: KeptText, build: string): TagCache {
  const before = unpackAll(kept.read(), build);
  const now = new Map<string, Packed>();
  let isChanged = false;
  return {
    find: (text, grammar) => {
      const key = keyOf(text, grammar);
      const packed = before.get(key);
      if (packed === undefined) return undefined;
      now.set(key, packed);
      return unpack(packed);
    },
    keep: (text, grammar, tags) => {
      isChanged = true;
      now.set(keyOf(text, grammar), pack(tags));
    },
    save: () => {
      if (isChanged || now.size !== before.size) kept.write(JSON.stringify({ build, files: [...now] }));
    },
  };
}

function keyOf(text: string, grammar: string): string {
  return `${grammar} ${hash('sha256', text, 'base64url')}`;
}

function pack({ definitions, names, members, imports }: FileTags): Packed {
  return [
    definitions.map(
      ({ name, kind, line, signature, within }) => [name, kind, line, signature, within] as const,
    ),
    packCounts(names),
    packCounts(members),
    imports,
  ];
}

/** A text is read much faster than as many arrays; names have no blanks. */
function packCounts(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${name} ${count}`).join(' ');
}

function unpack([definitions, names, members, imports]: Packed): FileTags {
  return {
    definitions: definitions.map(([name, kind, line, signature, within]): Definition => ({
      name,
      kind,
      line,
      signature,
      within,
    })),
    names: unpackCounts(names),
    members: unpackCounts(members),
    imports,
  };
}

function unpackCounts(text: string): ReadonlyMap<string, number> {
  const parts = text === '' ? [] : text.split(' ');
  const counts = new Map<string, number>();
  for (let at = 0; at + 1 < parts.length; at += 2) counts.set(parts[at] ?? '', Number(parts[at + 1]));
  return counts;
}

function unpackAll(text: string | undefined, build: string): ReadonlyMap<string, Packed> {
  if (text === undefined) return new Map();
  try {
    const json: unknown = JSON.parse(text);
    if (!isObject(json) || json['build'] !== build || !Array.isArray(json['files'])) return new Map();
    // Of this build, and whole, so `save` wrote it like this.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return new Map(json['files'] as [string, Packed][]);
  } catch {
    return new Map();
  }
}
