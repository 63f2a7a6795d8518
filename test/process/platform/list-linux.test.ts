import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listLinux } from '../../../src/process/platform/list-linux.ts';

/** A folder like /proc. Of the fields 5 to 51 of `stat` only 9, 22 and 51 are of interest here. */
function createProc(processes: Record<string, { stat?: string; environ?: string }>): string {
  const root = mkdtempSync(join(tmpdir(), 'wfmap-proc-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, files] of Object.entries(processes)) {
    mkdirSync(join(root, name));
    for (const [file, text] of Object.entries(files)) writeFileSync(join(root, name, file), text);
  }
  return root;
}

function stat(pid: number, name: string, state: string, parent: number): string {
  return statOf(`${pid} (${name}) ${state} ${parent}`, {});
}

/** `end` is the address at which the environment ends. */
function statOf(head: string, { flags = 0, end = 140_000 }): string {
  return `${head} 0 0 0 0 ${flags} ${'0 '.repeat(12)}4711 ${'0 '.repeat(28)}${end} 0\n`;
}

test('a process is marked when its environment holds every mark as a whole entry', () => {
  const root = createProc({
    10: { stat: stat(10, 'node', 'S', 1), environ: 'A=1\0WFMAP_RUN=r\0B=2\0WFMAP_OWNER=o\0' },
    11: { stat: stat(11, 'node', 'S', 10), environ: 'WFMAP_RUN=r2\0XWFMAP_RUN=r\0WFMAP_OWNER=o\0' },
    12: { stat: stat(12, 'node', 'R', 10), environ: 'WFMAP_RUN=r\0' },
  });
  const entries = listLinux(['WFMAP_RUN=r', 'WFMAP_OWNER=o'], { root });
  expect(entries.map(({ pid, marked }) => [pid, marked])).toEqual([
    [10, true],
    [11, false],
    [12, false],
  ]);
  expect(entries[0]).toMatchObject({ parent: 1, started: '4711' });
});

test('a command may hold parentheses, blanks and line breaks', () => {
  const root = createProc({ 10: { stat: stat(10, 'a) R 7\n(b', 'S', 3) } });
  expect(listLinux([], { root })).toEqual([
    { pid: 10, parent: 3, group: 0, session: 0, started: '4711', marked: false },
  ]);
});

test('a process that began before those that are looked for is listed without its marks', () => {
  const root = createProc({
    10: { stat: stat(10, 'old', 'S', 1), environ: 'A=1\0' },
    11: { stat: stat(11, 'new', 'S', 1).replace('4711', '4712'), environ: 'A=1\0' },
  });
  const entries = listLinux(['A=1'], { root, since: '4712' });
  expect(entries.map(({ pid, marked }) => [pid, marked])).toEqual([
    [10, false],
    [11, true],
  ]);
});

test('the dead, the unreadable and what is no process are left out', () => {
  const root = createProc({
    10: { stat: stat(10, 'x', 'Z', 1) },
    11: {},
    self: { stat: stat(12, 'x', 'S', 1) },
  });
  expect(listLinux([], { root })).toEqual([]);
});

describe('a process without an environment', () => {
  const BETWEEN = { stat: statOf('10 (sh) R 1', { end: 0 }), environ: '' };

  test('that is becoming another program is waited for, and has its marks', () => {
    const root = createProc({ 10: BETWEEN });
    let waits = 0;
    const entries = listLinux(['WFMAP_RUN=r'], {
      root,
      wait: () => {
        waits += 1;
        if (waits === 3) writeFileSync(join(root, '10/environ'), 'WFMAP_RUN=r\0');
      },
    });
    expect(entries).toMatchObject([{ pid: 10, marked: true }]);
    expect(waits).toBe(3);
  });

  test('that has started another and ended is followed to the end of the chain', () => {
    const root = createProc({ 10: BETWEEN });
    let pid = 10;
    const entries = listLinux(['WFMAP_RUN=r'], {
      root,
      wait: () => {
        const environ = pid < 22 ? '' : 'WFMAP_RUN=r\0';
        rmSync(join(root, String(pid)), { recursive: true });
        pid += 1;
        mkdirSync(join(root, String(pid)));
        writeFileSync(join(root, `${pid}/stat`), statOf(`${pid} (sh) R 1`, { end: environ.length }));
        writeFileSync(join(root, `${pid}/environ`), environ);
      },
    });
    expect(entries).toMatchObject([{ pid: 23, marked: true }]);
  });

  test('is not waited for without end, and others are listed after it', () => {
    const root = createProc({
      10: BETWEEN,
      11: BETWEEN,
      12: { stat: stat(12, 'sh', 'S', 1), environ: 'A=1\0' },
    });
    let waits = 0;
    const entries = listLinux(['A=1'], { root, wait: () => (waits += 1) });
    expect(entries.map(({ pid, marked }) => [pid, marked])).toEqual([
      [10, false],
      [11, false],
      [12, true],
    ]);
    expect(waits).toBeLessThan(50);
  });

  test('is not waited for where it never had one, is of the kernel, or may not be read', () => {
    const root = createProc({
      10: { stat: stat(10, 'watchdog', 'S', 1), environ: '' },
      11: { stat: statOf('11 (kworker) S 2', { flags: 0x20_8040, end: 0 }), environ: '' },
      12: { stat: statOf('12 (theirs) S 1', { end: 0 }) },
    });
    const entries = listLinux(['A=1'], { root, wait: () => expect.unreachable() });
    expect(entries.map(({ marked }) => marked)).toEqual([false, false, false]);
  });
});
