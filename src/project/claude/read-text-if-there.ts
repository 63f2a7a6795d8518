import { systemCodeOf } from '../../util/error.ts';
import { ProjectError } from '../project-error.ts';
import { readText } from '../read-text.ts';

/** Reads a text file that need not be there. Shape: undefined where it is not. Errors: as {@link readText}. */
export function readTextIfThere(path: string, maxBytes: number): string | undefined {
  try {
    return readText(path, maxBytes);
  } catch (thrown) {
    if (thrown instanceof ProjectError && isMissing(thrown.cause)) return undefined;
    throw thrown;
  }
}

function isMissing(cause: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(systemCodeOf(cause) ?? '');
}
