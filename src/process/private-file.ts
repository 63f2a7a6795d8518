import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file for a program that is to read a text and takes only a path. */
export interface PrivateFile {
  readonly path: string;
  /** May be called twice. Errors: none; a file that cannot be removed stays. */
  readonly remove: () => void;
}

/**
 * Makes one that only its owner can read, in a new folder among the temporary files.
 *
 * A command line is no place for such a text: everybody on the machine can read it there.
 * Errors: throws the system's error where it cannot be made.
 */
export function createPrivateFile(name: string, text: string): PrivateFile {
  const folder = mkdtempSync(join(tmpdir(), 'wfmap-'));
  const path = join(folder, name);
  const remove = (): void => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Its owner alone can read it, and the system empties the folder of temporary files.
    }
  };
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
  } catch (thrown) {
    remove();
    throw thrown;
  }
  return { path, remove };
}
