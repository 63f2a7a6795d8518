import type { FileSystem } from '../../src/journal/file-system.ts';

/** A disk that also says how large a file is, as one that other programs reach. Nothing is written by it. */
export function asShared(fs: FileSystem): FileSystem {
  return {
    ...fs,
    shared: {
      look: (path) =>
        fs.kindOf(path) === 'file'
          ? { isFile: true, device: 1, inode: 1, sizeBytes: fs.read(path).length, changedMs: 0 }
          : undefined,
      openNameless: () => {
        throw new Error('This disk is only read.');
      },
    },
  };
}
