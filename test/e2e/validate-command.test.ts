import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { validateOptions } from '../../src/cli/validate/options.ts';

const PROGRAM = `${import.meta.dirname}/../fixtures/bin/validate.mjs`;
const GOOD = readFileSync(`${import.meta.dirname}/../fixtures/ok/smallest.json`, 'utf8');
const BAD = GOOD.replace('"target": "End"', '"target": "Edn"');
const WARNED = GOOD.replace('"prompt"', '"promt": "", "prompt"');
const COMMAS = GOOD.replace('"type": "end" }', '"type": "end", }').replace(
  '"type": "claude", "',
  '"type": "claude" "',
);

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wfmap-validate-'));
  mkdirSync(join(folder, '.git'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function validate(argv: readonly string[], input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...argv], {
    cwd: folder,
    input,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  return { status, stdout, stderr };
}

test('a good map is 0, with one line to say so', () => {
  put('a.json', GOOD);
  expect(validate(['a.json'])).toEqual({ status: 0, stdout: 'No problems in 1 map.\n', stderr: '' });
});

test('an error is 1, with the place in the file as it was named', () => {
  put('x/a.json', BAD);
  const { status, stdout } = validate(['./x/a.json']);
  expect(status).toBe(1);
  expect(stdout).toMatch(/^\.\/x\/a\.json:5:\d+: error: .* \[unknown-target\]\n/);
  expect(stdout).toMatch(/\n\n1 error, 0 warnings in 1 map\.\n$/);
});

test('findings are written for code scanning, for annotations and as Markdown', () => {
  put('x/a.json', BAD);
  const sarif = validate(['--format', 'sarif', './x/a.json']);
  expect(sarif.status).toBe(1);
  expect(JSON.parse(sarif.stdout)).toMatchObject({
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'wfmap' } },
        results: [
          {
            ruleId: 'unknown-target',
            level: 'error',
            locations: [
              { physicalLocation: { artifactLocation: { uri: 'x/a.json' }, region: { startLine: 5 } } },
            ],
          },
        ],
      },
    ],
  });
  const github = validate(['--format', 'github', './x/a.json']).stdout;
  expect(github).toMatch(/^::error file=x\/a\.json,line=5,[^\n]*title=wfmap%3A unknown-target::[^\n]+\n$/);
  const markdown = validate(['--format', 'markdown', './x/a.json']).stdout;
  expect(markdown).toMatch(
    /^### 1\. error: [^]*- Place: x\/a\.json:5\n[^]*\n1 error, 0 warnings in 1 map\.\n$/,
  );
});

test('without findings there is a SARIF log with no result, and no annotation', () => {
  put('a.json', GOOD);
  const { stdout } = validate(['--format', 'sarif', 'a.json']);
  expect(JSON.parse(stdout)).toMatchObject({ runs: [{ results: [] }] });
  expect(validate(['--format', 'github', 'a.json'])).toEqual({ status: 0, stdout: '', stderr: '' });
});

test('without arguments every map of the project is checked, from wherever in it', () => {
  put('workflows/a.json', GOOD);
  put('.sdlc/workflows/system/b-map.json', BAD);
  put('deep/down/x', '');
  folder = join(folder, 'deep/down');
  const { status, stdout } = validate(['--format', 'concise']);
  folder = join(folder, '../..');
  expect(status).toBe(1);
  expect(stdout).toMatch(/^\.\.\/\.\.\/\.sdlc\/workflows\/system\/b-map\.json:5:/);
});

test('a project without maps is wrong usage, not success', () => {
  expect(validate([])).toMatchObject({ status: 2, stdout: '' });
});

test('warnings fail only beyond --max-warnings', () => {
  put('a.json', WARNED);
  expect(validate(['a.json']).status).toBe(0);
  expect(validate(['a.json', '--max-warnings', '1']).status).toBe(0);
  expect(validate(['a.json', '--max-warnings=0']).status).toBe(1);
  expect(validate(['a.json', '--max-warnings=0', '--quiet'])).toMatchObject({
    status: 1,
    stdout: '0 errors, 1 warning in 1 map.\n',
  });
});

