import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listLinux } from '../../../src/process/platform/list-linux.ts';

/** A folder like /proc. Fields 5 to 21 of `stat` are of no interest here. */
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
  return `${pid} (${name}) ${state} ${parent} ${'0 '.repeat(17)}4711 0 0\n`;
}

test('a process is marked when its environment holds every mark as a whole entry', () => {
  const root = createProc({
    10: { stat: stat(10, 'node', 'S', 1), environ: 'A=1\0WFMAP_RUN=r\0B=2\0WFMAP_OWNER=o\0' },
    11: { stat: stat(11, 'node', 'S', 10), environ: 'WFMAP_RUN=r2\0XWFMAP_RUN=r\0WFMAP_OWNER=o\0' },
    12: { stat: stat(12, 'node', 'R', 10), environ: 'WFMAP_RUN=r\0' },
  });
  const entries = listLinux(['WFMAP_RUN=r', 'WFMAP_OWNER=o'], root);
  expect(entries.map(({ pid, marked }) => [pid, marked])).toEqual([
    [10, true],
    [11, false],
    [12, false],
  ]);
  expect(entries[0]).toMatchObject({ parent: 1, started: '4711' });
});

test('a command may hold parentheses, blanks and line breaks', () => {
  const root = createProc({ 10: { stat: stat(10, 'a) R 7\n(b', 'S', 3) } });
  expect(listLinux([], root)).toEqual([{ pid: 10, parent: 3, started: '4711', marked: true }]);
});

test('the dead, the unreadable and what is no process are left out', () => {
  const root = createProc({
    10: { stat: stat(10, 'x', 'Z', 1) },
    11: {},
    self: { stat: stat(12, 'x', 'S', 1) },
  });
  expect(listLinux([], root)).toEqual([]);
});
