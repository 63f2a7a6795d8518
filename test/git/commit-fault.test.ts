import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, vi } from 'vitest';
import { findCommitFault } from '../../src/git/commit-fault.ts';
import { isAlive } from '../e2e/helpers/is-alive.ts';
import { repositoryAt, repositoryIn, test, type Repository } from './repository.ts';

beforeEach(() => {
  vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
  vi.stubEnv('GIT_CONFIG_SYSTEM', '/dev/null');
});
afterEach(() => vi.unstubAllEnvs());

/** Lets a shell script sign, as `gpg` would be called. */
function signBy({ root, git, put }: Repository, script: string): void {
  put('.git/sign', `#!/bin/sh\n${script}\n`);
  chmodSync(join(root, '.git/sign'), 0o755);
  git('config', 'commit.gpgSign', 'true');
  git('config', 'gpg.program', join(root, '.git/sign'));
}

const SIGNS = `cat > /dev/null; echo "[GNUPG:] SIG_CREATED " >&2; echo '-----BEGIN PGP SIGNATURE-----'`;

/** All that git knows of a repository, and all of its objects. */
const stateOf = ({ git }: Repository): string =>
  [
    git('for-each-ref'),
    git('rev-parse', '--symbolic-full-name', 'HEAD'),
    git('count-objects', '-v'),
    git('ls-files', '--stage'),
    git('status', '--porcelain'),
    git('reflog'),
  ].join('\n');

describe('a commit that can be made', () => {
  test('has no fault, signed or not, and trying leaves nothing behind', async ({ home, expect }) => {
    const repository = repositoryIn(join(home, 'r'));
    expect(await findCommitFault(repository.root)).toBeUndefined();
    signBy(repository, `touch "$PWD/.git/was-asked"; ${SIGNS}`);
    repository.put('.git/hooks/pre-commit', '#!/bin/sh\ntouch .git/hook-ran\nexit 1\n');
    chmodSync(join(repository.root, '.git/hooks/pre-commit'), 0o755);
    const before = stateOf(repository);
    const temporary = readdirSync(tmpdir()).filter((name) => name.startsWith('wfmap-objects-'));
    expect(await findCommitFault(repository.root)).toBeUndefined();
    expect(stateOf(repository)).toBe(before);
    expect(existsSync(join(repository.root, '.git/was-asked'))).toBe(true);
    expect(existsSync(join(repository.root, '.git/hook-ran'))).toBe(false);
    const after = readdirSync(tmpdir()).filter((name) => name.startsWith('wfmap-objects-'));
    expect(after.filter((name) => !temporary.includes(name))).toEqual([]);
  });

  test('has none on an unborn branch, on no branch, in a worktree of a worktree, with SHA-256', async ({
    home,
    expect,
  }) => {
    const repository = repositoryIn(join(home, 'r'));
    signBy(repository, SIGNS);
    const { root, git } = repository;
    git('worktree', 'add', '-q', '--detach', join(root, 'one'));
    repositoryAt(join(root, 'one')).git('worktree', 'add', '-q', '--detach', join(root, 'one/two'));
    const other = repositoryAt(join(home, 'unborn'));
    other.git('init', '-q', '--object-format=sha256');
    other.git('config', 'user.name', 'A');
    other.git('config', 'user.email', 'a@b');
    signBy(other, SIGNS);
    for (const folder of [root, join(root, 'one'), join(root, 'one/two'), other.root])
      expect(await findCommitFault(folder), folder).toBeUndefined();
  });
});

describe('a signature that fails', () => {
  test.for([
    // Older versions of git keep the words of the program to themselves.
    ['with its words', 'echo "no secret key" >&2; exit 2', /cannot: (?!error)/],
    ['with the end of very many', 'yes words | head -c 3000000 >&2; echo the end >&2; exit 2', /cannot: /],
    ['without any', 'exit 2', /cannot: .*failed to sign/],
    ['that gives none', 'cat > /dev/null', /cannot: /],
  ] as const)('is reported %s', async ([, script, words], { home, expect }) => {
    const repository = repositoryIn(join(home, 'r'));
    signBy(repository, script);
    const before = stateOf(repository);
    const fault = await findCommitFault(repository.root);
    expect(fault?.message).toMatch(words);
    expect(fault?.message.length).toBeLessThan(500);
    expect(stateOf(repository)).toBe(before);
  });

  test('is one that never ends, as where a passphrase is asked for; its programs are ended', async ({
    home,
    expect,
  }) => {
    const repository = repositoryIn(join(home, 'r'));
    const pid = join(home, 'pid');
    signBy(repository, `echo $$ > '${pid}'; exec sleep 600`);
    const fault = await findCommitFault(repository.root, 1_000);
    expect(fault).toEqual({
      message:
        'git is to sign commits (commit.gpgSign) and cannot: it took more than 1 s, as a question for a passphrase does',
      help: 'Try "git commit --allow-empty --gpg-sign" in a terminal, or turn it off: git config commit.gpgSign false',
    });
    const asleep = readFileSync(pid, 'utf8').trim();
    expect(isAlive(Number(asleep))).toBe(false);
  });
});
