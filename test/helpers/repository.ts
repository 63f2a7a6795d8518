import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A real git repository in a folder of its own, with one commit. */
export interface Repository {
  readonly root: string;
  readonly git: (...words: readonly string[]) => string;
  readonly put: (path: string, text: string) => void;
  readonly read: (path: string) => string;
  /** Commits all that is there; gives the commit. */
  readonly commit: (message: string) => string;
  readonly remove: () => void;
}

export function createRepository(): Repository {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-git-')));
  const root = join(home, 'repository');
  mkdirSync(root);
  const environment = {
    ...process.env,
    HOME: home,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    LC_ALL: 'C',
  };
  const git = (...words: readonly string[]): string => {
    const who = [
      '-c',
      'user.name=Test',
      '-c',
      'user.email=test@example.org',
      '-c',
      'protocol.file.allow=always',
    ];
    const { status, stdout, stderr } = spawnSync('git', [...who, ...words], {
      cwd: root,
      env: environment,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`git ${words.join(' ')}: ${stderr}${stdout}`);
    return stdout.trim();
  };
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const commit = (message: string): string => {
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--message', message);
    return git('rev-parse', 'HEAD');
  };
  git('init', '--quiet', '--initial-branch', 'main');
  put('shared.txt', 'one\n');
  commit('start');
  return {
    root,
    git,
    put,
    read: (path) => readFileSync(join(root, path), 'utf8'),
    commit,
    remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }),
  };
}
