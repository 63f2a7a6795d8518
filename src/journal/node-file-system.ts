import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemCodeOf } from '../util/error.ts';
import type { FileLook, FileSystem, SharedFile } from './file-system.ts';
import { JournalError } from './journal-error.ts';

/** The disk of this machine. */
export const nodeFileSystem: FileSystem = {
  makeFolder: (path) => {
    fs.mkdirSync(path);
  },
  open: (path, mode) => openToWrite(path, mode, 0o666),
  read: (path) => fs.readFileSync(path),
  readPart,
  kindOf,
  isLink: (path) => fs.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false,
  list,
  rename: fs.renameSync,
  link: fs.linkSync,
  remove: (path) => {
    if (fs.lstatSync(path).isDirectory()) fs.rmdirSync(path);
    else fs.unlinkSync(path);
  },
  syncFolder,
  shared: { look, openNameless },
};

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR } = fs.constants;

/**
 * Opens a file for appending. A link is not followed, and anything but a file is neither written to nor waited for.
 *
 * Units: `permissions` of a file that is made, before the umask. Errors: throws JournalError `path-refused`, and system
 * errors.
 */
export function openToWrite(path: string, mode: 'append' | 'create', permissions: number): SharedFile {
  const how = O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK;
  let descriptor: number;
  try {
    descriptor = fs.openSync(path, mode === 'create' ? how | O_EXCL : how, permissions);
  } catch (thrown) {
    const code = systemCodeOf(thrown);
    if (code === 'ELOOP') throw refusal(path, 'is a symbolic link', thrown);
    // A pipe without a reader; a socket.
    if (code === 'ENXIO' || code === 'EISDIR') throw refusal(path, 'is not a regular file', thrown);
    throw thrown;
  }
  if (fs.fstatSync(descriptor).isFile()) return openFile(descriptor);
  fs.closeSync(descriptor);
  throw refusal(path, 'is not a regular file', undefined);
}

function refusal(path: string, what: string, cause: unknown): JournalError {
  const help = 'wfmap writes nothing there. Remove it, or give it another name.';
  return new JournalError('path-refused', `"${path}" ${what}.`, { path, help, cause });
}

function openFile(descriptor: number): SharedFile {
  return {
    write: (bytes) => {
      for (let done = 0; done < bytes.length;) {
        done += fs.writeSync(descriptor, bytes, done, bytes.length - done);
      }
    },
    sync: () => {
      fs.fdatasyncSync(descriptor);
    },
    truncate: (size) => {
      fs.ftruncateSync(descriptor, size);
    },
    look: () => lookOf(fs.fstatSync(descriptor)),
    readPart: (offset, length) => readFrom(descriptor, offset, length),
    close: () => {
      fs.closeSync(descriptor);
    },
  };
}

function readPart(path: string, offset: number, length: number): Uint8Array {
  // A pipe, or a device that a link leads to, must not be waited for: it has no size, so nothing is read of it.
  const descriptor = fs.openSync(path, O_RDONLY | O_NONBLOCK);
  try {
    return readFrom(descriptor, offset, length);
  } finally {
    fs.closeSync(descriptor);
  }
}

function readFrom(descriptor: number, offset: number, length: number): Uint8Array {
  // No buffer larger than the file, so that a small file asked for in large parts stays cheap.
  const size = Math.max(0, Math.min(length, fs.fstatSync(descriptor).size - offset));
  const bytes = Buffer.allocUnsafe(size);
  let done = 0;
  while (done < size) {
    const count = fs.readSync(descriptor, bytes, done, size - done, offset + done);
    if (count === 0) break;
    done += count;
  }
  return bytes.subarray(0, done);
}

function look(path: string): FileLook | undefined {
  try {
    const stats = fs.lstatSync(path, { throwIfNoEntry: false });
    return stats && lookOf(stats);
  } catch (thrown) {
    if (systemCodeOf(thrown) === 'ENOTDIR') return undefined;
    throw thrown;
  }
}

function lookOf(stats: fs.Stats): FileLook {
  const { dev: device, ino: inode, size: sizeBytes, ctimeMs: changedMs } = stats;
  return { isFile: stats.isFile(), device, inode, sizeBytes, changedMs };
}

/** Its name is removed at once: a wfmap that is killed leaves nothing. */
function openNameless(folder = tmpdir()): SharedFile {
  const path = join(folder, `.wfmap-${randomUUID()}`);
  const descriptor = fs.openSync(path, 'ax+', 0o600);
  try {
    fs.unlinkSync(path);
    return openFile(descriptor);
  } catch (thrown) {
    fs.closeSync(descriptor);
    throw thrown;
  }
}

function kindOf(path: string): 'file' | 'folder' | 'other' | undefined {
  try {
    const stats = fs.statSync(path, { throwIfNoEntry: false });
    if (!stats) return undefined;
    return stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other';
  } catch (thrown) {
    // A file stands where the path needs a folder: nothing can be under the name.
    if (systemCodeOf(thrown) === 'ENOTDIR') return undefined;
    throw thrown;
  }
}

function list(path: string, max = Infinity): readonly string[] {
  try {
    return (max === Infinity ? fs.readdirSync(path) : someOf(path, max)).sort();
  } catch (thrown) {
    const code = systemCodeOf(thrown);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw thrown;
  }
}

/** A folder may contain too many names to wait for. */
function someOf(path: string, max: number): string[] {
  const folder = fs.opendirSync(path);
  try {
    const names: string[] = [];
    while (names.length < max) {
      const entry = folder.readSync();
      if (entry === null) break;
      names.push(entry.name);
    }
    return names;
  } finally {
    folder.closeSync();
  }
}

function syncFolder(path: string): void {
  const descriptor = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(descriptor);
  } catch (thrown) {
    // Some network and user-space file systems have no barrier for folders; there is no other to ask for.
    const code = systemCodeOf(thrown);
    if (code !== 'EINVAL' && code !== 'ENOTSUP') throw thrown;
  } finally {
    fs.closeSync(descriptor);
  }
}
