import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Birth } from '../../../src/process/platform/births.ts';
import { walkLinux, type LinuxListing } from '../../../src/process/platform/list-linux.ts';
import type { ProcessEntry } from '../../../src/process/platform/process-entry.ts';

function listLinux(marks: readonly string[], how: Omit<LinuxListing, 'marks'>): readonly ProcessEntry[] {
  const walk = walkLinux({ marks, ...how });
  let step = walk.next();
  while (step.done !== true) step = walk.next();
  return step.value;
}

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

/** A child that began this very moment. */
function bornAs(pid: number, more: Partial<Birth> = {}): Birth {
  return { pid, started: '4711', forks: 1_000, atMs: performance.now(), ...more };
}

/** What the system tells of its ids. */
function writeIds(root: string, { last, forks = 1_001, ids = 32_768 }: Record<string, number>): void {
  writeFileSync(join(root, 'loadavg'), `0.42 0.38 0.30 2/203 ${last}\n`);
  writeFileSync(join(root, 'stat'), `cpu  1 2 3\nprocesses ${forks}\nprocs_running 1\n`);
  mkdirSync(join(root, 'sys/kernel'), { recursive: true });
  writeFileSync(join(root, 'sys/kernel/pid_max'), `${ids}\n`);
}

/** A folder like /proc of this process, with all ids told. */
function createOwnProc(processes: Parameters<typeof createProc>[0], ids: Record<string, number>): string {
  const root = createProc(processes);
  symlinkSync(String(process.pid), join(root, 'self'));
  writeIds(root, ids);
  return root;
}

