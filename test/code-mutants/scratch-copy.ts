import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** A copy of a checkout that files can be changed in. */
export interface ScratchCopy {
  readonly root: string;
  /** Gives a file another text. The file is a new one: what it was a copy or a link of stays as it is. */
  readonly put: (path: string, text: string) => void;
  readonly remove: () => void;
}

/** Copies files of a checkout to a new folder below `parent`. The packages of the checkout are linked. */
export function createScratchCopy(checkout: string, paths: readonly string[], parent: string): ScratchCopy {
  mkdirSync(parent, { recursive: true });
  const root = mkdtempSync(join(parent, 'tree-'));
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    cpSync(join(checkout, path), join(root, path), { verbatimSymlinks: true });
  }
  linkTree(join(checkout, 'node_modules'), join(root, 'node_modules'));
  return {
    root,
    put: (path, text) => {
      const file = join(root, path);
      unlinkSync(file);
      writeFileSync(file, text);
    },
    remove: () => {
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** The files of a checkout as they are now, those that git does not know yet too. */
export function checkoutFilesIn(checkout: string): readonly string[] {
  const list = (...line: readonly string[]): readonly string[] =>
    execFileSync('git', ['ls-files', '-z', ...line], { cwd: checkout, encoding: 'utf8' }).split('\0');
  const gone = new Set(list('--deleted'));
  return list('--cached', '--others', '--exclude-standard', '--deduplicate').filter(
    (path) => path !== '' && !gone.has(path),
  );
}

/** Makes a folder a repository of its own: some tests ask where theirs begins. */
export function makeRepository(folder: string): void {
  const git = (...line: readonly string[]): void => {
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...line], { cwd: folder });
  };
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'The files to change.');
}

/** Files that only this copy may write to: vitest keeps what it has found out below the packages. */
const CACHE = /^\.(?:cache|vite|vitest)/;

function linkTree(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [here, there] = [join(from, entry.name), join(to, entry.name)];
    if (CACHE.test(entry.name)) cpSync(here, there, { recursive: true });
    else if (entry.isDirectory()) linkTree(here, there);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(here), there);
    else linkOrCopy(here, there);
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // Such as on another device.
    copyFileSync(from, to);
  }
}
