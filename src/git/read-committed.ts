import { isObjectId } from './is-object-id.ts';
import { askGit, isSo } from './run-git.ts';

/** What was committed between two points. Shape: `commits` in their order, the newest where there are more than are read. */
export interface Committed {
  readonly commits: readonly { readonly id: string; readonly title: string }[];
  readonly count: number;
  /** As git puts it: "2 files changed, 3 insertions(+)"; empty where the files are the same. */
  readonly size: string;
}

/** Whether the repository has a remote of the usual name. */
export function hasRemote(folder: string): Promise<boolean> {
  return isSo(folder, ['remote', 'get-url', 'origin']);
}

/** Units: commits. */
const MAX_READ = 10;

/**
 * Reads what lies between a commit and a name that goes on from it; null where it does not, or where git gives no answer.
 *
 * `from` is null before the first commit. Shape: `onto` is a branch, or "HEAD".
 */
export async function readCommitted(
  folder: string,
  from: string | null,
  onto: string,
): Promise<Committed | null> {
  if (from !== null && !isObjectId(from)) return null;
  const ref = onto === 'HEAD' ? onto : `refs/heads/${onto}`;
  const count = await countCommits(folder, from, ref);
  if (count === null) return null;
  if (count === 0) return { commits: [], count, size: '' };
  const range = from === null ? ref : `${from}..${ref}`;
  const [listed, measured] = await Promise.all([
    askGit(folder, ['log', '-z', '--format=%h %s', `--max-count=${MAX_READ}`, range, '--']),
    from === null ? undefined : askGit(folder, ['diff', '--no-ext-diff', '--shortstat', from, ref, '--']),
  ]);
  if (listed === undefined) return null;
  const lines = listed.text.split('\0').filter((line) => line !== '');
  const commits = lines.toReversed().map((line) => {
    const at = line.indexOf(' ');
    return { id: line.slice(0, at), title: line.slice(at + 1) };
  });
  return { commits, count, size: measured?.text.trim() ?? '' };
}

/** How many commits lie between a commit and a reference that goes on from it; null as {@link readCommitted}. */
export async function countCommits(folder: string, from: string | null, ref: string): Promise<number | null> {
  const range = from === null ? ref : `${from}...${ref}`;
  const words = ['rev-list', ...(from === null ? [] : ['--left-right']), '--count', range, '--'];
  const numbers = (await askGit(folder, words))?.text.trim().split('\t').map(Number) ?? [];
  const [left = 0, right] = from === null ? [0, ...numbers] : numbers;
  return left === 0 && right !== undefined ? right : null;
}
