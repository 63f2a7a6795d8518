import { basename, dirname, extname, join } from 'node:path';
import { digestOn, keepForeign } from '../../artifact/keep-foreign.ts';
import { adoptedFilesOf } from '../../framework/map/checkpoint/checkpoint-files.ts';
import type { FileSystem } from '../../journal/file-system.ts';
import { digestOf } from '../../journal/source-store.ts';
import { writeWhole } from '../../journal/write-whole.ts';
import type { FoundCheckpoint } from './find-checkpoint.ts';

/** Writes what other maps read of a checkpoint. What stood there is kept beside. Errors: what the file system throws. */
export function adoptCheckpoint(fs: FileSystem, artifacts: string, { checkpoint }: FoundCheckpoint): void {
  if (fs.kindOf(artifacts) === undefined) fs.makeFolder(artifacts);
  for (const { path, text } of adoptedFilesOf(checkpoint, artifacts)) {
    if (digestOn(fs, path) === digestOf(text)) continue;
    if (fs.kindOf(path) !== undefined) keepForeign(fs, path);
    writeWhole(fs, path, text, true);
  }
}

/** Renames the files of a checkpoint, so that nobody finds it again. Shape: their new names. Errors: what the file system throws. */
export function setCheckpointAside(fs: FileSystem, { files }: FoundCheckpoint): readonly string[] {
  return files.map((path) => {
    const taken = new Set(fs.list(dirname(path)));
    const ending = extname(path);
    const stem = basename(path, ending);
    for (let count = 1; ; count += 1) {
      const name = `${stem}.abandoned-${count}${ending}`;
      if (taken.has(name)) continue;
      fs.rename(path, join(dirname(path), name));
      return name;
    }
  });
}