test('JSON is one document, and nothing else is on stdout', () => {
  put('a.json', BAD);
  put('b.json', GOOD);
  for (const flags of [['--json'], ['--format', 'json'], ['--format=json']]) {
    const { status, stdout, stderr } = validate(['a.json', 'b.json', ...flags]);
    expect([status, stderr]).toEqual([1, '']);
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      diagnostics: [{ code: 'unknown-target', file: 'a.json' }],
      summary: { files: 2, errors: 1, warnings: 0 },
    });
  }
});

test('standard input stands for a path, whose project has the templates', () => {
  put('p/.sdlc/x', '');
  put('p/prompts/a.md', 'Do it.');
  const text = GOOD.replace('"prompt": "Do the work."', '"promptTemplatePath": "prompts/a.md"');
  expect(validate(['-', '--stdin-filename', 'p/.sdlc/workflows/a-map.json'], text).status).toBe(0);
  expect(validate(['-'], BAD).stdout).toMatch(/^<stdin>:5:/);
});

describe('what cannot be read is 2 with its reason, and the others are checked all the same', () => {
  test('a file that is not there', () => {
    put('a.json', BAD);
    const { status, stdout, stderr } = validate(['nope.json', 'a.json', '--format=concise']);
    expect(status).toBe(2);
    expect(stdout).toContain('unknown-target');
    expect(stderr).toContain('There is no map "nope.json"');
  });

  test('a file that is no text', () => {
    writeFileSync(join(folder, 'a.json'), new Uint8Array([0x22, 0xff, 0x22]));
    expect(validate(['a.json'])).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/a\.json" cannot be read: it is not valid UTF-8\.\n/),
    });
  });
});

test.each([
  [['--frmat', 'json'], 'Did you mean --format?'],
  [['--format', 'jsn'], 'Did you mean json?'],
  [['--format'], '--format needs a value.'],
  [['--max-warnings', 'many'], 'needs a whole number'],
  [['--json=yes'], '--json takes no value.'],
  [['--constructor'], 'has no flag --constructor'],
  [['-x'], 'has no flag -x'],
  [['-', '--fix'], 'standard input has none'],
])('%j is wrong usage', (argv, reason) => {
  const { status, stdout, stderr } = validate(argv);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(reason);
});

test('after -- everything is a file', () => {
  put('--json', BAD);
  expect(validate(['--', '--json']).stdout).toMatch(/^--json:5:/);
});

describe('--fix', () => {
  test('applies safe fixes one round after the other, keeps the mode, and says what remains', () => {
    put('a.json', COMMAS.replace('"target": "End"', '"target": "Edn"'));
    const { mode } = statSync(join(folder, 'a.json'));
    const { status, stdout, stderr } = validate(['a.json', '--fix', '--format=concise']);
    expect([status, stderr]).toEqual([1, 'Fixed a.json.\n']);
    expect(stdout).toMatch(/^[^\n]*\[unknown-target\]\n$/);
    expect(JSON.parse(readFileSync(join(folder, 'a.json'), 'utf8'))).toEqual(JSON.parse(BAD));
    expect(statSync(join(folder, 'a.json')).mode).toBe(mode);
    expect(readdirSync(folder).toSorted()).toEqual(['.git', 'a.json']);
  });

  test('leaves fixes that are not safe, and a file without any, as they are', () => {
    put('a.json', BAD);
    const before = statSync(join(folder, 'a.json'));
    expect(validate(['a.json', '--fix']).status).toBe(1);
    expect(statSync(join(folder, 'a.json')).ino).toBe(before.ino);
  });
});

test('a name of a shipped map is that map, and the command says so', () => {
  expect(validate(['do-subtask'])).toEqual({
    status: 0,
    stdout: expect.stringContaining('1 map'),
    stderr: '"do-subtask" is the shipped map workflows/do-subtask.json.\n',
  });
});

test('help lists every flag and exits with 0', () => {
  for (const flag of ['--help', '-h']) {
    const { status, stdout, stderr } = validate([flag]);
    expect([status, stderr]).toEqual([0, '']);
    for (const name of Object.keys(validateOptions)) expect(stdout).toContain(`--${name}`);
  }
});
