import { languageOf } from '../languages/languages.ts';

/** Finds which files of a project an import means. Shape: nothing for packages and whatever else is not of the project. */
export interface ModuleIndex {
  readonly resolve: (from: string, specifier: string) => readonly string[];
}

/** A file that stands for its folder, or only passes on what others define. */
const INDEX = /^(?:index|__init__|mod|lib|main|init)$/;
/** More files than these have one name by accident. */
const MAX_CANDIDATES = 50;

interface Module {
  readonly parts: readonly string[];
  readonly files: readonly string[];
}

/**
 * Goes by paths alone: `./a` is looked for beside the file, and `a/b` among all files and folders with code, whose
 * path and the import must end alike until one of them is used up.
 */
export function createModuleIndex(files: readonly string[]): ModuleIndex {
  const byPath = new Map<string, string[]>();
  const folders = new Map<string, string[]>();
  const byLast = new Map<string, Module[]>();
  for (const file of files) {
    const stem = stemOf(file);
    for (const path of [file, stem, ...(INDEX.test(lastOf(stem)) ? [folderOf(file)] : [])])
      push(byPath, path, file);
    push(folders, folderOf(file), file);
  }
  const add = (path: string, own: readonly string[]): void => {
    const parts = path.split('/');
    push(byLast, parts.at(-1) ?? '', { parts, files: own });
  };
  for (const file of files) add(stemOf(file), [file]);
  for (const [folder, own] of folders) if (folder !== '') add(folder, own);
  return {
    resolve: (from, specifier) => {
      if (!specifier.startsWith('.')) return bySuffix(byLast, specifier);
      const path = joined(folderOf(from), specifier);
      // TypeScript names the file that it will become.
      return path === undefined ? [] : (byPath.get(path) ?? byPath.get(stemOf(path)) ?? []);
    },
  };
}

/** Whether a file passes on what it imports. */
export function isIndexFile(path: string): boolean {
  return INDEX.test(lastOf(stemOf(path)));
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function bySuffix(byLast: ReadonlyMap<string, readonly Module[]>, specifier: string): readonly string[] {
  const parts = stemOf(specifier).split('/');
  const found = (byLast.get(parts.at(-1) ?? '') ?? []).filter((module) => endsAlike(module.parts, parts));
  // The more of a path is named, the surer it is meant.
  const most = Math.max(0, ...found.map((module) => Math.min(module.parts.length, parts.length)));
  const best = found.filter((module) => Math.min(module.parts.length, parts.length) === most);
  return best.length > MAX_CANDIDATES ? [] : best.flatMap((module) => module.files);
}

function endsAlike(a: readonly string[], b: readonly string[]): boolean {
  const length = Math.min(a.length, b.length);
  for (let back = 1; back <= length; back += 1) if (a.at(-back) !== b.at(-back)) return false;
  return true;
}

/** Only endings of code: `jquery.min` has none. */
function stemOf(path: string): string {
  return languageOf(path) === undefined ? path : path.slice(0, path.lastIndexOf('.'));
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function joined(folder: string, specifier: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of specifier.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== '.' && part !== '') {
      parts.push(part);
    }
  }
  return parts.join('/');
}

function push<V>(map: Map<string, V[]>, key: string, value: V): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}
