import {
  chmodSync,
  closeSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { systemCodeOf } from '../util/error.ts';
import { findWayOut } from '../util/find-way-out.ts';
import { unlessRefused } from '../util/unless-refused.ts';
import { ProjectError } from './project-error.ts';

/**
 * Writes a file, whole or not at all, in place of the one that is there; makes the folders that lead to it.
 *
 * Of a symbolic link the file is replaced that it leads to, and not the link. A device such as `/dev/null` is written to.
 * Errors: throws {@link ProjectError}, also for a pipe, which could wait for ever.
 */
export function writeText(path: string, text: string): void {
  withReason(path, () => {
    const there = statSync(path, { throwIfNoEntry: false });
    if (there === undefined) {
      create(path, text);
    } else if (there.isCharacterDevice()) {
      writeFileSync(path, text);
    } else {
      if (!there.isFile()) throw refusal(path, 'it is not a regular file');
      replace(realpathSync(path), text);
    }
  });
}

/** Writes a file that is not there yet. Errors: as {@link writeText}, also where it was created since the caller looked. */
export function writeNewText(path: string, text: string): void {
  withReason(path, () => create(path, text));
}

/**
 * Refuses a path that no person named, or whose folder no person named, where links lead it out of a root.
 *
 * Errors: throws {@link ProjectError}.
 */
export function refuseWayOut(root: string, path: string): void {
  const way = findWayOut(root, path, realpathSync.native);
  if (way === undefined) return;
  throw new ProjectError(
    'unwritable-file',
    `"${path}" was not written: "${way}" is a link that leads out of the project.`,
    {
      help: 'Remove the link, or name the file that it leads to.',
    },
  );
}

/** How a file is put in its place. Shape: `draft` is the path of a file that is not there, on the same disk. */
export interface Placing {
  readonly draft: string;
  /** The permissions that it gets; undefined for those of a new file. */
  readonly mode: number | undefined;
}

/**
 * Puts a file in the place of one that is there (`replace`), or where none is (`create`), in one step: a process that is killed leaves
 * the old file or the new one, at most a draft beside.
 *
 * Links are not followed. Errors: throws {@link ProjectError}, also where a new file has been created meanwhile.
 */
export function placeText(path: string, text: string, how: 'replace' | 'create', placing: Placing): void {
  withReason(path, () => {
    writeDraft(text, placing);
    if (how === 'replace') {
      renameSync(placing.draft, path);
    } else {
      linkSync(placing.draft, path);
      rmSync(placing.draft);
    }
  });
}

function writeDraft(text: string, { draft, mode }: Placing): void {
  const file = openSync(draft, 'wx', mode ?? 0o666);
  try {
    // The umask does not hold for a file that is replaced.
    if (mode !== undefined) fchmodSync(file, mode);
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function create(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { flag: 'wx' });
}

function replace(target: string, text: string): void {
  const draft = `${target}.${process.pid}.draft`;
  try {
    writeFileSync(draft, text, { flag: 'wx' });
    chmodSync(draft, statSync(target).mode);
    renameSync(draft, target);
  } catch (thrown) {
    rmSync(draft, { force: true });
    throw thrown;
  }
}

function withReason(path: string, work: () => void): void {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof ProjectError) throw thrown;
    // What cannot be asked lies below a file.
    const there = systemCodeOf(thrown) === 'EEXIST' ? unlessRefused(() => lstatSync(path)) : undefined;
    const isLink = there?.isSymbolicLink() === true;
    throw refusal(path, isLink ? 'it is a link to a file that does not exist' : undefined, thrown);
  }
}

function refusal(path: string, why: string | undefined, cause?: unknown): ProjectError {
  const words = why === undefined ? '.' : `: ${why}.`;
  return new ProjectError('unwritable-file', `"${path}" cannot be written${words}`, { cause });
}
