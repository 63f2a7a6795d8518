import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ProjectError } from './project-error.ts';

/**
 * Writes a file that is not there yet, and the folders that lead to it.
 *
 * Errors: throws {@link ProjectError}, also where the file has come to be there since somebody looked.
 */
export function writeNewText(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { flag: 'wx' });
  } catch (thrown) {
    throw new ProjectError('unwritable-file', `"${path}" cannot be written.`, { cause: thrown });
  }
}
