import { basename, dirname, extname, join } from 'node:path';
import { keepForeign } from '../../artifact/keep-foreign.ts';
import { memberOf } from '../../framework/map/follow/member.ts';
import type { FileSystem } from '../../journal/file-system.ts';
import { writeWhole } from '../../journal/write-whole.ts';
import type { FoundCheckpoint } from './find-checkpoint.ts';

/**
 * Writes the plan of a checkpoint, and which of its subtasks are done, as maps read them. What stood there is kept beside.
 *
 * Errors: system errors, and what the file system refuses.
 */
export function adoptCheckpoint(fs: FileSystem, artifacts: string, { checkpoint }: FoundCheckpoint): void {
  if (fs.kindOf(artifacts) === undefined) fs.makeFolder(artifacts);
  // The plan comes last: with it the checkpoint is adopted.
  put(fs, join(artifacts, `state_${basename(artifacts)}.json`), memberOf(checkpoint, 'state'));
  put(fs, join(artifacts, 'blueprint.json'), memberOf(checkpoint, 'blueprint'));
}

function put(fs: FileSystem, path: string, value: unknown): void {
  const text = `${JSON.stringify(value, undefined, 2)}\n`;
  const kind = fs.kindOf(path);
  if (kind === 'file' && Buffer.from(fs.readPart(path, 0, text.length * 4)).toString() === text) return;
  if (kind !== undefined) keepForeign(fs, path);
  writeWhole(fs, path, text, true);
}

/** Moves the files of a checkpoint aside, so that nobody finds it again. Shape: their new names. Errors: system errors. */
export function setCheckpointAside(fs: FileSystem, { files }: FoundCheckpoint): readonly string[] {
  return files.flatMap((path) => {
    if (fs.kindOf(path) === undefined) return [];
    const taken = new Set(fs.list(dirname(path)));
    const ending = extname(path);
    const stem = basename(path, ending);
    for (let count = 1; ; count += 1) {
      const name = `${stem}.abandoned-${count}${ending}`;
      if (taken.has(name)) continue;
      fs.rename(path, join(dirname(path), name));
      return [name];
    }
  });
}
