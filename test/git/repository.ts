import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test as base } from 'vitest';

/** A git repository of a test, with one commit, in a folder whose name has a space. */
export interface Repository {
  readonly root: string;
  readonly git: (...words: readonly string[]) => string;
  readonly put: (path: string, text: string) => void;
  /** Commits all that is there. Shape: the commit. */
  readonly commit: () => string;
}

const WHO = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];

export function repositoryAt(root: string): Repository {
  mkdirSync(root, { recursive: true });
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  const git = (...words: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync('git', [...WHO, ...words], {
      cwd: root,
      env,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`git ${words.join(' ')}: ${stderr}`);
    return stdout.trim();
  };
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const commit = (): string => {
    git('add', '-A');
    git('commit', '-q', '--allow-empty', '-m', 'a commit');
    return git('rev-parse', 'HEAD');
  };
  return { root, git, put, commit };
}

/** A new repository on `main` with one commit of `a.txt`, in which the engine commits under a name. */
export function repositoryIn(folder: string): Repository {
  const repository = repositoryAt(folder);
  repository.git('init', '-q', '-b', 'main');
  repository.git('config', 'user.name', 'A');
  repository.git('config', 'user.email', 'a@b');
  repository.put('a.txt', 'a\n');
  repository.commit();
  return repository;
}

/** A test with a folder of its own, `home`; in it a repository on `main` with one commit of `a.txt`. */
export const test = base.extend<{ home: string; repository: Repository }>({
  // The first parameter of a fixture must be written as a pattern.
  // oxlint-disable-next-line eslint/no-empty-pattern
  home: async ({}, use) => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap git ')));
    await use(home);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  },
  repository: async ({ home }, use) => {
    const repository = repositoryAt(join(home, 'my repository'));
    repository.git('init', '-q', '-b', 'main');
    repository.put('a.txt', 'a\n');
    repository.commit();
    await use(repository);
  },
});
