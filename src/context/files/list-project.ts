import { opendirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { unlessRefused } from '../../util/unless-refused.ts';
import { isIgnored, parseIgnoreRules, type IgnoreRule } from './ignore-rules.ts';
import { readSource } from './read-source.ts';
import { isForeignFolder, isSecretFile, MANIFESTS } from './skipped.ts';

/** What a project holds. Shape: paths from its root, sorted; those of folders end with a slash. */
export interface ProjectListing {
  readonly files: readonly string[];
  readonly folders: readonly string[];
  /** Whether there is more than was looked at. */
  readonly isCut: boolean;
}

/** Units: files, folders, entries of one folder, folders below one another, rules in force at one place. */
const MAX_FILES = 100_000;
const MAX_FOLDERS = 20_000;
const MAX_ENTRIES = 100_000;
const MAX_DEPTH = 40;
const MAX_RULES = 1_000;

interface Folder {
  readonly path: string;
  readonly depth: number;
  readonly rules: readonly IgnoreRule[];
}

/**
 * Lists the files and folders of a project, those near the root first where not all can be looked at.
 *
 * No link is followed. What a `.gitignore` at any level or one of the `excludes`, written alike, names is left out, also where
 * git has it; so are installed packages, what builds make, hidden folders and files that mostly hold secrets.
 * Errors: none; what cannot be listed is passed over.
 */
export function listProject(root: string, excludes: readonly string[]): ProjectListing {
  const files: string[] = [];
  const folders: string[] = [];
  const own = parseIgnoreRules(excludes.join('\n'), '');
  let isCut = false;
  let level: readonly Folder[] = [{ path: '', depth: 0, rules: own }];
  while (level.length > 0) {
    const next: Folder[] = [];
    for (const folder of level) {
      const listed = readFolder(root, folder);
      isCut ||= listed.isCut || files.length + listed.files.length > MAX_FILES;
      files.push(...listed.files.slice(0, MAX_FILES - files.length));
      const taken = listed.folders.slice(0, MAX_FOLDERS - folders.length);
      isCut ||= taken.length < listed.folders.length;
      folders.push(...taken.map(({ path }) => path));
      if (folder.depth < MAX_DEPTH) next.push(...taken);
      else isCut ||= taken.length > 0;
    }
    level = next;
  }
  return { files: files.toSorted(), folders: folders.toSorted(), isCut };
}

interface ListedFolder {
  readonly files: readonly string[];
  readonly folders: readonly Folder[];
  readonly isCut: boolean;
}

function readFolder(root: string, { path, depth, rules: before }: Folder): ListedFolder {
  const { entries, isCut } = entriesOf(join(root, path));
  const names = new Set(entries.map(({ name }) => name));
  const hasRules = entries.some((entry) => entry.name === '.gitignore' && entry.isFile());
  const text = hasRules ? (readSource(root, `${path}.gitignore`) ?? '') : '';
  const rules = [...before, ...parseIgnoreRules(text, path)];
  const inForce = rules.slice(0, MAX_RULES);
  const isByManifest = path === '' || [...MANIFESTS].some((name) => names.has(name));
  const kept = entries.filter((entry) => !isIgnored(inForce, `${path}${entry.name}`, entry.isDirectory()));
  return {
    files: kept
      .filter((entry) => entry.isFile() && !isSecretFile(entry.name))
      .map(({ name }) => `${path}${name}`),
    folders: kept
      .filter((entry) => entry.isDirectory() && !isForeignFolder(entry.name, isByManifest))
      .map(({ name }) => ({ path: `${path}${name}/`, depth: depth + 1, rules: inForce })),
    isCut: isCut || inForce.length < rules.length,
  };
}

/** Reads no more than a bound at once: a folder can have any number of entries. */
function entriesOf(folder: string): { readonly entries: readonly Dirent[]; readonly isCut: boolean } {
  const directory = unlessRefused(() => opendirSync(folder, { bufferSize: 1_000 }));
  const entries: Dirent[] = [];
  if (directory === undefined) return { entries, isCut: true };
  try {
    for (let next = directory.readSync(); next !== null; next = directory.readSync()) {
      if (entries.length >= MAX_ENTRIES) return { entries: byName(entries), isCut: true };
      entries.push(next);
    }
  } finally {
    directory.closeSync();
  }
  return { entries: byName(entries), isCut: false };
}

function byName(entries: readonly Dirent[]): readonly Dirent[] {
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
