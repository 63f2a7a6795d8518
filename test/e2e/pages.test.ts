import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleOf, GOES_WELL } from './helpers/map-rules.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const README = read('README.md');
/** The pages that a reader works through, with the files and commands that they show. */
const PAGES = ['README.md', ...globSync('docs/guide/*.md', { cwd: ROOT }).toSorted()].map(read).join('\n');

let folder: string;
let repository: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wfmap-readme-'));
  repository = join(folder, 'repository');
  mkdirSync(repository);
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', repository]);
  mkdirSync(join(folder, 'bin'));
  symlinkSync(join(ROOT, 'dist/main.js'), join(folder, 'bin/wfmap'));
  symlinkSync(join(ROOT, 'test/fixtures/bin/claude'), join(folder, 'bin/claude'));
  const made = {
    match: '# Job: make this change',
    run: 'echo more >> more.txt',
    output: exampleOf('actor-report'),
  };
  writeFileSync(join(folder, 'script.json'), JSON.stringify({ rules: [made, ...GOES_WELL] }));
  for (const [, path = '', text = ''] of PAGES.matchAll(/<!-- file: (.+?) -->\n```\w+\n(.*?)```/gs)) {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), text);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Maps commit as whoever runs them. */
const WHO = {
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.org',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.org',
};

/** Runs a shell text as a reader of the pages would, with wfmap and a stand-in for claude on PATH. */
function sh(script: string, cwd: string) {
  const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', script], {
    cwd,
    encoding: 'utf8',
    timeout: 100_000,
    env: {
      ...process.env,
      PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
      STAND_IN_STATE: join(folder, 'state'),
      STAND_IN_SCRIPT: join(folder, 'script.json'),
      NO_COLOR: '1',
      ...WHO,
    },
  });
  return { status, stdout, stderr };
}

/** The code block behind a mark. A mark that is not there fails the test. */
function blockOf(mark: string): string {
  const text = PAGES.split(`<!-- ${mark} -->`)[1]?.match(/^\n```\w+\n(.*?)```/s)?.[1];
  if (text === undefined) throw new Error(`No page has a block marked "${mark}".`);
  return text;
}

describe('what the pages say is so', () => {
  test('the two set-up lines of the README are those that continuous integration runs', () => {
    const ci = read('.ci/run');
    const [main = '', tests = ''] = README.match(/^npm ci && .+\nnpm ci && .+$/m)?.[0]?.split('\n') ?? [];
    expect(main).toBe('npm ci && npx wfmap run workflows/efficient.json --storyId=STORY-1 --agent scripted');
    expect(tests).toBe('npm ci && npm test');
    for (const line of ['npm ci', main.replace('npm ci && ', ''), 'npm test'])
      expect(ci.split('\n')).toContain(line);
  });

  test('the README is short enough to be read: at most 10 kB', () => {
    expect(Buffer.byteLength(README)).toBeLessThanOrEqual(10_000);
  });

  test('the maps that they show are laid out', () => {
    const { status, stdout, stderr } = sh(
      'wfmap fmt --check ship.wfmap tidy.wfmap gate.wfmap team.wfmap',
      repository,
    );
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  test('the map of the README is valid, plays without a model, and is drawn', () => {
    const { status, stdout, stderr } = sh(blockOf('test: ship'), repository);
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^\[simulation\] ship\/slip-001 reached its end "Shipped"/m);
    expect(readFileSync(join(repository, 'ship.svg'), 'utf8')).toMatch(/^<svg /);
  });

  test('the first own map is valid, plays without a model, and runs', () => {
    const { status, stdout, stderr } = sh(blockOf('test: first-map'), repository);
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('No problems in 1 map.');
    // It removes something twice: the loop is what the map is to show.
    expect(stdout).toMatch(/^\[simulation\] tidy\/slip-001 reached its end "Clean" \(3 steps/m);
    expect(stdout).toMatch(/^tidy\/slip-002 reached its end/m);
  });

  test('the map with guards, a command and a person is valid, waits, and goes on with the answer', () => {
    const { status, stdout, stderr } = sh(blockOf('test: gate'), repository);
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/paused \(6 steps.*Task "Ask" waits for an answer\.$/m);
    expect(stdout).toMatch(/gate\/slip-001 reached its end "Done"/);
    expect(stdout).toContain('Result: ["no test for an empty list"]');
  });

  test('the scenarios of that map pass, and take all of its ways', () => {
    const { status, stdout, stderr } = sh(blockOf('test: scenarios'), repository);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(
      /^gate\.scenario\.yaml: 6 scenarios passed\n\ngate\.wfmap: (\d+)\/\1 transitions\n/,
    );
  });

  test('the map with branches and items is valid and plays to an end', () => {
    const { status, stdout, stderr } = sh(blockOf('test: team'), repository);
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/team\/slip-001 reached (?:its|the failed) end/);
  });

  test('the commands for an own repository do what they say', () => {
    const { status, stdout, stderr } = sh(blockOf('test: own-repository'), repository);
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('efficient/slip-001 reached its end "Complete"');
    expect(stdout).toContain('RUN');
  });

  describe('the commands to go on with a run do so', () => {
    const lines = (PAGES.match(/^wfmap resume.*$/gm) ?? []).map((line) => line.replace(/\s+#.*$/, ''));
    const [newest = '', budget = '', from = ''] = lines;

    test.each(['TWO', 'THREE'])('beforehand the budget of a run of %s is used up', (story) => {
      const words = `wfmap run efficient --storyId=${story} --autoApprove --max-cost=0.02`;
      expect(sh(words, repository).status).toBe(5);
    });

    test('with more budget, and from a task', () => {
      expect(lines).toHaveLength(3);
      expect(sh(budget, repository)).toMatchObject({ status: 0 });
      expect(sh(from, repository)).toMatchObject({ status: 0 });
    });

    test('the newest, which an agent that cannot work has left', () => {
      const words = 'WFMAP_CLAUDE=/bin/false wfmap run efficient --storyId=FOUR --autoApprove';
      expect(sh(words, repository).status).toBe(6);
      expect(sh(newest, repository)).toMatchObject({ status: 0 });
    });
  });

  test('the line that installs it puts wfmap on the PATH', () => {
    const line = README.match(/^npm install --global \S+/m)?.[0] ?? '';
    const prefix = join(folder, 'prefix');
    mkdirSync(join(prefix, 'lib'), { recursive: true });
    // Without scripts: a build would replace the program under the other tests.
    const settings = `export npm_config_prefix=${prefix} npm_config_ignore_scripts=true`;
    expect(sh(`${settings}; ${line}`, ROOT).status).toBe(0);
    expect(sh(`${prefix}/bin/wfmap --version`, repository).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test('every command of the table has a help of its own', () => {
    const commands = new Set(
      Array.from(
        read('docs/reference/commands.md').matchAll(/^\| `wfmap (\w+)|, `wfmap (\w+)/gm),
        (m) => m[1] ?? m[2] ?? '',
      ),
    );
    expect(commands.size).toBeGreaterThan(6);
    const listed = sh('wfmap --help', repository).stdout;
    for (const command of commands) expect(listed).toMatch(new RegExp(`^\\s+wfmap ${command}\\b`, 'm'));
  });
});
