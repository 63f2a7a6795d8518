import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, onTestFinished, vi } from 'vitest';
import { filesIn, isLeftOut, step, take } from './random-changes.ts';
import { repositoryAt, type Repository } from './repository.ts';
import { NONE, sureReader, test } from './sure-reader.ts';

/** All that a user's repository has: index, branches, stash, what is checked out, objects. */
function ownedByUser({ root }: Repository): ReadonlyMap<string, string> {
  const files = filesIn(join(root, '.git'), () => false);
  // Their times are read by nobody.
  return new Map([...files].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** What stands for how git sees a folder. */
const OF_GIT = ['.git/config', '.git/info/exclude', '.git/info/attributes', '.git/hooks'];

/** What a comparison of the files themselves says. */
function difference(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) {
  const all = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  return {
    added: all.filter((path) => !before.has(path)),
    modified: all.filter(
      (path) => before.has(path) && after.has(path) && before.get(path) !== after.get(path),
    ),
    deleted: all.filter((path) => !after.has(path)),
    count: all.filter((path) => before.get(path) !== after.get(path)).length,
  };
}

describe('what is changed in a folder', () => {
  test('is what a comparison of its files says, whatever is staged, committed or set aside, and the repository stays as it is', async ({
    home,
    expect,
  }) => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 6 }),
        fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 2 }),
        async (first, rounds) => {
          runs += 1;
          const repository = repositoryAt(join(home, `repository ${runs}`));
          const { root, git, put, commit } = repository;
          git('init', '-q', '-b', 'main');
          put('.gitignore', '.env*\n/log/\n');
          put('a.txt', '1\n');
          commit();
          for (const each of first) take(repository, each);
          const reader = sureReader(join(home, `${runs}`));
          const before = filesIn(root, isLeftOut);
          let owned = ownedByUser(repository);
          const snapshot = await reader.take(root);
          expect(ownedByUser(repository)).toEqual(owned);
          for (const steps of rounds) {
            for (const each of steps) take(repository, each);
            owned = ownedByUser(repository);
            const { commits, ...found } = await reader.since(root, snapshot);
            expect(ownedByUser(repository)).toEqual(owned);
            expect(found).toEqual(difference(before, filesIn(root, isLeftOut)));
            const made = git('rev-list', '--reverse', 'HEAD', `^${snapshot.head}`);
            expect(commits.join('\n')).toBe(made);
          }
          reader.dispose();
        },
      ),
      {
        numRuns: 25,
        examples: [
          [[{ does: 'write', path: 'b/.env.local', text: '1\n' }], [[{ does: 'run', path: 'b/.env.local' }]]],
        ],
      },
    );
  }, 120_000);

  test('is found by a reader of another process, from what the first has stored', async ({
    home,
    repository,
    reader,
    expect,
  }) => {
    const { root, put } = repository;
    put('untracked.txt', '1\n');
    const snapshot = await reader.take(root);
    reader.dispose();
    put('untracked.txt', '2\n');
    const other = sureReader(home);
    expect(await other.since(root, snapshot)).toEqual({ ...NONE, modified: ['untracked.txt'], count: 1 });
    other.dispose();
  });

  test('begins with nothing before the first commit', async ({ home, reader, expect }) => {
    const repository = repositoryAt(join(home, 'unborn'));
    const { root, git, put, commit } = repository;
    git('init', '-q');
    put('early.txt', '1\n');
    const snapshot = await reader.take(root);
    expect(snapshot.head).toBeNull();
    put('late.txt', '1\n');
    const head = commit();
    expect(await reader.since(root, snapshot)).toEqual({
      ...NONE,
      added: ['late.txt'],
      commits: [head],
      count: 1,
    });
  });

  test('leaves out what the engine itself writes, also where git does not ignore it', async ({
    home,
    repository,
    expect,
  }) => {
    const { root, put } = repository;
    const reader = sureReader(home, ['.kept/**', 'files/one.json']);
    const snapshot = await reader.take(root);
    for (const each of ['.wfmap/runs/x/y/journal.jsonl', '.sdlc/workslips/m/n.json', '.kept/a/b.json'])
      put(each, '1\n');
    put('files/one.json', '1\n');
    put('files/two.json', '1\n');
    expect(await reader.since(root, snapshot)).toEqual({ ...NONE, added: ['files/two.json'], count: 1 });
    reader.dispose();
  });

  test('counts an ignored file of settings by a digest, and keeps its content nowhere', async ({
    home,
    repository,
    reader,
    expect,
  }) => {
    const { root, put } = repository;
    put('.gitignore', '.env\nnode_modules/\n');
    put('.env', 'PASSWORD=first-secret\n');
    put('plain.txt', 'plain-secret\n');
    put('node_modules/one/.env', '1\n');
    const snapshot = await reader.take(root);
    expect(Object.keys(snapshot.ignored)).toEqual(['.env', ...OF_GIT]);
    put('.env', 'PASSWORD=other-secret\n');
    put('node_modules/one/.env', '2\n');
    expect(await reader.since(root, snapshot)).toEqual({ ...NONE, modified: ['.env'], count: 1 });
    rmSync(join(root, '.env'));
    expect(await reader.since(root, snapshot)).toEqual({ ...NONE, deleted: ['.env'], count: 1 });
    const stored = readdirSync(join(home, 'run/trees'), { recursive: true, withFileTypes: true });
    const objects = stored.filter((entry) => entry.isFile());
    expect(objects.length).toBeGreaterThan(0);
    for (const { parentPath, name } of objects) {
      const text = inflateSync(readFileSync(join(parentPath, name))).toString('latin1');
      expect(text).toMatch(/^tree /);
      expect(text).not.toContain('secret');
    }
  });

  test('counts ignored files that the project compares or a task must leave as they are, and follows no link', async ({
    repository: { root, put },
    home,
    expect,
  }) => {
    put('.gitignore', 'data/\nbuild/\n*.gold\n');
    put('data/deep/a', '1\n');
    put('data/b', '1\n');
    put('build/kept/c', '1\n');
    put('build/other', '1\n');
    put('test/x.gold', '1\n');
    symlinkSync(home, join(root, 'data/way'));
    const reader = sureReader(home, [], ['data', 'local.gold']);
    const frozen = ['build/kept', 'test'];
    const snapshot = await reader.take(root, false, frozen);
    expect(
      Object.keys(snapshot.ignored)
        .filter((path) => !path.startsWith('.git/'))
        .toSorted(),
    ).toEqual(['build/kept/c', 'data/b', 'data/deep/a', 'data/way', 'test/x.gold']);
    put('data/deep/a', '2\n');
    rmSync(join(root, 'data/b'));
    put('local.gold', 'new\n');
    put('build/kept/c', '2\n');
    put('build/other', '2\n');
    put('test/x.gold', '2\n');
    expect(await reader.since(root, snapshot, frozen)).toMatchObject({
      added: ['local.gold'],
      modified: ['build/kept/c', 'data/deep/a', 'test/x.gold'],
      deleted: ['data/b'],
    });
    reader.dispose();
  });

  test('is one path for a submodule or a repository inside, and only by what is committed there', async ({
    home,
    repository,
    reader,
    expect,
  }) => {
    const { root, git, commit } = repository;
    const module = repositoryAt(join(home, 'module'));
    module.git('init', '-q', '-b', 'main');
    module.put('m.txt', '1\n');
    module.commit();
    git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', module.root, 'sub');
    commit();
    const nested = repositoryAt(join(root, 'nested'));
    nested.git('init', '-q', '-b', 'main');
    nested.put('n.txt', '1\n');
    nested.commit();
    const snapshot = await reader.take(root);
    nested.put('n.txt', '2\n');
    const sub = repositoryAt(join(root, 'sub'));
    sub.put('m.txt', '2\n');
    expect(await reader.since(root, snapshot)).toEqual(NONE);
    nested.commit();
    sub.commit();
    expect(await reader.since(root, snapshot)).toEqual({ ...NONE, modified: ['nested', 'sub'], count: 2 });
  });

  test('is found while another git holds the index, and where nobody may write into the repository', async ({
    repository,
    reader,
    expect,
  }) => {
    const { root, put } = repository;
    writeFileSync(join(root, '.git/index.lock'), '');
    for (const each of ['.git', '.git/objects', '.git/refs']) chmodSync(join(root, each), 0o555);
    const snapshot = await reader.take(root);
    put('a.txt', 'b\n');
    const found = await reader.since(root, snapshot);
    for (const each of ['.git', '.git/objects', '.git/refs']) chmodSync(join(root, each), 0o755);
    expect(found).toEqual({ ...NONE, modified: ['a.txt'], count: 1 });
    expect(readFileSync(join(root, '.git/index.lock'), 'utf8')).toBe('');
  });

  test('counts a file that is tracked against the rules from the moment it is', async ({
    repository,
    reader,
    expect,
  }) => {
    const { root, git, put, commit } = repository;
    put('.gitignore', '*.out\n');
    commit();
    const snapshot = await reader.take(root);
    put('kept.out', '1\n');
    expect(await reader.since(root, snapshot)).toEqual(NONE);
    git('add', '--force', 'kept.out');
    expect(await reader.since(root, snapshot)).toEqual({ ...NONE, added: ['kept.out'], count: 1 });
  });

  test('names ten thousand paths, and counts all', async ({ repository, reader, expect }) => {
    const { root, put } = repository;
    const snapshot = await reader.take(root);
    for (let n = 0; n < 10_001; n += 1) put(`many/${String(n).padStart(5, '0')}`, '');
    const { added, count } = await reader.since(root, snapshot);
    expect([added.length, added.at(-1), count]).toEqual([10_000, 'many/09999', 10_001]);
  }, 60_000);

  test('leaves no file behind in the folder for temporary files', async ({ repository, home, expect }) => {
    // One of its own: others at work have such files, too.
    const temporary = join(home, 'temporary');
    mkdirSync(temporary);
    vi.stubEnv('TMPDIR', temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    const ours = () => readdirSync(temporary).length;
    const reader = sureReader(home);
    await reader.take(repository.root);
    expect(ours()).toBeGreaterThan(0);
    reader.dispose();
    reader.dispose();
    expect(ours()).toBe(0);
  });
});

