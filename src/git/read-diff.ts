import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orFault } from './git-error.ts';
import { askGit } from './run-git.ts';
import { changeByItself } from './worktree-git.ts';

/** Units: UTF-16. More than that is nothing for a prompt. */
const MAX_DIFF = 200_000;

/**
 * What differs in a folder from a commit, with what is not committed and not even added; "" where git does not answer.
 *
 * The index of the folder is left alone: another one is made for the question.
 */
export async function readDiff(folder: string, base: string): Promise<string> {
  const own = mkdtempSync(join(tmpdir(), 'wfmap-index-'));
  const environment = { GIT_INDEX_FILE: join(own, 'index') };
  try {
    const taken = await orFault(async () => {
      await changeByItself(folder, 'look at the changes', ['read-tree', 'HEAD'], environment);
      await changeByItself(folder, 'look at the changes', ['add', '--all'], environment);
    });
    if (taken !== undefined) return '';
    const words = ['diff', '--cached', '--no-color', '--no-ext-diff', '--no-textconv', base, '--'];
    const answer = await askGit(folder, words, environment);
    const text = answer?.text ?? '';
    const isWhole = answer?.isWhole !== false && text.length <= MAX_DIFF;
    return isWhole ? text : `${text.slice(0, MAX_DIFF)}\n[cut here: the rest is too long]\n`;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}
