import { randomBytes } from 'node:crypto';
import { systemCodeOf, WfmapError } from '../util/error.ts';
import type { FileSystem, OpenFile } from './file-system.ts';

/**
 * Room for the reply of an agent that is at work when the disk fills up: a paid turn is recorded with what it came to, and not
 * bought again. Units: bytes; a record is mostly below 4 KiB, and agents' text longer than 32 KiB is stored separately.
 */
const RESERVE_BYTES = 256 * 1024;

export interface Reserve {
  readonly release: () => void;
}

/** Its bytes are random, so that no file system stores them in less. Errors: the system error of a disk that has no room for it. */
export function openReserve(fs: FileSystem, folder: string): Reserve {
  let file: OpenFile | undefined;
  try {
    file = fs.shared?.openNameless(folder);
    file?.write(randomBytes(RESERVE_BYTES));
  } catch (thrown) {
    file?.close();
    file = undefined;
    // Some file systems have no unnamed files: there a run starts without a reserve.
    if (isFullDisk(thrown) || systemCodeOf(thrown) === undefined) throw thrown;
  }
  return {
    release: () => {
      file?.close();
      file = undefined;
    },
  };
}

/** Also where an error of ours says so. */
export function isFullDisk(thrown: unknown): boolean {
  const code = systemCodeOf(thrown instanceof WfmapError ? thrown.cause : thrown);
  return code === 'ENOSPC' || code === 'EDQUOT';
}
