import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import type { Repository } from './repository.ts';

/** Every file below a folder by its path, with what it is. */
export function filesIn(
  root: string,
  isLeftOut: (path: string) => boolean,
  found = new Map<string, string>(),
  inside = '',
): Map<string, string> {
  for (const name of readdirSync(join(root, inside))) {
    const path = inside === '' ? name : `${inside}/${name}`;
    if (isLeftOut(path)) continue;
    const entry = lstatSync(join(root, path));
    if (entry.isDirectory()) filesIn(root, isLeftOut, found, path);
    else if (entry.isSymbolicLink()) found.set(path, `link ${readlinkSync(join(root, path))}`);
    else found.set(path, `${entry.mode & 0o100} ${readFileSync(join(root, path), 'latin1')}`);
  }
  return found;
}

/** Ignored are `.env` files, which count all the same, and the folder `log`, which does not. */
export const isLeftOut = (each: string): boolean => each === '.git' || each === 'log';

const PATHS = ['a.txt', 'b/c.txt', 'b/d e.txt', 'ü"\\.txt', '.env', 'b/.env.local', 'log/x.txt', '-n'];
const path = fc.constantFrom(...PATHS);
export const step = fc.oneof(
  fc.record({ does: fc.constant('write' as const), path, text: fc.constantFrom('1\n', '2\n', '22\n') }),
  fc.record({ does: fc.constantFrom('remove' as const, 'link' as const, 'run' as const), path }),
  fc.record({ does: fc.constant('rename' as const), path, to: path }),
  fc.record({ does: fc.constantFrom('stage' as const, 'commit' as const, 'stash' as const) }),
  fc.record({ does: fc.constant('reset' as const) }),
);

interface Step {
  readonly does: 'write' | 'remove' | 'link' | 'run' | 'rename' | 'stage' | 'commit' | 'stash' | 'reset';
  readonly path?: string;
  readonly text?: string;
  readonly to?: string;
}

/** Does something to a repository; what cannot be done is not. */
export function take({ root, git, put, commit }: Repository, given: Step): void {
  const { path: name = '', text = '', to = '' } = given;
  const at = join(root, name);
  const isThere = lstatSync(at, { throwIfNoEntry: false })?.isDirectory() === false;
  const does: Record<Step['does'], () => void> = {
    stage: () => git('add', '--all'),
    commit,
    stash: () => git('stash', 'push', '--quiet', '--include-untracked'),
    reset: () => git('reset', '--quiet', '--hard'),
    write: () => {
      rmSync(at, { force: true });
      put(name, text);
    },
    link: () => {
      rmSync(at, { force: true });
      mkdirSync(dirname(at), { recursive: true });
      symlinkSync('a.txt', at);
    },
    remove: () => rmSync(at, { force: true }),
    run: () => {
      if (isThere && !lstatSync(at).isSymbolicLink()) chmodSync(at, 0o755);
    },
    rename: () => {
      if (!isThere) return;
      mkdirSync(dirname(join(root, to)), { recursive: true });
      renameSync(at, join(root, to));
    },
  };
  does[given.does]();
}
