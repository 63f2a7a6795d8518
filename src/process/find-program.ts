import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, resolve } from 'node:path';
import { unlessRefused } from '../util/unless-refused.ts';

/**
 * Finds a program as a shell would: a name with a slash is a path, any other is looked for in `searchPath`.
 *
 * Shape: an absolute path; undefined when there is no such file, or none that may be run.
 */
export function findProgram(name: string, searchPath: string, folder: string): string | undefined {
  if (name.includes('/')) {
    const path = resolve(folder, name);
    return isProgram(path) ? path : undefined;
  }
  for (const entry of searchPath.split(delimiter)) {
    // An empty entry means the current folder; a program of the project must not stand in for the user's.
    if (entry === '') continue;
    const path = resolve(folder, entry, name);
    if (isProgram(path)) return path;
  }
  return undefined;
}

/** The folders that a program is called in, and lies in with its parts. */
export function foldersOfProgram(path: string): readonly string[] {
  return [path, unlessRefused(() => realpathSync(path)) ?? path].map((each) => dirname(each));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
