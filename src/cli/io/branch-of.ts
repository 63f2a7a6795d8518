import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Units: the longest `HEAD` that git writes is far below this. */
const MAX_HEAD = 4096;

/** The branch that is checked out, "" for a detached head or outside git. Read without starting git. */
export function branchOf(workRoot: string): string {
  const git = join(workRoot, '.git');
  const head = readHead(join(git, 'HEAD')) ?? readHead(join(gitFolderOf(git), 'HEAD')) ?? '';
  return /^ref: refs\/heads\/(.+)$/m.exec(head)?.[1]?.trim() ?? '';
}

/** In a worktree or submodule `.git` is a file that names the folder. */
function gitFolderOf(git: string): string {
  const target = /^gitdir: (.+)$/m.exec(readHead(git) ?? '')?.[1]?.trim();
  return target === undefined ? git : resolve(dirname(git), target);
}

function readHead(path: string): string | undefined {
  try {
    // Reading anything but a file could wait for ever.
    return statSync(path).isFile() ? readFileSync(path, 'utf8').slice(0, MAX_HEAD) : undefined;
  } catch {
    // No branch is a fact, not a fault: the folder may be outside git.
    return undefined;
  }
}
