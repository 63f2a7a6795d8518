/**
 * All that a run asks of a disk, so that the tests can stand in one that crashes.
 *
 * Everything is synchronous: a step waits for its barrier anyway, and a synchronous write with one
 * `fdatasync` is the fastest safe way. Paths are absolute. Errors: the system errors of `node:fs`, and JournalError
 * `path-refused` for what must not be written.
 */
export interface FileSystem {
  /** Makes one folder; throws `EEXIST` when the name is taken. */
  readonly makeFolder: (path: string) => void;
  /** Opens for appending; creates the file when it is absent (`create`: throws `EEXIST` when present). */
  readonly open: (path: string, mode: 'append' | 'create') => OpenFile;
  readonly read: (path: string) => Uint8Array;
  /** Bytes from `offset` on, at most `length`; fewer mean that the file ends there. */
  readonly readPart: (path: string, offset: number, length: number) => Uint8Array;
  /** Undefined when there is nothing under the name. */
  readonly kindOf: (path: string) => 'file' | 'folder' | 'other' | undefined;
  /** Whether the name itself is a link, wherever it leads. */
  readonly isLink: (path: string) => boolean;
  /** Names in a folder, sorted, the first `max` that the disk gives; empty when there is no such folder. */
  readonly list: (path: string, max?: number) => readonly string[];
  /** Replaces what was at `to`. Across two folders a power cut may undo it, or leave either name, or both. */
  readonly rename: (from: string, to: string) => void;
  /** Gives a file a second name in its folder; throws `EEXIST` when the name is taken. */
  readonly link: (from: string, to: string) => void;
  /** Removes a file, or a folder that is empty. */
  readonly remove: (path: string) => void;
  /** Makes the names in a folder durable: files created, renamed or removed in it. */
  readonly syncFolder: (path: string) => void;
  /** Absent where no other program reaches the disk. */
  readonly shared?: SharedDisk;
}

/** What a disk must offer that other programs write to as well. */
export interface SharedDisk {
  /** What a name refers to, for a link the link itself; undefined for nothing. */
  readonly look: (path: string) => FileLook | undefined;
  /** Makes a file that has no name and is gone when it is closed: in a folder, or in that for such files. */
  readonly openNameless: (folder?: string) => SharedFile;
}

/** A file that is open on such a disk, whatever its name refers to by now. */
export interface SharedFile extends OpenFile {
  readonly look: () => FileLook;
  /** Bytes from `offset` on, at most `length`; fewer mean that the file ends there. */
  readonly readPart: (offset: number, length: number) => Uint8Array;
}

/**
 * What a file system knows of a file without reading it.
 *
 * Shape: `device` and `inode` are the same for the same file as long as it is open. `changedMs` moves with each change of
 * bytes or attributes, but only as often as the clock of the file system, up to 10 ms; nobody but the system sets it.
 */
export interface FileLook {
  readonly isFile: boolean;
  readonly device: number;
  readonly inode: number;
  readonly sizeBytes: number;
  readonly changedMs: number;
}

export interface OpenFile {
  /** Writes all bytes at the end. */
  readonly write: (bytes: Uint8Array) => void;
  /** Makes content and size durable (`fdatasync`). */
  readonly sync: () => void;
  readonly truncate: (size: number) => void;
  readonly close: () => void;
}

export function isShared(file: OpenFile): file is SharedFile {
  return 'look' in file;
}
