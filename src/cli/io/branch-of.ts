import { join } from 'node:path';
import { gitFolderOf, readSmallFile } from '../../git/git-folders.ts';

/** The branch that is checked out, "" for a detached head or outside git. Read without starting git. */
export function branchOf(workRoot: string): string {
  const git = join(workRoot, '.git');
  const head = readSmallFile(join(git, 'HEAD')) ?? readSmallFile(join(gitFolderOf(git), 'HEAD')) ?? '';
  return /^ref: refs\/heads\/(.+)$/m.exec(head)?.[1]?.trim() ?? '';
}
