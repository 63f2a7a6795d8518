import { basename, dirname } from 'node:path';
import type { FileSystem, OpenFile } from '../../src/journal/file-system.ts';
import {
  fileAt,
  filesIn,
  find,
  folderAt,
  liveOf,
  newFolder,
  nodeAt,
  partsOf,
  pendingOf,
  resized,
  settle,
  survivorOf,
  systemError,
  writing,
  type Change,
  type DataChange,
  type Disk,
  type FileNode,
  type Node,
  type PendingOperation,
  type Survival,
} from './crashing-disk.ts';

/**
 * A disk in memory that knows what a power cut may take back.
 *
 * C1. Content is durable after `sync` of its file, a name after `syncFolder` of its folder; nothing else is.
 * C2. What is not durable survives or not, each operation for itself, but for the order within one file or
 *     folder; a write may also survive as any prefix, or as zeros of its full length.
 * C3. After a sync that failed, the operations it was to make durable never are: a later sync says nothing of them.
 * C4. A write that fails has written half of its bytes.
 */
export interface CrashingFileSystem extends FileSystem {
  /** How many operations that change or sync something were begun. */
  readonly operations: () => number;
  /** From operation `index` (from 0) on nothing is done any more and everything throws {@link PowerCut}. */
  readonly cutAt: (index: number) => void;
  /** Operation `index` (from 0) throws a system error of this code; those after it go on. */
  readonly failAt: (index: number, code: string) => void;
  /** What a power cut now may take back, oldest first. */
  readonly pending: () => readonly PendingOperation[];
  /** The disk after a power cut now. */
  readonly crash: (choose: (operation: PendingOperation) => Survival) => CrashingFileSystem;
  /** The same disk for a new process, after this one was killed and the machine was not. */
  readonly revive: () => CrashingFileSystem;
  /** All files by path, their bytes as Latin-1 text. */
  readonly files: () => Readonly<Record<string, string>>;
}

export class PowerCut extends Error {
  override readonly name = 'PowerCut';
}

export function createCrashingFileSystem(root = '/project'): CrashingFileSystem {
  const top = newFolder();
  let folder = top;
  for (const name of partsOf(root)) {
    const next = newFolder();
    folder.base.set(name, next);
    folder = next;
  }
  return over({ top, serial: 0 });
}

/**
 * Disks that a power cut now may leave: all of them while they are at most `limit`, else a fixed sample.
 * A write survives as one of `prefixes` of its size, as zeros, whole, or not.
 */
export function* crashesOf(
  fs: CrashingFileSystem,
  limit: number,
  prefixes: (size: number) => readonly number[] = (size) => [1, size >> 1, size - 1],
): Generator<CrashingFileSystem, void> {
  const options = fs.pending().map((operation): readonly Survival[] => {
    if (operation.kind !== 'write') return ['lost', 'kept'];
    return ['lost', 'kept', 'zeros', ...prefixes(operation.size).map((prefix) => ({ prefix }))];
  });
  const total = options.reduce((product, some) => product * some.length, 1);
  const random = createRandom(total);
  for (let count = 0; count < Math.min(total, limit); count += 1) {
    let rest = count;
    let index = 0;
    yield fs.crash(() => {
      const some = options[index] ?? [];
      const pick = total <= limit ? rest % some.length : random() % some.length;
      rest = Math.floor(rest / some.length);
      index += 1;
      return some[pick] ?? 'lost';
    });
  }
}

function createRandom(seed: number): () => number {
  let state = seed % 2147483647 || 1;
  return () => (state = (state * 48271) % 2147483647);
}

