/**
 * The disk of this machine, as a run may change it for a project.
 *
 * D1. Only the owner can read what is in `.wfmap`, and in a run directory elsewhere: folders are 0700, files 0600,
 *     whatever the umask. A folder of an earlier version becomes private before anything is written into it.
 * D2. Nothing that has its name in the project is written outside of it: where links lead a folder out, that is
 *     refused before anything changes there. `.sdlc/{workflows,workslips,prompts}` may lead where they like.
 * D3. The last part of a name is not followed, and only a file is written to: that holds for any disk
 *     (`node-file-system.ts`).
 *
 * A second name of a file (a hard link) cannot be distinguished from the first. No repository can contain one that leads out.
 */
import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { systemCodeOf } from '../util/error.ts';
import { findWayOut } from '../util/find-way-out.ts';
import type { FileSystem } from './file-system.ts';
import { JournalError } from './journal-error.ts';
import { nodeFileSystem, openToWrite } from './node-file-system.ts';

/**
 * `workRoot` is absolute. A path outside of it was named by a person, and is written as it is.
 *
 * Errors: none; its methods throw system errors, and JournalError for a path that a link leads out of the project.
 */
export function createProjectFileSystem(workRoot: string): FileSystem {
  const closed = new Set<string>();
  /** Prepares a folder before something in it changes; returns whether its content is the owner's alone. */
  const enter = (path: string): boolean => {
    const folder = dirname(path);
    refuseWayOut(workRoot, folder);
    const ours = [`${workRoot}/.wfmap`, folder].filter((each) => isOwn(workRoot, each));
    for (const each of ours) {
      if (!closed.has(each)) closeToOthers(each);
      closed.add(each);
    }
    return isOwn(workRoot, path);
  };
  return {
    ...nodeFileSystem,
    makeFolder: (path) => {
      fs.mkdirSync(path, { mode: enter(path) ? 0o700 : 0o777 });
    },
    open: (path, mode) => openToWrite(path, mode, enter(path) ? 0o600 : 0o666),
    rename: (from, to) => {
      enter(to);
      nodeFileSystem.rename(from, to);
    },
    link: (from, to) => {
      enter(to);
      nodeFileSystem.link(from, to);
    },
    remove: (path) => {
      enter(path);
      nodeFileSystem.remove(path);
    },
  };
}

/** Errors: throws JournalError `path-refused`. */
function refuseWayOut(workRoot: string, folder: string): void {
  const way = findWayOut(workRoot, folder, fs.realpathSync.native);
  if (way === undefined) return;
  throw new JournalError('path-refused', `"${way}" is a link that leads out of the project.`, {
    path: way,
    help: 'wfmap writes nothing there. Remove the link, or put a folder in its place.',
  });
}

const OWN = /^\.wfmap(?:\/|$)|^\.sdlc\/workslips\/[^/]+\/[^/]+\/./;
const OWN_ELSEWHERE = /\/(?:\.wfmap|\.sdlc\/workslips\/[^/]+\/[^/]+)\/./;

function isOwn(workRoot: string, path: string): boolean {
  const start = `${workRoot}/`;
  return path.startsWith(start) ? OWN.test(path.slice(start.length)) : OWN_ELSEWHERE.test(path);
}

function closeToOthers(folder: string): void {
  // Not of what a link leads to.
  const stats = fs.lstatSync(folder, { throwIfNoEntry: false });
  const isOpen = stats !== undefined && stats.isDirectory() && (stats.mode & 0o077) !== 0;
  if (!isOpen || stats.uid !== process.getuid?.()) return;
  try {
    fs.chmodSync(folder, 0o700);
  } catch (thrown) {
    // Some disks know no permissions.
    if (systemCodeOf(thrown) === undefined) throw thrown;
  }
}
