import type { ReadTemplate, TemplateLookup } from '../../model/template-lookup.ts';
import { findMapRoot } from '../../project/find-map-root.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { templateReader } from '../../project/template-reader.ts';

/** Reads what the map at an absolute path names. */
export type ReaderOf = (path: string) => ReadTemplate;

/** The readers of what maps name. Shape: with `isOnce` each file is read once, for maps that nothing is written to meanwhile. */
export function templateReaders(workFolder: string, isOnce: boolean): ReaderOf {
  const workRoot = findWorkRoot(workFolder);
  const readers = new Map<string, ReadTemplate>();
  return (path) => {
    const mapRoot = findMapRoot(path);
    const known = readers.get(mapRoot);
    if (known) return known;
    const read = templateReader({ workRoot, mapRoot, nameFrom: workFolder });
    const reader = isOnce ? remembering(read) : read;
    readers.set(mapRoot, reader);
    return reader;
  };
}

function remembering(read: ReadTemplate): ReadTemplate {
  const lookups = new Map<string, TemplateLookup>();
  return (path) => {
    const lookup = lookups.get(path) ?? read(path);
    lookups.set(path, lookup);
    return lookup;
  };
}
