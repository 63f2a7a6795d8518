import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { systemCodeOf } from '../util/error.ts';
import { ProjectError } from './project-error.ts';

const MAX_DEPTH = 20;

/**
 * Finds all maps of a project: `workflows/*.json`, and `*-map.json` anywhere under `.sdlc/workflows`.
 *
 * Shape: paths relative to the root with forward slashes, sorted. Linked folders below these are not entered,
 * so that no circle is walked.
 * Errors: throws {@link ProjectError} when a folder cannot be listed.
 */
export function findMaps(root: string): readonly string[] {
  const plain = list(root, 'workflows')
    .filter((entry) => !entry.isDirectory() && entry.name.endsWith('.json'))
    .map((entry) => `workflows/${entry.name}`);
  return [...plain, ...findDeep(root, '.sdlc/workflows', 0)].toSorted();
}

function findDeep(root: string, folder: string, depth: number): readonly string[] {
  if (depth > MAX_DEPTH) return [];
  return list(root, folder).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return findDeep(root, path, depth + 1);
    return entry.name.endsWith('-map.json') ? [path] : [];
  });
}

function list(root: string, folder: string) {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true });
  } catch (thrown) {
    const code = systemCodeOf(thrown);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw new ProjectError('unreadable-file', `The folder "${folder}" cannot be listed.`, { cause: thrown });
  }
}
