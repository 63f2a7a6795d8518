import { basename, dirname } from 'node:path';
import type { FileSystem } from '../src/journal/file-system.ts';

/** A disk that keeps everything in memory and syncs nothing: what is left is the time of wfmap itself. */
export function memoryFileSystem(): FileSystem {
  const files = new Map<string, Uint8Array[]>();
  const folders = new Set<string>();
  const bytesOf = (path: string): Buffer => {
    const parts = files.get(path);
    if (!parts) throw Object.assign(new Error(`no ${path}`), { code: 'ENOENT' });
    return Buffer.concat(parts);
  };
  return {
    makeFolder: (path) => {
      if (folders.has(path)) throw Object.assign(new Error(`${path} is there`), { code: 'EEXIST' });
      folders.add(path);
    },
    open: (path) => {
      const parts = files.get(path) ?? [];
      files.set(path, parts);
      return {
        write: (bytes) => {
          parts.push(bytes);
        },
        sync: () => undefined,
        truncate: () => {
          parts.length = 0;
        },
        close: () => undefined,
      };
    },
    read: bytesOf,
    readPart: (path, offset, length) => bytesOf(path).subarray(offset, offset + length),
    kindOf: (path) => (files.has(path) ? 'file' : folders.has(path) ? 'folder' : undefined),
    isLink: () => false,
    list: (path) =>
      [...files.keys(), ...folders].filter((each) => dirname(each) === path).map((each) => basename(each)),
    rename: (from, to) => {
      files.set(to, files.get(from) ?? []);
      files.delete(from);
    },
    link: (from, to) => {
      files.set(to, files.get(from) ?? []);
    },
    remove: (path) => {
      files.delete(path);
      folders.delete(path);
    },
    syncFolder: () => undefined,
  };
}
