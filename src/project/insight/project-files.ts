import { lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { isWithin } from '../is-within.ts';
import { ProjectError } from '../project-error.ts';
import { readText } from '../read-text.ts';

/** The files of a project, as far as its insight looks. Names are from its root. */
export interface ProjectFiles {
  /** The text of a file; undefined where there is none that can be read, or one too long to be looked at. */
  readonly read: (name: string) => string | undefined;
  readonly has: (name: string) => boolean;
  readonly hasFolder: (name: string) => boolean;
  /** What a folder holds, sorted; nothing where it is none, and no more than a few hundred names. */
  readonly namesIn: (folder: string) => readonly string[];
}

/** Units: bytes. Nothing that says how a project is built is longer. */
const MAX_BYTES = 512 * 1024;
const MAX_NAMES = 500;

/** Looks into a project. A symbolic link that leads out of it is not followed: it counts as nothing. */
export function createProjectFiles(root: string): ProjectFiles {
  const realRoot = realPathOf(root);
  const find = (name: string): { readonly path: string; readonly stats: Stats } | undefined => {
    const path = realPathOf(join(root, name));
    if (realRoot === undefined || path === undefined || !isWithin(realRoot, path)) return undefined;
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats && { path, stats };
  };
  return {
    read: (name) => {
      const found = find(name);
      return found?.stats.isFile() === true && found.stats.size <= MAX_BYTES ? textOf(found.path) : undefined;
    },
    has: (name) => find(name)?.stats.isFile() === true,
    hasFolder: (name) => find(name)?.stats.isDirectory() === true,
    namesIn: (folder) => {
      const found = find(folder);
      return found?.stats.isDirectory() === true ? listOf(found.path) : [];
    },
  };
}

/** What cannot be read tells nothing; a run does not fail for it. */
function textOf(path: string): string | undefined {
  try {
    return readText(path, MAX_BYTES);
  } catch (thrown) {
    if (thrown instanceof ProjectError) return undefined;
    throw thrown;
  }
}

function listOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted().slice(0, MAX_NAMES);
  } catch {
    // A folder that may not be read is one of which nothing is known.
    return [];
  }
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    // Not there, not readable, or a ring of links: nothing to look at.
    return undefined;
  }
}
