/**
 * How the engine's own git commands differ from a person's: no hooks, no signatures, no clearing up in the background.
 *
 * A hook that fails must not lose an agent's work, and whoever resumes a run must find what was left, to the letter.
 */
import { askGit, changeWithGit, isSo } from './run-git.ts';

const OWN = [
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'commit.gpgSign=false',
  '-c',
  'gc.auto=0',
  '-c',
  'maintenance.auto=false',
];

/** A change that the engine makes by itself. Errors: throws GitError. */
export function changeByItself(
  folder: string,
  what: string,
  words: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  return changeWithGit(folder, what, [...OWN, ...words], more);
}

/** The same for a commit or a merge, whose author is who git says, else wfmap. */
export async function commitByItself(folder: string, what: string, words: readonly string[]): Promise<void> {
  await changeByItself(folder, what, [...(await identityWords(folder)), ...words]);
}

/** In whose name the engine makes its own commits, as words of git. */
export async function identityWords(folder: string): Promise<readonly string[]> {
  return (await hasCommitter(folder)) ? [] : ['-c', 'user.name=wfmap', '-c', 'user.email=wfmap@localhost'];
}

/** Whether git knows in whose name a commit is made. */
export function hasCommitter(folder: string): Promise<boolean> {
  return isSo(folder, ['var', 'GIT_COMMITTER_IDENT']);
}

/** The commit that a name stands for; undefined where it stands for none. */
export async function findCommit(folder: string, name: string): Promise<string | undefined> {
  const words = ['rev-parse', '--quiet', '--verify', '--end-of-options', `${name}^{commit}`];
  const answer = await askGit(folder, words);
  return answer?.text.trim();
}

/** The paths of tracked files that differ from what is checked out, sorted; undefined where git does not answer. */
export async function findChangedTracked(folder: string): Promise<readonly string[] | undefined> {
  const answer = await askGit(folder, [
    'diff',
    '--name-only',
    '-z',
    '--ignore-submodules=dirty',
    'HEAD',
    '--',
  ]);
  return answer === undefined ? undefined : pathsOf(answer.text);
}

/** Paths as git prints them with `-z`. */
export function pathsOf(text: string): readonly string[] {
  return text
    .split('\0')
    .filter((path) => path !== '')
    .toSorted();
}

/** A few names of many, for a sentence. */
export function someOf(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => `"${name}"`);
  return names.length <= 3 ? shown.join(', ') : `${shown.join(', ')} and ${names.length - 3} more`;
}
