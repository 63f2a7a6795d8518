import { readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { systemCodeOf } from '../util/error.ts';
import { ProjectError } from './project-error.ts';

const FOLDER = 'prompts/agents';
const MAX_DEPTH = 10;
const MAX_ROLES = 1_000;

/**
 * Finds the roles of a project: the texts in `prompts/agents`.
 *
 * Shape: paths relative to the root with forward slashes, sorted; at most a thousand. Linked folders are not entered.
 * Errors: throws {@link ProjectError} when a folder cannot be listed.
 */
export function findRoles(root: string): readonly string[] {
  return findIn(root, FOLDER, 0).toSorted().slice(0, MAX_ROLES);
}

function findIn(root: string, folder: string, depth: number): readonly string[] {
  if (depth > MAX_DEPTH) return [];
  return list(join(root, folder)).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return findIn(root, path, depth + 1);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

function list(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (thrown) {
    const code = systemCodeOf(thrown);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw new ProjectError('unreadable-file', `The folder "${folder}" cannot be listed.`, { cause: thrown });
  }
}

/** A file in a folder of roles. Shape: `root` is where it is looked up from, `path` the way from there, `role` its name. */
export interface RoleFile {
  readonly root: string;
  readonly path: string;
  readonly role: string;
}

/** The role that a file is the text of, by its absolute path; undefined for any other file. */
export function roleAt(file: string): RoleFile | undefined {
  const [, root, name] = /^(.*[/\\])prompts[/\\]agents[/\\](.+)\.md$/s.exec(file) ?? [];
  if (root === undefined || name === undefined) return undefined;
  const role = name.replaceAll('\\', '/');
  return { root, path: `${FOLDER}/${role}.md`, role };
}