/** `end` is the address at which the environment ends. */
function statOf(head: string, { flags = 0, end = 140_000, exitSignal = 17 }): string {
  return `${head} 0 0 0 0 ${flags} ${'0 '.repeat(12)}4711 ${'0 '.repeat(15)}${exitSignal} ${'0 '.repeat(12)}${end} 0\n`;
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
  const entries = listLinux(['A=1'], { root, birth: bornAs(11, { started: '4712' }) });
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

describe('where the ids tell which processes are younger than a child', () => {
  const MARKED = { environ: 'A=1\0' };
  const alive = (pid: number, more = {}) => ({ stat: statOf(`${pid} (x) S 1`, more), ...MARKED });
  const marked = (entries: readonly ProcessEntry[]): readonly (readonly [number, boolean])[] =>
    entries.map(({ pid, marked }) => [pid, marked] as const).toSorted(([one], [other]) => one - other);

  test('it lists these, the child, and this process for comparison', () => {
    const root = createOwnProc(
      {
        10: alive(10),
        5_000_500: alive(5_000_500),
        5_000_502: alive(5_000_502),
        [process.pid]: alive(process.pid),
      },
      { last: 5_000_503 },
    );
    expect(marked(listLinux(['A=1'], { root, birth: bornAs(5_000_500), isSure: true }))).toEqual([
      [process.pid, false],
      [5_000_500, true],
      [5_000_502, true],
    ]);
  });

  test('it lists nobody, not even this process, where there is nobody', () => {
    const root = createOwnProc({ 10: alive(10), [process.pid]: alive(process.pid) }, { last: 5_000_500 });
    expect(listLinux(['A=1'], { root, birth: bornAs(5_000_500), isSure: true })).toEqual([]);
  });

  test('it takes no thread for a process', () => {
    const root = createOwnProc(
      { 5_000_500: alive(5_000_500), 5_000_501: alive(5_000_501, { exitSignal: -1 }) },
      { last: 5_000_501 },
    );
    expect(marked(listLinux(['A=1'], { root, birth: bornAs(5_000_500) }))).toEqual([[5_000_500, true]]);
  });

  test('it finds them among a thousand ids as well', () => {
    const root = createOwnProc(
      { 10: alive(10), 5_000_500: alive(5_000_500), 5_001_400: alive(5_001_400) },
      { last: 5_001_500 },
    );
    expect(marked(listLinux(['A=1'], { root, birth: bornAs(5_000_500) }))).toEqual([
      [5_000_500, true],
      [5_001_400, true],
    ]);
  });

  const LISTED_ALL = [[10, true]];
  test.each([
    ['the ids began anew', 5_000_500, {}, { last: 5_000_499 }],
    [
      'the ids may have come round',
      5_000_500,
      { atMs: -Infinity },
      { last: 5_000_600, forks: 1_000 + 20_000 },
    ],
    ['ids were used up without forks', 5_000_500, { atMs: -Infinity }, { last: 5_000_900, forks: 1_100 }],
    ['forks are not counted', 5_000_500, { atMs: -Infinity, forks: NaN }, { last: 5_000_501 }],
    ['there is no last id', 5_000_500, {}, { last: NaN }],
    ['there is no highest id', 5_000_500, {}, { last: 5_000_501, ids: NaN }],
  ])('it lists all processes once %s', (_why, pid, birth, ids) => {
    const root = createOwnProc({ 10: alive(10) }, ids);
    expect(marked(listLinux(['A=1'], { root, birth: bornAs(pid, birth) }))).toEqual(LISTED_ALL);
  });

  test('it lists all processes of a child that has lived long, where it must be sure', () => {
    const root = createOwnProc({ 10: alive(10) }, { last: 5_000_501 });
    const birth = bornAs(5_000_500, { atMs: performance.now() - 32_768 });
    expect(marked(listLinux(['A=1'], { root, birth, isSure: true }))).toEqual(LISTED_ALL);
    expect(marked(listLinux(['A=1'], { root, birth }))).toEqual([]);
  });

  test('it lists all processes where ids begin anew while it looks', () => {
    const root = createOwnProc(
      { 10: alive(10), 5_000_500: { stat: statOf('5000500 (sh) R 1', { end: 0 }), environ: '' } },
      { last: 5_000_500 },
    );
    const wait = (): void => writeIds(root, { last: 300 });
    expect(marked(listLinux(['A=1'], { root, birth: bornAs(5_000_500), wait }))).toEqual([
      [10, true],
      [5_000_500, false],
    ]);
  });

  test('it follows a chain, each of which starts the next and ends, to its end', () => {
    const BETWEEN = { stat: statOf('5000500 (sh) R 1', { end: 0 }), environ: '' };
    const root = createOwnProc({ 5_000_500: BETWEEN }, { last: 5_000_500 });
    let pid = 5_000_500;
    const wait = (): void => {
      rmSync(join(root, String(pid)), { recursive: true });
      pid += 1;
      mkdirSync(join(root, String(pid)));
      const environ = pid < 5_000_512 ? '' : 'A=1\0';
      writeFileSync(join(root, `${pid}/stat`), statOf(`${pid} (sh) R 1`, { end: environ.length }));
      writeFileSync(join(root, `${pid}/environ`), environ);
      writeIds(root, { last: pid });
    };
    expect(marked(listLinux(['A=1'], { root, birth: bornAs(5_000_500), wait }))).toEqual([[5_000_512, true]]);
  });

  test('it lists all processes where the ids are not those of this process, or a container makes them up', () => {
    const other = createProc({ 10: alive(10) });
    symlinkSync('1', join(other, 'self'));
    writeIds(other, { last: 5_000_501 });
    expect(marked(listLinux(['A=1'], { root: other, birth: bornAs(5_000_500) }))).toEqual(LISTED_ALL);
    const madeUp = createOwnProc({ 10: alive(10) }, { last: 5_000_501 });
    rmSync(join(madeUp, 'loadavg'));
    symlinkSync('/proc/loadavg', join(madeUp, 'loadavg'));
    expect(marked(listLinux(['A=1'], { root: madeUp, birth: bornAs(1) }))).toEqual(LISTED_ALL);
  });
});
