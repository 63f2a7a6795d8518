import { askGit } from './run-git.ts';

/** Lines that a file loses in what is to be committed. */
export interface StagedDeletion {
  /** From the top of the repository. */
  readonly path: string;
  readonly lines: number;
}

/**
 * Tells how many lines each file below a folder loses in the index.
 *
 * Shape: in order of path; a file that was moved within the folder loses what is not in it any more, and of one that git
 * takes for no text it counts by how many lines it is shorter. `index` is the file that a hook is told to look at, where git
 * commits something else than the index of the repository. Undefined where git gives no answer.
 */
export async function stagedDeletions(
  top: string,
  folder: string,
  index: string | undefined,
): Promise<readonly StagedDeletion[] | undefined> {
  const environment: Record<string, string> = index === undefined ? {} : { GIT_INDEX_FILE: index };
  const words = ['diff', '--cached', '--numstat', '-z', '--find-renames', ...PLAIN, '--', folder];
  const answer = await askGit(top, words, environment);
  if (answer?.isWhole !== true) return undefined;
  const linesOf = async (name: string): Promise<number> => {
    const blob = await askGit(top, ['cat-file', 'blob', name], environment);
    return blob === undefined ? 0 : blob.text.split('\n').length - 1;
  };
  const found: StagedDeletion[] = [];
  for (const { before, path, deleted } of changesIn(answer.text)) {
    const lines = deleted ?? (await linesOf(`HEAD:${before}`)) - (await linesOf(`:${path}`));
    found.push({ path, lines: Math.max(0, lines) });
  }
  return found;
}

/** Neither programs nor colours that a repository asks for. */
const PLAIN = ['--no-ext-diff', '--no-textconv', '--no-color', '--no-relative', '--ignore-submodules'];

/** Shape: `before` is the path that it had; `deleted` is undefined for what is no text. */
interface Change {
  readonly before: string;
  readonly path: string;
  readonly deleted: number | undefined;
}

/** Source: git-diff(1): with -z `added TAB deleted TAB path NUL`, of a move `added TAB deleted TAB NUL old NUL new NUL`. */
function changesIn(text: string): readonly Change[] {
  const changes: Change[] = [];
  const words = text.split('\0');
  for (let at = 0; at < words.length; at += 1) {
    const [, count, own] = /^(?:\d+|-)\t(\d+|-)\t(.*)$/s.exec(words[at] ?? '') ?? [];
    if (count === undefined || own === undefined) continue;
    const [before = '', path = ''] = own === '' ? words.slice(at + 1, at + 3) : [own, own];
    changes.push({ before, path, deleted: count === '-' ? undefined : Number(count) });
    if (own === '') at += 2;
  }
  return changes;
}
