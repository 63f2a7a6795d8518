import { orFault } from './git-error.ts';
import { withOwnIndex } from './own-index.ts';
import { askGit } from './run-git.ts';
import { takeTree } from './take-tree.ts';

/** Units: UTF-16. More than that is nothing for a prompt. */
const MAX_DIFF = 200_000;

/**
 * What differs in a folder from a commit, with what is not committed and not even added; "" where git does not answer.
 *
 * The index of the folder is left alone: another one is made for the question.
 */
export async function readDiff(folder: string, base: string): Promise<string> {
  const read = await orFault(() =>
    withOwnIndex(folder, async (index) => {
      await takeTree(folder, index);
      const words = ['diff', '--cached', '--no-color', '--no-ext-diff', '--no-textconv', base, '--'];
      return askGit(folder, words, index);
    }),
  );
  if (read === undefined || 'fault' in read) return '';
  const isWhole = read.isWhole && read.text.length <= MAX_DIFF;
  return isWhole ? read.text : `${read.text.slice(0, MAX_DIFF)}\n[cut here: the rest is too long]\n`;
}
