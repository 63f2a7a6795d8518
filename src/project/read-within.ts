import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { systemCodeOf } from '../util/error.ts';
import { isWithin } from './is-within.ts';

/** What keeps a file from being read, in this order. Shape: `reason` is a clause without a full stop. */
export interface RefusedFile {
  readonly layer: 'path' | 'size' | 'encoding';
  readonly reason: string;
}

/**
 * Reads a small text file that lies in a folder by its real path, and opens nothing that does not.
 *
 * Shape: undefined where there is no such file. `path` is relative to the folder, or absolute. Units: bytes.
 * Errors: none thrown; whatever else keeps it from being read is returned.
 */
export function readWithin(
  folder: string,
  path: string,
  maxBytes: number,
): { readonly text: string } | RefusedFile | undefined {
  return findWithin(folder, path, (real, stats) =>
    stats.size > maxBytes ? tooLarge(maxBytes) : readReal(real, stats, maxBytes),
  );
}

/**
 * Reads a part of a file that lies in a folder, in the same way.
 *
 * Shape: `bytes` begin at `from`, and are at most `maxBytes`; `sizeBytes` is that of the file. Units: bytes.
 * Errors: none thrown; what keeps it from being read is returned.
 */
export function readPartWithin(
  folder: string,
  path: string,
  { from, maxBytes }: { readonly from: number; readonly maxBytes: number },
): { readonly bytes: Uint8Array; readonly sizeBytes: number } | RefusedFile | undefined {
  return findWithin(folder, path, (real, stats) =>
    openReal(real, stats, (file) => {
      const bytes = new Uint8Array(Math.max(0, Math.min(maxBytes, stats.size - from)));
      let size = 0;
      for (let count = -1; count !== 0 && size < bytes.length; size += count) {
        count = readSync(file, bytes, size, bytes.length - size, from + size);
      }
      return { bytes: bytes.subarray(0, size), sizeBytes: stats.size };
    }),
  );
}

/** Looks where a path leads, and has what is there read where it is a file of the folder. */
function findWithin<T>(
  folder: string,
  path: string,
  read: (real: string, stats: Stats) => T,
): T | RefusedFile | undefined {
  try {
    if (!isFolder(folder)) return undefined;
    const written = isAbsolute(path) ? path : join(folder, path);
    if (lstatSync(written, { throwIfNoEntry: false }) === undefined) return undefined;
    const real = realpathSync.native(written);
    if (!isWithin(realpathSync.native(folder), real)) return refused('path', 'it leads out of its folder');
    const stats = lstatSync(real);
    // Before it is opened: to open a pipe or a device does something.
    return stats.isFile() ? read(real, stats) : refused('path', 'it is not a regular file');
  } catch (thrown) {
    return refused('path', REASONS[systemCodeOf(thrown) ?? ''] ?? `it cannot be read (${String(thrown)})`);
  }
}

/** A folder that is a link would make what it leads to the inside. */
function isFolder(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink() === true) throw Object.assign(new Error('a link'), { code: 'ELOOP' });
  return stats?.isDirectory() === true;
}

function readReal(real: string, stats: Stats, maxBytes: number): { readonly text: string } | RefusedFile {
  return openReal(real, stats, (file) => {
    const bytes = new Uint8Array(maxBytes + 1);
    let size = 0;
    for (let count = -1; count !== 0 && size <= maxBytes; size += count) {
      count = readSync(file, bytes, size, maxBytes + 1 - size, null);
    }
    return size > maxBytes ? tooLarge(maxBytes) : decode(bytes.subarray(0, size));
  });
}

function openReal<T>(real: string, { dev, ino }: Stats, read: (file: number) => T): T | RefusedFile {
  const file = openSync(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const now = fstatSync(file);
    return now.dev === dev && now.ino === ino && now.isFile()
      ? read(file)
      : refused('path', 'it was replaced meanwhile');
  } finally {
    closeSync(file);
  }
}

function decode(bytes: Uint8Array): { readonly text: string } | RefusedFile {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return refused('encoding', 'it is not valid UTF-8');
  }
}

function tooLarge(maxBytes: number): RefusedFile {
  return refused('size', `it is larger than ${maxBytes / 1024} KiB`);
}

function refused(layer: RefusedFile['layer'], reason: string): RefusedFile {
  return { layer, reason };
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'its link leads nowhere',
  ELOOP: 'its folder is a link, or links lead in a circle',
  EACCES: 'permission is denied',
  ENOTDIR: 'a part of its path is no folder',
  ENAMETOOLONG: 'its path is too long',
};
