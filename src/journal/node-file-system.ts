import * as fs from 'node:fs';
import { systemCodeOf } from '../util/error.ts';
import type { FileSystem, OpenFile } from './file-system.ts';

/** The disk of this machine. */
export const nodeFileSystem: FileSystem = {
  makeFolder: (path) => {
    fs.mkdirSync(path);
  },
  open: (path, mode) => openFile(fs.openSync(path, mode === 'create' ? 'ax' : 'a')),
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
};

function openFile(descriptor: number): OpenFile {
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
    close: () => {
      fs.closeSync(descriptor);
    },
  };
}

function readPart(path: string, offset: number, length: number): Uint8Array {
  const descriptor = fs.openSync(path, 'r');
  try {
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
  } finally {
    fs.closeSync(descriptor);
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

/** A folder may hold more names than anybody wants to wait for. */
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
