import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, vi } from 'vitest';
import {
  askGit,
  buildWithGit,
  changeWithGit,
  commitAsUser,
  isSo,
  pinFilters,
} from '../../src/git/run-git.ts';
import { waitForGit } from '../../src/git/wait-for-git.ts';
import { changeByItself, commitByItself } from '../../src/git/worktree-git.ts';
import { standInGit } from './refusing-git.ts';
import { test } from './repository.ts';
import { reportOf } from './report-of.ts';

beforeEach(() => {
  // Whatever variables of git this machine has.
  for (const name of Object.keys(process.env)) if (name.startsWith('GIT_')) vi.stubEnv(name, undefined);
  vi.stubEnv('GIT_AUTHOR_NAME', 'Test');
  vi.stubEnv('LC_ALL', 'de_DE.UTF-8');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** All variables by which git is led to another repository, and one that a person sets. */
const LEADING = [
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_DIR',
  'GIT_GRAFT_FILE',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_NAMESPACE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_PREFIX',
  'GIT_SHALLOW_FILE',
  'GIT_WORK_TREE',
];

/** Each way to call git. */
const CALLS: Readonly<Record<string, (folder: string) => Promise<unknown>>> = {
  'a question': (folder) => askGit(folder, ['log', '-1']),
  'a question with a variable': (folder) => askGit(folder, ['log'], { GIT_INDEX_FILE: '/own/index' }),
  'a question for yes or no': (folder) => isSo(folder, ['diff', '--quiet']),
  'a change': (folder) => changeWithGit(folder, 'do it', ['switch', 'x'], { GIT_INDEX_FILE: '/own/index' }),
  'a change of the engine': (folder) => changeByItself(folder, 'do it', ['switch', 'x']),
  'a change of the engine with a variable': (folder) =>
    changeByItself(folder, 'do it', ['switch'], { GIT_INDEX_FILE: '/own/index' }),
  'a commit of the engine': (folder) => commitByItself(folder, 'do it', ['commit']),
  'objects that are made': (folder) => buildWithGit(folder, 'do it', ['write-tree']),
  'objects that are made of an input': (folder) =>
    buildWithGit(folder, 'do it', ['mktree'], {
      input: Buffer.from('x\n'),
      environment: { GIT_DIR: '/own' },
    }),
  'a commit of the user': (folder) =>
    commitAsUser(folder, ['--message', 'm'], { GIT_INDEX_FILE: '/own/index' }),
};

test('each way to call git has its words, its variables and its input', async ({
  home,
  repository,
  expect,
}) => {
  const seen = join(home, 'seen');
  // What is said of who commits is no: the engine names itself then.
  const lines = [
    `{ echo "  git $*"`,
    `env | grep -E '^(GIT_|LC_ALL=)' | LC_ALL=C sort | sed 's/^/    /'`,
    `sed 's/^/    input: /'; } >> '${seen}'`,
    `case " $* " in *' var '*) exit 1;; esac; exit 0`,
  ];
  standInGit(home, lines.join('\n'));
  for (const name of LEADING) vi.stubEnv(name, '/elsewhere');
  for (const [title, call] of Object.entries(CALLS)) {
    writeFileSync(seen, `${title}:\n`, { flag: 'a' });
    await call(repository.root);
  }
  const reported = readFileSync(seen, 'utf8').replaceAll(home, '<home>');
  await expect(reported).toMatchFileSnapshot('../fixtures/git/calls.txt');
});

describe('a commit of the user', () => {
  test('tells what git and its hooks said, on both outputs', async ({ home, repository, expect }) => {
    standInGit(home, 'echo out; echo err >&2; exit "$STAND_IN_CODE"');
    const commit = async (code: number) => {
      vi.stubEnv('STAND_IN_CODE', String(code));
      const { isMade, said } = await commitAsUser(repository.root, [], {});
      return { isMade, said: said.split('\n').toSorted() };
    };
    expect(await commit(0)).toEqual({ isMade: true, said: ['', 'err', 'out'] });
    expect(await commit(1)).toEqual({ isMade: false, said: ['', 'err', 'out'] });
  });

  test('is refused without git', async ({ repository, expect }) => {
    vi.stubEnv('PATH', '/nowhere');
    expect(await reportOf(() => commitAsUser(repository.root, [], {}))).toBe(
      'git-missing: Could not commit: there is no git on PATH.',
    );
  });
});

describe('an answer', () => {
  test('is cut where it is too long, and says so', async ({ home, repository, expect }) => {
    standInGit(home, 'head -c "$STAND_IN_BYTES" /dev/zero; exit 0');
    const ask = async (bytes: number) => {
      vi.stubEnv('STAND_IN_BYTES', String(bytes));
      const answer = await askGit(repository.root, ['log']);
      return [answer?.text.length, answer?.isWhole];
    };
    const most = 4 * 1_048_576;
    expect(await ask(most)).toEqual([most, true]);
    expect(await ask(most + 1)).toEqual([most, false]);
    expect(await ask(0)).toEqual([0, true]);
  });

  test('has nothing of what git says on its standard error', async ({ home, repository, expect }) => {
    standInGit(home, 'echo out; echo err >&2; exit 0');
    expect(await askGit(repository.root, ['log'])).toEqual({ text: 'out\n', isWhole: true });
    expect(String(await buildWithGit(repository.root, 'do it', ['x']))).toBe('out\n');
  });

  test('is none where git says no', async ({ home, repository, expect }) => {
    standInGit(home, 'echo out; exit 1');
    expect(await askGit(repository.root, ['log'])).toBeUndefined();
    expect(await isSo(repository.root, ['log'])).toBe(false);
  });
});

test('a change waits while another git holds the lock', async ({ home, repository, expect }) => {
  const tries = join(home, 'tries');
  standInGit(
    home,
    `echo >> '${tries}'
if [ "$(wc -l < '${tries}')" -lt 3 ]; then
  echo "fatal: Unable to create '/x/index.lock': File exists." >&2
  exit 128
fi
exit 0`,
  );
  await changeWithGit(repository.root, 'do it', ['switch', 'x']);
  expect(readFileSync(tries, 'utf8')).toBe('\n\n\n');
});

describe('a git that does not come to its end', () => {
  const MINUTES = 60_000;

  /** What a call comes to whose time is over once git is at work. */
  async function afterwards(home: string, ms: number, call: () => Promise<unknown>): Promise<unknown> {
    const begun = join(home, 'begun');
    standInGit(home, `echo here; echo > '${begun}'; exec sleep 60`);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const done = call();
    while (!existsSync(begun)) await turn();
    vi.advanceTimersByTime(ms);
    vi.useRealTimers();
    return done;
  }

  test('holds nobody up who waits for changes', async ({ home, repository, expect }) => {
    const begun = join(home, 'begun');
    standInGit(
      home,
      `echo > '${begun}'; until [ -e '${join(home, 'go')}' ]; do sleep 0.02; done; echo out; exit 0`,
    );
    const asked = askGit(repository.root, ['log']);
    while (!existsSync(begun)) await turn();
    await waitForGit(repository.root);
    writeFileSync(join(home, 'go'), '');
    expect(await asked).toMatchObject({ text: 'out\n' });
  });

  test('is waited for where it changes something in the project or a worktree there, and not for another project', async ({
    home,
    repository: { root },
    expect,
  }) => {
    const [begun, go] = [join(home, 'begun'), join(home, 'go')];
    standInGit(home, `echo > '${begun}'; until [ -e '${go}' ]; do sleep 0.02; done; exit 0`);
    const worktree = join(root, '.wfmap/worktrees/a');
    mkdirSync(worktree, { recursive: true });
    const changes = [root, worktree].map((folder) => changeWithGit(folder, 'do it', ['switch', 'x']));
    while (!existsSync(begun)) await turn();
    await waitForGit(`${root}-not`);
    let isOver = false;
    const waiting = waitForGit(root).then(() => (isOver = true));
    await waitForGit(`${root}-not`);
    expect(isOver).toBe(false);
    writeFileSync(go, '');
    await Promise.all([...changes, waiting]);
    expect(isOver).toBe(true);
  });

  test('is no answer after half a minute', async ({ home, repository, expect }) => {
    expect(await afterwards(home, 30_000, () => askGit(repository.root, ['log']))).toBeUndefined();
  });

  test('is a change that was refused, after ten minutes', async ({ home, repository, expect }) => {
    const change = () => reportOf(() => changeWithGit(repository.root, 'do it', ['switch', 'x']));
    expect(await afterwards(home, 10 * MINUTES, change)).toBe(
      'git-refused: Could not do it: git took too long',
    );
  });

  test('is a commit that was not made, after ten minutes', async ({ home, repository, expect }) => {
    const commit = () => commitAsUser(repository.root, [], {});
    expect(await afterwards(home, 10 * MINUTES, commit)).toEqual({
      isMade: false,
      said: 'here\n\nIt took too long.',
      timedOut: true,
    });
  });
});

describe('filters that were pinned', () => {
  /** Which of the filters that write their name into a file next to the repository did so when all files were read anew. */
  async function ranIn(root: string): Promise<string | undefined> {
    const environment = { GIT_INDEX_FILE: join(root, '.git/own-index') };
    await buildWithGit(root, 'read it', ['add', '--all'], { environment });
    await buildWithGit(root, 'read it', ['write-tree'], { environment });
    const ran = join(root, '.git/ran');
    return existsSync(ran) ? readFileSync(ran, 'utf8') : '';
  }
  const saying = (word: string): string => `echo ${word} >> .git/ran; cat`;

  test.for([
    ['x', {}],
    ['a=b', {}],
    ['a.b "c"', { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'a.b', GIT_CONFIG_VALUE_0: 'c' }],
  ] as const)('are those that run: %s', async ([name, given], { repository: { root, git, put }, expect }) => {
    for (const [key, value] of Object.entries(given)) vi.stubEnv(key, value);
    put('.gitattributes', '*.one filter=one\n*.two filter=two\n');
    git('config', 'filter.one.clean', saying('one'));
    await pinFilters(root);
    git('config', 'filter.one.clean', saying('changed'));
    git('config', 'filter.two.clean', saying('new'));
    git('config', `filter.${name}.process`, saying('new'));
    git('config', `filter.${name}.required`, 'true');
    put('.git/info/attributes', '*.x filter=x\n*.ab filter=a=b\n');
    for (const ending of ['one', 'two', 'x', 'ab']) put(`file.${ending}`, 'text\n');
    expect(await ranIn(root)).toMatch(/^(?:one\n)+$/);
  });

  test('hold for worktrees in the folder too, and not elsewhere', async ({ home, repository, expect }) => {
    const { root, git } = repository;
    await pinFilters(root);
    const [inside, outside] = [join(root, '.wfmap/tree'), join(home, 'tree')];
    for (const tree of [inside, outside]) git('worktree', 'add', '-q', '--detach', tree);
    git('config', 'filter.x.clean', `echo ran >> '${join(home, 'ran')}'; cat`);
    repository.put('.git/info/attributes', '* filter=x\n');
    for (const [tree, ran] of [
      [inside, false],
      [outside, true],
    ] as const) {
      writeFileSync(join(tree, 'new.txt'), 'new\n');
      await buildWithGit(tree, 'read it', ['add', '--all']);
      expect(existsSync(join(home, 'ran'))).toBe(ran);
    }
  });

  test('cannot be told to git where a name is no text, so git is not asked', async ({
    repository: { root, put },
    expect,
  }) => {
    await pinFilters(root);
    const config = readFileSync(join(root, '.git/config'));
    const filter = Buffer.from('[filter "\xff"]\n\tclean = cat\n', 'latin1');
    writeFileSync(join(root, '.git/config'), Buffer.concat([config, filter]));
    put('new.txt', 'new\n');
    expect(await askGit(root, ['status'])).toBeUndefined();
    expect(await reportOf(() => ranIn(root))).toContain('GIT_CONFIG_COUNT');
  });
});

test('a question fetches nothing: it starts no program that gives missing objects', async ({
  home,
  repository: { root, git },
  expect,
}) => {
  const id = git('rev-parse', 'HEAD:a.txt');
  const ran = join(home, 'ran');
  writeFileSync(join(home, 'give'), `#!/bin/sh\ntouch '${ran}'\nexit 1\n`, { mode: 0o755 });
  git('config', 'remote.x.url', root);
  git('config', 'remote.x.promisor', 'true');
  git('config', 'remote.x.uploadpack', `'${join(home, 'give')}'`);
  rmSync(join(root, '.git/objects', id.slice(0, 2), id.slice(2)), { force: true });
  expect(await isSo(root, ['cat-file', '-e', id])).toBe(false);
  expect(existsSync(ran)).toBe(false);
  expect(() => git('cat-file', '-e', id)).toThrow();
  expect(existsSync(ran)).toBe(true);
});
