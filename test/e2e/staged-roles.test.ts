import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';

const PROGRAM = `${import.meta.dirname}/../fixtures/bin/validate.mjs`;
const HOOKS = parse(readFileSync(`${import.meta.dirname}/../../.pre-commit-hooks.yaml`, 'utf8')) as {
  readonly id: string;
}[];

let home = '';
let root = '';
let environment: Record<string, string> = {};

/** Answers with what a program printed, whichever way. */
function run(command: string, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(command, words, {
    cwd: root,
    env: environment,
    encoding: 'utf8',
  });
  return { status, reported: stdout + stderr };
}
const git = (...words: string[]) => run('git', ...words);
const validate = (...words: string[]) => run('wfmap', 'validate', ...words);

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const ROLE = 'prompts/agents/keeper.md';
const HEAD = '---\nname: keeper\ndescription: Keeps\nversion: 1.0.0\nlast_updated: 2026-01-31\n---\n';
const roleOf = (lines: number) => HEAD + Array.from({ length: lines }, (_, n) => `Line ${n}.\n`).join('');

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'wfmap-staged-'));
  root = join(home, 'repository');
  mkdirSync(root);
  mkdirSync(join(home, 'bin'));
  writeFileSync(join(home, 'bin/wfmap'), `#!/bin/sh\nshift\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`);
  chmodSync(join(home, 'bin/wfmap'), 0o755);
  environment = {
    PATH: [join(home, 'bin'), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
    HOME: home,
    NO_COLOR: '1',
    GIT_CONFIG_NOSYSTEM: '1',
  };
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'A tester');
  git('config', 'user.email', 'tester@example.org');
  put(ROLE, roleOf(700));
  git('add', '.');
  git('commit', '-q', '-m', 'A long role');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe('validate --staged', () => {
  test('refuses a commit in which a role loses more than 500 lines, with its name and the number', () => {
    put(ROLE, roleOf(199));
    git('add', '.');
    expect(validate('--staged')).toEqual({
      status: 1,
      reported:
        'No problems in 1 role.\n' +
        `wfmap: "${ROLE}" loses 501 lines in this commit; more than 500 are refused.\n` +
        '  Look at the change. Where it is meant, --allow-deletions lets it pass.\n',
    });
    expect(validate('--staged', '--allow-deletions')).toEqual({
      status: 0,
      reported: 'No problems in 1 role.\n',
    });
  });

  test('lets 500 lines pass, and what is not to be committed yet', () => {
    put(ROLE, roleOf(200));
    git('add', '.');
    put(ROLE, roleOf(10));
    expect(validate('--staged').status).toBe(0);
  });

  test('counts a role that is removed, but not one that is moved', () => {
    git('mv', ROLE, 'prompts/agents/guard.md');
    expect(validate('--staged').reported).not.toContain('loses');
    git('rm', '-q', '-f', 'prompts/agents/guard.md');
    expect(validate('--staged')).toMatchObject({
      status: 1,
      reported: expect.stringContaining('loses 706 lines'),
    });
  });

  test('counts a role that becomes no text, and whatever the repository says of its differences', () => {
    put('.gitattributes', '*.md diff=odd -text\n');
    git('config', 'diff.odd.command', 'touch hacked');
    git('config', 'diff.odd.textconv', 'touch hacked');
    put(ROLE, '\0\0\0');
    git('add', '.');
    expect(validate('--staged')).toMatchObject({
      status: 1,
      reported: expect.stringContaining('loses 706 lines'),
    });
    expect(run('ls').reported).not.toContain('hacked');
  });

  test('looks at changed roles alone, and at maps only where they are named', () => {
    put('prompts/agents/other.md', '---\nname: another\n---\nHello\n');
    put('workflows/bad.json', '{');
    expect(validate('--staged')).toEqual({ status: 0, reported: '' });
    git('add', '.');
    expect(validate('--staged').reported).toContain('other.md:2:7: warning:');
    expect(validate('--staged', '--max-warnings=0').status).toBe(1);
    expect(validate('--staged', 'workflows/bad.json')).toMatchObject({
      status: 1,
      reported: expect.stringMatching(/^workflows\/bad\.json:1:/),
    });
  });

  test('works before the first commit, and says where there is no repository', () => {
    rmSync(join(root, '.git'), { recursive: true });
    expect(validate('--staged')).toMatchObject({
      status: 2,
      reported: expect.stringContaining('git has no answer'),
    });
    git('init', '-q');
    git('add', '.');
    expect(validate('--staged').status).toBe(0);
    expect(validate('--allow-deletions')).toMatchObject({ status: 2 });
  });
});

describe('in a hook', () => {
  test('what `git commit -a` takes along is counted, though the index does not have it yet', () => {
    put('.git/hooks/pre-commit', '#!/bin/sh\nexec wfmap validate --staged\n');
    chmodSync(join(root, '.git/hooks/pre-commit'), 0o755);
    put(ROLE, roleOf(10));
    expect(git('commit', '-a', '-m', 'Shorter')).toMatchObject({
      status: 1,
      reported: expect.stringContaining('loses 690 lines'),
    });
    put(ROLE, roleOf(300));
    expect(git('commit', '-q', '-a', '-m', 'Shorter').status).toBe(0);
  });

  // Where there is no pre-commit there is nothing to be shown of it.
  const there = ['pre-commit'].filter((each) => spawnSync(each, ['--version']).status === 0);
  test.each(there)(
    'of %s, as it is shipped, a role that loses too much is refused, also a removed one',
    () => {
      const hooks = HOOKS.filter(({ id }) => id === 'wfmap-templates');
      expect(hooks).toHaveLength(1);
      put('.pre-commit-config.yaml', stringify({ repos: [{ repo: 'local', hooks }] }));
      git('add', '.');
      expect(run('pre-commit', 'install').status).toBe(0);
      git('commit', '-q', '-m', 'Hooks');
      put(ROLE, roleOf(10));
      git('add', '.');
      const shorter = git('commit', '-m', 'Shorter');
      expect(shorter).toMatchObject({ status: 1, reported: expect.stringContaining('loses 690 lines') });
      git('rm', '-q', '-f', ROLE);
      expect(git('commit', '-m', 'Gone')).toMatchObject({
        status: 1,
        reported: expect.stringContaining('loses 706 lines'),
      });
      environment['SKIP'] = 'wfmap-templates';
      expect(git('commit', '-q', '-m', 'Gone').status).toBe(0);
    },
  );
});

describe('validate without files', () => {
  test('checks roles that no map names, and counts them', () => {
    expect(validate()).toEqual({ status: 0, reported: 'No problems in 1 role.\n' });
    put(ROLE, roleOf(1).replace('1.0.0', 'one'));
    expect(validate('--format=json')).toMatchObject({
      status: 0,
      reported: expect.stringContaining('"summary":{"files":1,"errors":0,"warnings":1}'),
    });
  });

  test('checks a role by its path, from wherever in the project', () => {
    put(ROLE, roleOf(1).replace('1.0.0', 'one'));
    root = join(root, 'prompts');
    expect(validate('agents/keeper.md').reported).toMatch(/^agents\/keeper\.md:4:10: warning: "version"/);
    expect(validate('agents/monitor.md')).toMatchObject({ status: 2 });
  });
});
