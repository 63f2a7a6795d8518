import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadProgram, type LoadedProgram } from '../../src/cli/io/load-program.ts';

export const SEED_MAP = '.sdlc/workflows/system/do-subtask-map.json';
export const SEED_RUNS = '.sdlc/workslips/system/do-subtask-slips';

/** A copy of the project that the format was first described with, in a folder of its own. */
export interface SeedProject {
  readonly root: string;
  readonly load: () => LoadedProgram;
  readonly read: (path: string) => string;
  readonly remove: () => void;
}

export function createSeedProject(): SeedProject {
  const root = mkdtempSync(join(tmpdir(), 'wfmap-seed-'));
  cpSync(join(import.meta.dirname, '../fixtures/projects/seed-example'), root, { recursive: true });
  return {
    root,
    load: () => loadProgram(SEED_MAP, root, root),
    read: (path) => readFileSync(join(root, path), 'utf8'),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
