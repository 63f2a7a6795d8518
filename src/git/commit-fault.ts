import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askGit, buildWithGit, isSo, signAsUser } from './run-git.ts';
import { idIn } from './tree-changes.ts';

/** Why a commit of the user's could not be made, as the end of a sentence, and how to mend that. */
export interface CommitFault {
  readonly message: string;
  readonly help: string;
}

/** How a person tells git who commits. */
const NAME_LINES = 'git config user.name "…" && git config user.email "…"';

/** Units: ms. A person may have to touch a key; a signature of the run itself waits no longer. */
const SIGNING_MS = 30_000;

/**
 * Tries what a commit needs beside its changes: somebody in whose name it is made, and a signature where the settings of
 * git want one. Hooks do not run.
 *
 * Nothing of the repository is touched: what is signed is a commit of no files in a folder for objects that is removed.
 * Shape: undefined where it can be made. Units: ms. Errors: throws GitError where there is no git.
 */
export async function findCommitFault(
  folder: string,
  timeoutMs: number = SIGNING_MS,
): Promise<CommitFault | undefined> {
  for (const name of ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT']) {
    if (!(await isSo(folder, ['var', name])))
      return { message: 'git knows no name to commit in', help: `Say it with ${NAME_LINES}` };
  }
  const asked = await askGit(folder, ['config', '--type=bool', 'commit.gpgSign']);
  return asked?.text.trim() === 'true' ? findSigningFault(folder, timeoutMs) : undefined;
}

async function findSigningFault(folder: string, timeoutMs: number): Promise<CommitFault | undefined> {
  // Git knows the empty tree without its object.
  const words = ['hash-object', '-t', 'tree', '--stdin'];
  const tree = idIn(await buildWithGit(folder, 'try a signature', words, { input: new Uint8Array() }));
  const objects = mkdtempSync(join(tmpdir(), 'wfmap-objects-'));
  try {
    const environment = { GIT_OBJECT_DIRECTORY: objects };
    const { isMade, said, timedOut } = await signAsUser(folder, tree, { environment, timeoutMs });
    if (isMade) return undefined;
    const why = timedOut
      ? `it took more than ${timeoutMs / 1000} s, as a question for a passphrase does`
      : lastWordsOf(said);
    return {
      message: `git is to sign commits (commit.gpgSign) and cannot: ${why}`,
      help: 'Try "git commit --allow-empty --gpg-sign" in a terminal, or turn it off: git config commit.gpgSign false',
    };
  } finally {
    rmSync(objects, { recursive: true, force: true });
  }
}

/** Units: characters. */
const MAX_WORDS = 300;

/** What matters is at the end: git's own line says only that it failed. */
function lastWordsOf(said: string): string {
  const words = said
    .replaceAll(/^(?:error|fatal): /gm, '')
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replace(/[.:]+$/, '');
  if (words === '') return 'the program that signs says nothing';
  return words.length > MAX_WORDS ? `… ${words.slice(-MAX_WORDS)}` : words;
}