function over(disk: Disk): CrashingFileSystem {
  let operations = 0;
  let cut = Infinity;
  let failure: { readonly index: number; readonly code: string } | undefined;

  const look = (): void => {
    if (operations >= cut) throw new PowerCut();
  };
  /** Counts an operation. Gives the error it is to fail with, so that it can do half of its work before. */
  const begin = (): NodeJS.ErrnoException | undefined => {
    look();
    const fails = failure?.index === operations ? systemError(failure.code) : undefined;
    operations += 1;
    return fails;
  };
  const beginOrFail = (): void => {
    const fails = begin();
    if (fails) throw fails;
  };
  const change = (kind: Change['kind'], path: string, size = 0): Change => {
    disk.serial += 1;
    return { kind, path, size, serial: disk.serial, state: 'pending' };
  };
  const changeName = (
    path: string,
    kind: Change['kind'],
    apply: (names: Map<string, Node>) => void,
  ): void => {
    const folder = folderAt(disk, dirname(path));
    apply(liveOf(folder));
    folder.changes.push({ ...change(kind, path), apply });
  };
  const openFile = (node: FileNode, path: string): OpenFile => {
    const edit = (next: DataChange): void => {
      node.live = next.apply(node.live, 'kept');
      node.changes.push(next);
    };
    const write = (bytes: Uint8Array): void => {
      edit({
        ...change('write', path, bytes.length),
        apply: writing(node.live.length, Uint8Array.from(bytes)),
      });
    };
    return {
      write: (bytes) => {
        const fails = begin();
        write(fails ? bytes.subarray(0, bytes.length >> 1) : bytes);
        if (fails) throw fails;
      },
      sync: () => {
        settle(node, begin());
      },
      truncate: (size) => {
        beginOrFail();
        edit({ ...change('truncate', path), apply: (base) => resized(base, size) });
      },
      close: () => undefined,
    };
  };
  return {
    makeFolder: (path) => {
      beginOrFail();
      if (find(disk, path)) throw systemError('EEXIST');
      const made = newFolder();
      changeName(path, 'name', (names) => names.set(basename(path), made));
    },
    open: (path, mode) => {
      look();
      const found = find(disk, path);
      if (found?.kind === 'folder') throw systemError('EISDIR');
      if (found && mode === 'create') throw systemError('EEXIST');
      if (found) return openFile(found, path);
      beginOrFail();
      const made: FileNode = { kind: 'file', base: new Uint8Array(), live: new Uint8Array(), changes: [] };
      changeName(path, 'name', (names) => names.set(basename(path), made));
      return openFile(made, path);
    },
    read: (path) => {
      look();
      return fileAt(disk, path).live;
    },
    readPart: (path, offset, length) => {
      look();
      return fileAt(disk, path).live.slice(offset, offset + length);
    },
    kindOf: (path) => {
      look();
      return find(disk, path)?.kind;
    },
    isLink: () => false,
    list: (path, max) => {
      look();
      const found = find(disk, path);
      return found?.kind === 'folder' ? [...found.live.keys()].sort().slice(0, max) : [];
    },
    rename: (from, to) => {
      beginOrFail();
      const moved = nodeAt(disk, from);
      if (dirname(from) !== dirname(to)) {
        changeName(to, 'name', (names) => names.set(basename(to), moved));
        changeName(from, 'unname', (names) => names.delete(basename(from)));
        return;
      }
      changeName(to, 'rename', (names) => {
        if (names.get(basename(from)) === moved) names.delete(basename(from));
        names.set(basename(to), moved);
      });
    },
    link: (from, to) => {
      beginOrFail();
      const linked = fileAt(disk, from);
      if (find(disk, to)) throw systemError('EEXIST');
      changeName(to, 'name', (names) => names.set(basename(to), linked));
    },
    remove: (path) => {
      beginOrFail();
      const removed = nodeAt(disk, path);
      if (removed.kind === 'folder' && removed.live.size > 0) throw systemError('ENOTEMPTY');
      changeName(path, 'unname', (names) => names.delete(basename(path)));
    },
    syncFolder: (path) => {
      const fails = begin();
      settle(folderAt(disk, path), fails);
    },
    operations: () => operations,
    cutAt: (index) => {
      cut = index;
    },
    failAt: (index, code) => {
      failure = { index, code };
    },
    pending: () => pendingOf(disk),
    crash: (choose) => over({ top: survivorOf(disk, choose), serial: 0 }),
    revive: () => over(disk),
    files: () => Object.fromEntries(filesIn(disk.top, '')),
  };
}
