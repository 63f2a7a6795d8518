import { lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathFault } from '../../agent/scripted/edited-path.ts';
import { GitError } from '../../git/git-error.ts';
import { askGit, changeWithGit } from '../../git/run-git.ts';
import { UsageError } from '../io/usage-error.ts';

/**
 * A small project in a folder of its own, which a story is played in. It is removed with `dispose`, and when the process ends
 * before that.
 */
export interface ThrowAwayProject {
  /** Absolute. */
  readonly folder: string;
  /** Writes files, and removes those whose text is null. Errors: throws UsageError for a path that leads out of it. */
  readonly edit: (edits: Readonly<Record<string, string | null>>) => void;
  /** Commits all that is changed. Where there is no git, nothing happens. */
  readonly commit: (message: string) => Promise<void>;
  /** Its commits since the first one, the oldest first, each with how much it changed. */
  readonly commits: () => Promise<readonly string[]>;
  readonly dispose: () => void;
  /** Leaves it where it is. */
  readonly keep: () => void;
}

/** Makes the project, a repository with one commit. */
export async function makeThrowAway(files: Readonly<Record<string, string>>): Promise<ThrowAwayProject> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-story-')));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.on('exit', remove);
  const project: ThrowAwayProject = {
    folder,
    edit: (edits) => {
      for (const [path, text] of Object.entries(edits)) put(folder, path, text);
    },
    commit: (message) => unlessMissing(() => commitAll(folder, message)),
    commits: () => listCommits(folder),
    keep: () => {
      process.off('exit', remove);
    },
    dispose: () => {
      process.off('exit', remove);
      remove();
    },
  };
  try {
    project.edit(files);
    await unlessMissing(() => changeWithGit(folder, 'make a repository', ['init', '--quiet', '--template=']));
    await project.commit('The project as it was');
  } catch (thrown) {
    project.dispose();
    throw thrown;
  }
  return project;
}

function put(folder: string, path: string, text: string | null): void {
  const fault = pathFault(path) ?? linkFault(folder, path);
  if (fault !== undefined) throw new UsageError(`"${path}" is not written: it ${fault}.`);
  const file = join(folder, path);
  if (text === null) {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Nothing here makes a link; another program may. */
function linkFault(folder: string, path: string): string | undefined {
  let at = folder;
  for (const part of path.split('/')) {
    at = join(at, part);
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() === true) return 'is behind a link';
  }
  return undefined;
}

async function unlessMissing(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    if (!(thrown instanceof GitError) || thrown.code !== 'git-missing') throw thrown;
  }
}

/** Of nobody in particular, and without what the user has set up for commits of their own. */
const AS_NOBODY = [
  ['user.name', 'A story of wfmap'],
  ['user.email', 'story@wfmap.invalid'],
  ['commit.gpgSign', 'false'],
  ['core.hooksPath', '/dev/null'],
].flatMap(([name, value]) => ['-c', `${name ?? ''}=${value ?? ''}`]);

async function commitAll(folder: string, message: string): Promise<void> {
  await changeWithGit(folder, 'stage the changes', ['add', '--all']);
  const words = ['commit', '--quiet', '--allow-empty', '--no-verify', '-m', message];
  await changeWithGit(folder, 'commit', [...AS_NOBODY, ...words]);
}

async function listCommits(folder: string): Promise<readonly string[]> {
  const words = ['log', '--reverse', '--format=%x00%h', '--shortstat', '--'];
  const answer = await askGit(folder, words);
  const listed = (answer?.text ?? '').split('\0').slice(2);
  return listed.map((each) => {
    const [head = '', ...stat] = each.split('\n').filter((line) => line !== '');
    return `${head}: ${stat.join('').trim()}`;
  });
}