describe('both versions of changed files', () => {
  test('are a patch that takes the change back, of any kind of file, however it lay there before', async ({
    repository: { root, git, put, commit },
    reader,
    expect,
  }) => {
    put('staged', 'one\n');
    put('gone', 'one\n');
    put('ü "x"\n', 'one\n');
    commit();
    put('staged', 'two\n');
    git('add', 'staged');
    put('staged', 'three\n');
    put('untracked', 'four\n');
    writeFileSync(join(root, 'binary'), Buffer.from([0, 255, 1]));
    symlinkSync('staged', join(root, 'link'));
    const before = filesIn(root, isLeftOut);
    const snapshot = await reader.take(root);
    put('staged', 'x\n');
    put('untracked', 'x\n');
    put('ü "x"\n', 'x\n');
    put('new/file', 'x\n');
    rmSync(join(root, 'gone'));
    writeFileSync(join(root, 'binary'), Buffer.from([0, 254]));
    chmodSync(join(root, 'a.txt'), 0o755);
    rmSync(join(root, 'link'));
    put('link', 'no link\n');
    const { added, modified, deleted } = await reader.since(root, snapshot);
    const patch = await reader.versions(root, snapshot, [...added, ...modified, ...deleted]);
    if ('fault' in patch) throw new Error(patch.fault);
    writeFileSync(join(root, '../patch'), patch);
    git('apply', '-R', join(root, '../patch'));
    expect(filesIn(root, isLeftOut)).toEqual(before);
  });

  test('leave out what was not asked for, what git ignores, and what is large', async ({
    repository: { root, put },
    reader,
    expect,
  }) => {
    put('.gitignore', '.env\n');
    put('.env', 'SECRET=1\n');
    put('small', 'one\n');
    writeFileSync(join(root, 'large'), randomBytes(2_000_000));
    const snapshot = await reader.take(root);
    put('.env', 'SECRET=2\n');
    put('small', 'two\n');
    put('a.txt', 'two\n');
    put('large', '');
    const of = async (...paths: readonly string[]): Promise<string> => {
      const patch = await reader.versions(root, snapshot, paths);
      if ('fault' in patch) throw new Error(patch.fault);
      return patch.toString();
    };
    expect((await of('.env', 'small', 'large')).match(/^diff --git .*$/gm)).toEqual([
      'diff --git a/small b/small',
    ]);
    expect(await of('large')).toBe('');
  });
});

