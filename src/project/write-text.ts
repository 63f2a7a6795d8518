import { chmodSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { ProjectError } from './project-error.ts';

/**
 * Replaces the text of a file that exists, whole or not at all.
 *
 * A symbolic link is followed, so that the file it leads to is replaced and not the link.
 * Errors: throws {@link ProjectError}.
 */
export function writeText(path: string, text: string): void {
  try {
    const target = realpathSync(path);
    const draft = `${target}.${process.pid}.draft`;
    try {
      writeFileSync(draft, text, { flag: 'wx' });
      chmodSync(draft, statSync(target).mode);
      renameSync(draft, target);
    } catch (thrown) {
      rmSync(draft, { force: true });
      throw thrown;
    }
  } catch (thrown) {
    throw new ProjectError('unwritable-file', `"${path}" cannot be written.`, { cause: thrown });
  }
}
