import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

const FILES = 60;

/** A folder for measures of files. Units: `fileUs` is what a new file takes there, in µs. */
export interface UsualFolder {
  readonly folder: string;
  readonly fileUs: number;
}

/**
 * Gives `work` the folder in which a new file costs least, of several places, and removes it afterwards.
 *
 * A file system is slow to make files beside where many were removed a moment ago, ten times slower on ext4: /tmp after an
 * installation is such a place, and a user's project is not.
 */
export async function withUsualFolder<T>(work: (usual: UsualFolder) => Promise<T>): Promise<T> {
  const tried = [tmpdir(), '/var/tmp', homedir()].flatMap((place) => tryFolder(place));
  const [best] = tried.toSorted((a, b) => a.fileUs - b.fileUs);
  if (best === undefined) throw new Error('No folder can be made.');
  try {
    return await work(best);
  } finally {
    for (const { folder } of tried) rmSync(folder, { recursive: true, force: true });
  }
}

function tryFolder(place: string): readonly UsualFolder[] {
  let folder: string;
  try {
    folder = mkdtempSync(join(place, '.wfmap-bench-'));
  } catch {
    // Not every place is there, or ours to write to.
    return [];
  }
  mkdirSync(join(folder, '.git'));
  const files = join(folder, 'files');
  mkdirSync(files);
  const start = performance.now();
  for (let n = 0; n < FILES; n += 1) closeSync(openSync(join(files, String(n)), 'wx'));
  return [{ folder, fileUs: (1000 * (performance.now() - start)) / FILES }];
}