describe('a folder that was just looked at', () => {
  test('is not looked at again for a snapshot, and what changes in between counts from then on', async ({
    repository: { root, put },
    reader,
    expect,
  }) => {
    const first = await reader.take(root);
    put('one.txt', '1\n');
    expect(await reader.since(root, first)).toMatchObject({ added: ['one.txt'], count: 1 });
    put('two.txt', '2\n');
    const second = await reader.snapshot(root);
    if ('fault' in second) throw new Error(second.fault);
    expect(await reader.since(root, second)).toMatchObject({ added: ['two.txt'], count: 1 });
  });

  interface Case {
    readonly why: string;
    readonly isOwn?: true;
    readonly frozen?: readonly string[];
    readonly between?: 'moveOn' | 'putBack' | 'versions';
  }
  const CASES: readonly Case[] = [
    { why: 'some time has passed', between: 'moveOn' },
    { why: 'files were put back', between: 'putBack' },
    { why: 'a question about it waits', between: 'versions' },
    { why: 'its content is to be kept', isOwn: true },
    { why: 'other paths count', frozen: ['.env'] },
  ];
  test.for(CASES)('is looked at again where $why', async (each, { repository, reader, expect }) => {
    const { isOwn, frozen, between } = each;
    const { root, put } = repository;
    const first = await reader.take(root);
    put('one.txt', '1\n');
    await reader.since(root, first);
    if (between === 'putBack') await reader.putBack(root, first, { paths: ['one.txt'], commits: [] });
    put('two.txt', '2\n');
    const waiting = between === 'versions' ? reader.versions(root, first, ['one.txt']) : undefined;
    if (between === 'moveOn') reader.moveOn();
    const second = await reader.snapshot(root, isOwn, frozen);
    await waiting;
    if ('fault' in second) throw new Error(second.fault);
    expect(await reader.since(root, second, frozen)).toMatchObject({ added: [], count: 0 });
  });
});

