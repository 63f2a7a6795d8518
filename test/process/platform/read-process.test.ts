import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readPs } from '../../../src/process/platform/ps.ts';
import { readDarwin, readLinux, scriptOf } from '../../../src/process/platform/read-process.ts';

const root = mkdtempSync(join(tmpdir(), 'wfmap-proc-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Fields of `stat` from the third on, up to the end of the environment, the 51st. */
function statOf({ state = 'S', terminal = 0, environEnd = 1 }): string {
  const fields = Array.from({ length: 49 }, () => '0');
  fields[0] = state;
  fields[1] = '77';
  fields[4] = String(terminal);
  fields[19] = '4242';
  fields[48] = String(environEnd);
  return `5 (a ) b) ${fields.join(' ')}\n`;
}

function makeProcess(
  pid: number,
  stat: string,
  environ: string | undefined,
  argv: readonly string[] = [],
): void {
  const folder = join(root, String(pid));
  mkdirSync(folder);
  writeFileSync(join(folder, 'stat'), stat);
  if (environ !== undefined) writeFileSync(join(folder, 'environ'), environ);
  writeFileSync(join(folder, 'cmdline'), argv.map((word) => `${word}\0`).join(''));
  symlinkSync('/projects/here', join(folder, 'cwd'));
}

describe('a process of Linux', () => {
  test('is read with its terminal, environment and words', () => {
    makeProcess(5, statOf({ terminal: 0x8803 }), 'A=1\0WFMAP_RUN=r\0', [
      'node',
      '--flag',
      'main.js',
      'answer',
      'Go on',
    ]);
    const row = readLinux(5, root);
    expect(row).toEqual({
      pid: 5,
      parent: 77,
      start: '4242',
      user: userInfo().username,
      terminal: 'pts/3',
      environment: ['A=1', 'WFMAP_RUN=r', ''],
      argv: ['node', '--flag', 'main.js', 'answer', 'Go on'],
      folder: '/projects/here',
    });
    expect(row && scriptOf(row)).toEqual({ path: '/projects/here/main.js', at: 2 });
  });

  test.each([
    [0, null],
    [(4 << 8) | 2, 'tty2'],
    [(136 << 8) | 255, 'pts/255'],
    [(137 << 8) | 1, 'pts/257'],
    [(136 << 8) | (1 << 20), 'pts/256'],
    [(5 << 8) | 1, 'terminal 5:1'],
  ])('with the terminal of number %i has %s', (terminal, name) => {
    const pid = 100 + terminal;
    makeProcess(pid, statOf({ terminal }), '');
    expect(readLinux(pid, root)?.terminal).toBe(name);
  });

  test('that is gone, or has ended, is none; one that is somebody else’s has no environment', () => {
    makeProcess(6, statOf({ state: 'Z' }), '');
    makeProcess(7, statOf({}), undefined);
    expect([readLinux(4, root), readLinux(6, root), readLinux(7, root)?.environment]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('that is becoming another program is waited for, and not for ever', () => {
    makeProcess(8, statOf({ environEnd: 0 }), '');
    expect(readLinux(8, root)?.environment).toEqual(['']);
  });
});

test('processes of macOS are read from what "ps" prints', () => {
  const rows = readPs(
    [
      '    1     0     1 Ss   ??      root  Thu Jan  1 00:00:01 2026 /sbin/launchd',
      '  812   700   812 S+   ttys004 ann   Sun Nov 22 12:00:01 2026 /usr/bin/node /w/main.js answer Approve --note=x TERM=xterm WFMAP_RUN=r WFMAP_AGENT=a',
      '  813   812   812 Z    ttys004 ann   Sun Nov 22 12:00:02 2026 (node)',
      'nonsense',
    ].join('\n'),
  ).map(readDarwin);
  expect(rows.map(({ pid, terminal }) => [pid, terminal])).toEqual([
    [1, null],
    [812, 'ttys004'],
  ]);
  expect(rows[1]).toEqual({
    pid: 812,
    parent: 700,
    start: 'Sun Nov 22 12:00:01 2026',
    user: 'ann',
    terminal: 'ttys004',
    environment: ['TERM=xterm', 'WFMAP_RUN=r', 'WFMAP_AGENT=a'],
    argv: ['/usr/bin/node', '/w/main.js', 'answer', 'Approve', '--note=x'],
    folder: undefined,
  });
});
