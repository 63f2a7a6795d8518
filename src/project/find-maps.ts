import { readdirSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { dirname, join } from 'node:path';
import { systemCodeOf } from '../util/error.ts';
import { unlessRefused } from '../util/unless-refused.ts';
import { isWithin } from './is-within.ts';
import { ProjectError } from './project-error.ts';

const MAX_DEPTH = 20;

/**
 * Finds all maps of a project: `workflows/*.json`, and `*-map.json` anywhere under `.sdlc/workflows`, or `.wfmap`.
 *
 * Shape: paths relative to the root with forward slashes, sorted; of a map in both forms the JSON, which is what a
 * run of that name takes. Scopes (`.sdlc/workflows/system` and the like) may be links: projects share them. Linked folders
 * below these are not entered, so that no circle is walked.
 * Errors: throws {@link ProjectError} when a folder cannot be listed.
 */
export function findMaps(root: string): readonly string[] {
  const plain = list(root, 'workflows')
    .filter((entry) => !entry.isDirectory() && /\.(?:json|wfmap)$/.test(entry.name))
    .map((entry) => `workflows/${entry.name}`);
  const found = new Set([...plain, ...findDeep(root, '.sdlc/workflows', 0)]);
  return [...found]
    .filter((path) => !found.has(path.replace(/\.wfmap$/, '.json')) || path.endsWith('.json'))
    .toSorted();
}

function findDeep(root: string, folder: string, depth: number): readonly string[] {
  if (depth > MAX_DEPTH) return [];
  return list(root, folder).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory() || (depth === 0 && leadsToFolder(root, path, entry)))
      return findDeep(root, path, depth + 1);
    return /-map\.(?:json|wfmap)$/.test(entry.name) ? [path] : [];
  });
}

/** Whether a scope is a link to a folder elsewhere: one that holds the maps themselves would lead in a circle. */
function leadsToFolder(root: string, path: string, entry: Dirent): boolean {
  if (!entry.isSymbolicLink()) return false;
  const there = unlessRefused(() => realpathSync(join(root, path)));
  if (there === undefined || isWithin(there, realpathSync(join(root, dirname(path))))) return false;
  return statSync(there, { throwIfNoEntry: false })?.isDirectory() === true;
}

function list(root: string, folder: string): Dirent[] {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true });
  } catch (thrown) {
    const code = systemCodeOf(thrown);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw new ProjectError('unreadable-file', `The folder "${folder}" cannot be listed.`, { cause: thrown });
  }
}
