import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives `work` an empty folder with a `.git` in it, and removes it afterwards. */
export async function withScratch<T>(work: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'wfmap-bench-'));
  try {
    mkdirSync(join(folder, '.git'));
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