describe('what nobody can find out', () => {
  test('is a fault that says why: no repository, trees that are gone, a journal that was made up, a link', async ({
    home,
    repository,
    reader,
    expect,
  }) => {
    const { root, put } = repository;
    expect(await reader.snapshot(home)).toEqual({
      fault: 'Could not find the index: not a git repository.',
    });
    put('b/c.txt', '1\n');
    const snapshot = await reader.take(root);
    const given = [
      { ...snapshot, tree: '--output=/tmp/x' },
      { ...snapshot, head: 'HEAD' },
      { ...snapshot, tree: '1'.repeat(40) },
    ];
    const faults: unknown[] = [];
    for (const each of given) faults.push(await reader.changesSince(root, each));
    const foreign = { fault: 'The journal has no snapshot of the folder that git could read.' };
    expect(faults).toEqual([
      foreign,
      foreign,
      { fault: expect.stringMatching(/^Could not compare trees: bad object 1/) },
    ]);
    rmSync(join(home, 'run'), { recursive: true });
    put('b/c.txt', '2\n');
    expect(await reader.changesSince(root, snapshot)).toEqual({
      fault: expect.stringMatching(/^Could not compare trees: /),
    });
    rmSync(join(home, 'run'), { recursive: true });
    mkdirSync(join(home, 'run'));
    symlinkSync(root, join(home, 'run/trees'));
    reader.moveOn();
    expect(await reader.snapshot(root)).toEqual({
      fault: `"${join(home, 'run/trees')}" is a link, so nothing is written there. Remove it.`,
    });
  });
});
