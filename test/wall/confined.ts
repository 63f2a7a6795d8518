import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Confinement } from '../../src/wall/confinement.ts';

/** A folder with files and links for confinements. Shape: `at` gives absolute paths in it. */
export interface Ground {
  readonly root: string;
  readonly at: (path: string) => string;
  readonly confine: (changes?: Partial<Confinement>) => Confinement;
  /** A text without what differs from one ground to another. */
  readonly steady: (text: string) => string;
  readonly remove: () => void;
}

/** Not below `/tmp`, where a wall may put another folder, unless that is asked for. */
export function createGround(place = '/var/tmp'): Ground {
  const root = realpathSync(mkdtempSync(join(place, 'wfmap-ground-')));
  const at = (path: string): string => join(root, path);
  for (const folder of ['repo/src/deep', 'repo/test', 'repo/config/sub', 'secret', 'temporary', 'home']) {
    mkdirSync(at(folder), { recursive: true });
  }
  for (const file of [
    'repo/src/a.js',
    'repo/src/deep/b.js',
    'repo/test/a',
    'repo/config/real.json',
    'secret/key',
  ]) {
    writeFileSync(at(file), 'a\n');
  }
  symlinkSync('real.json', at('repo/config/link.json'));
  symlinkSync(at('secret'), at('repo/src/out'));
  symlinkSync('round', at('repo/round'));
  return {
    root,
    at,
    confine: (changes = {}) => ({
      folder: at('repo'),
      writable: [at('repo')],
      frozen: [],
      temporary: at('temporary'),
      ...changes,
    }),
    steady: (text) => text.replaceAll(root, '<root>'),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
