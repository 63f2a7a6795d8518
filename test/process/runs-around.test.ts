import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runsAround } from '../../src/process/runs-around.ts';
import type { ProcessRow } from '../../src/process/platform/read-process.ts';

const SOURCE = resolve(import.meta.dirname, '../../src/process/runs-around.ts');
const MARKS = { WFMAP_RUN: 'run-1', WFMAP_AGENT: 'agent-1' };
const INSIDE = [{ run: 'run-1', agent: 'agent-1' }];

/** A child that says what it is inside of, through the commands of a shell. `$say` starts it. */
async function sayThrough(line: string, environment: Readonly<Record<string, string>>): Promise<unknown> {
  const code = `import(${JSON.stringify(SOURCE)}).then(({ runsAround }) => console.log(JSON.stringify(runsAround())))`;
  const child = spawn('sh', ['-c', line.replaceAll('$say', '"$NODE" -e "$CODE"')], {
    env: { ...environment, PATH: process.env['PATH'] ?? '', NODE: process.execPath, CODE: code },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (more: string) => (text += more));
  await once(child, 'close');
  return JSON.parse(text);
}

/** What this process itself is inside of: the tests may be run by a map. */
const here = runsAround();
const CLEAN = 'env -i NODE="$NODE" CODE="$CODE" sh -c \'exec "$NODE" -e "$CODE"\'';

describe('a process is inside of a run', () => {
  test.each([
    ['that marked it', '$say'],
    ['whose marks it took off', 'env -u WFMAP_RUN -u WFMAP_AGENT "$NODE" -e "$CODE"; true'],
    ['that marked its parent, with an empty environment of its own', `${CLEAN}; true`],
    ['that marked its parent, in a session of its own', `setsid -w ${CLEAN}; true`],
    ['that marked somebody far above', `( ( ( ${CLEAN}; true ); true ); true )`],
  ])('%s', async (_title, line) => {
    expect(await sayThrough(line, MARKS)).toEqual([...INSIDE, ...here]);
  });

  test('of two: the nearer comes first', async () => {
    const inner = 'WFMAP_RUN=run-2 WFMAP_AGENT=agent-2 "$NODE" -e "$CODE"; true';
    expect(await sayThrough(inner, MARKS)).toEqual([{ run: 'run-2', agent: 'agent-2' }, ...INSIDE, ...here]);
  });

  test('of none, that nobody marked', async () => {
    expect(await sayThrough('$say', {})).toEqual(here);
  });
});

describe('among processes that were made up', () => {
  const row = (pid: number, parent: number, environment?: readonly string[]): ProcessRow => ({
    pid,
    parent,
    environment,
    start: '1',
    user: null,
    terminal: null,
    argv: [],
    folder: undefined,
  });
  const finder = (rows: readonly ProcessRow[]) => (pid: number) => rows.find((each) => each.pid === pid);

  test('one that may not be read is passed over', () => {
    const rows = [row(9, 8, []), row(8, 7), row(7, 1, ['A=1', 'WFMAP_RUN=r']), row(1, 0)];
    expect(runsAround(9, finder(rows))).toEqual([{ run: 'r', agent: '' }]);
  });

  test('ancestors that go round are looked at once', () => {
    expect(runsAround(9, finder([row(9, 8, []), row(8, 9, ['WFMAP_RUN=r'])]))).toHaveLength(1);
  });

  test('more of them than anybody needs are inside of a run that is not known', () => {
    const rows = Array.from({ length: 3000 }, (_, index) => row(index + 1, index, []));
    expect(runsAround(3000, finder(rows))).toEqual([{ run: 'unknown', agent: '' }]);
  });

  test('one whose parent is gone is where it was left', () => {
    expect(runsAround(9, finder([row(9, 8, ['WFMAP_RUN=r', 'WFMAP_AGENT=a'])]))).toEqual([
      { run: 'r', agent: 'a' },
    ]);
  });
});
