import type { FileSystem, OpenFile } from './file-system.ts';

/**
 * A disk that is only there while somebody holds it, for runs that are to leave nothing.
 *
 * Shape: begins with the root folder `/`; every other is made by whoever needs it, but for those of `folders`.
 * Paths are absolute, with forward slashes.
 * Errors: none; its methods throw system errors, such as `ENOENT`.
 */
export function createMemoryFileSystem(folders: readonly string[] = []): FileSystem {
  const disk: Disk = { files: new Map(), folders: new Set(['/']) };
  for (const folder of folders) for (const each of withOuter(folder)) disk.folders.add(each);
  return {
    makeFolder: (path) => {
      refuseTaken(disk, path);
      needFolder(disk, path);
      disk.folders.add(path);
    },
    open: (path, mode) => openFile(disk, path, mode),
    read: (path) => bytesOf(fileAt(disk, path)),
    readPart: (path, offset, length) => bytesOf(fileAt(disk, path)).slice(offset, offset + length),
    kindOf: (path) => (disk.files.has(path) ? 'file' : disk.folders.has(path) ? 'folder' : undefined),
    isLink: () => false,
    list: (path, max) => namesIn(disk, path).slice(0, max),
    rename: (from, to) => {
      disk.files.set(to, fileAt(disk, from));
      disk.files.delete(from);
    },
    link: (from, to) => {
      refuseTaken(disk, to);
      disk.files.set(to, fileAt(disk, from));
    },
    remove: (path) => {
      if (!disk.folders.has(path)) fileAt(disk, path);
      if (namesIn(disk, path).length > 0) throw systemError('ENOTEMPTY', path);
      disk.files.delete(path);
      disk.folders.delete(path);
    },
    syncFolder: () => undefined,
  };
}

interface Disk {
  readonly files: Map<string, MemoryFile>;
  readonly folders: Set<string>;
}

/** What was written, in pieces: most files are appended to often and read once. */
interface MemoryFile {
  pieces: Uint8Array[];
}

function openFile(disk: Disk, path: string, mode: 'append' | 'create'): OpenFile {
  if (mode === 'create') refuseTaken(disk, path);
  if (disk.folders.has(path)) throw systemError('EISDIR', path);
  needFolder(disk, path);
  const file = disk.files.get(path) ?? { pieces: [] };
  disk.files.set(path, file);
  return {
    // Whoever gave the bytes may use the buffer again.
    write: (bytes) => file.pieces.push(Uint8Array.from(bytes)),
    sync: () => undefined,
    truncate: (size) => {
      // A file that was shorter is made longer, with zeros.
      const cut = new Uint8Array(size);
      cut.set(bytesOf(file).subarray(0, size));
      file.pieces = [cut];
    },
    close: () => undefined,
  };
}

function bytesOf(file: MemoryFile): Uint8Array {
  if (file.pieces.length !== 1) file.pieces = [Buffer.concat(file.pieces)];
  return file.pieces[0] ?? new Uint8Array();
}

function fileAt(disk: Disk, path: string): MemoryFile {
  const file = disk.files.get(path);
  if (file === undefined) throw systemError(disk.folders.has(path) ? 'EISDIR' : 'ENOENT', path);
  return file;
}

function namesIn({ files, folders }: Disk, path: string): readonly string[] {
  const start = path === '/' ? '/' : `${path}/`;
  const inside = [...files.keys(), ...folders].filter((each) => each !== path && each.startsWith(start));
  return [...new Set(inside.map((each) => each.slice(start.length).split('/', 1)[0] ?? ''))].toSorted();
}

function refuseTaken({ files, folders }: Disk, path: string): void {
  if (files.has(path) || folders.has(path)) throw systemError('EEXIST', path);
}

function needFolder({ folders }: Disk, path: string): void {
  const outer = path.slice(0, Math.max(1, path.lastIndexOf('/')));
  if (!folders.has(outer)) throw systemError('ENOENT', path);
}

function withOuter(folder: string): readonly string[] {
  const parts = folder.split('/').filter((part) => part !== '');
  return parts.map((_part, index) => `/${parts.slice(0, index + 1).join('/')}`);
}

function systemError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
