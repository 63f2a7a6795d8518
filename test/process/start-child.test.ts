import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { startChild, type ChildRequest } from '../../src/process/start-child.ts';
import { listProcesses } from '../../src/process/platform/list-processes.ts';
import { runMark } from '../../src/process/marks.ts';

const MARKER = `child-test-${process.pid}`;
/** How long the sleepers of these tests sleep, which nobody else's do. */
const SECONDS = `31415${process.pid}`;

/** Lets others have their turn; not by a timer that a test may have stopped. */
const turn = (): Promise<void> => sleep(5);

afterEach(() => vi.useRealTimers());

function start(script: string, changes: Partial<ChildRequest> = {}) {
  const lines: string[] = [];
  let output = '';
  const child = startChild({
    command: '/bin/sh',
    args: ['-c', script],
    folder: '/',
    environment: { PATH: process.env['PATH'], NOTHING: undefined },
    marker: MARKER,
    input: '',
    maxLineBytes: 1_000_000,
    timeoutMs: undefined,
    onOutput: (chunk) => {
      output += Buffer.from(chunk).toString('utf8');
    },
    onLine: (line) => lines.push(line),
    ...changes,
  });
  return { child, lines, output: () => output };
}

function marked(): number {
  return listProcesses([runMark(MARKER)]).filter((entry) => entry.marked).length;
}

describe('a child', () => {
  test('reads its input and hands over its lines, the last one without a line break too', async () => {
    const { child, lines } = start('cat; printf end', { input: 'one\ntwo\n' });
    expect(await child.end).toMatchObject({ exitCode: 0, signal: null, timedOut: false, leftovers: 0 });
    expect(lines).toEqual(['one', 'two', 'end']);
  });

  test('that stays open reads what comes later, and its time stands still while it is held', async () => {
    const { child, lines } = start('read one; read two; echo $one $two; cat', {
      input: 'one\n',
      staysOpen: true,
      timeoutMs: 100,
    });
    const go = child.hold();
    await sleep(150);
    child.write('two\n');
    while (lines.length === 0) await turn();
    child.finish();
    expect(await child.end).toMatchObject({ exitCode: 0, timedOut: false });
    expect(lines).toEqual(['one two']);
    go();
    child.write('three\n');
  });

  test('that never reads its input ends as it likes', async () => {
    const { child } = start('exit 7', { input: 'x'.repeat(5_000_000) });
    expect(await child.end).toMatchObject({ exitCode: 7, startFault: undefined });
  });

  test('that is given no input finds it at its end', async () => {
    const script = 'cat; test -t 0 || echo none';
    const child = startChild({
      command: '/bin/sh',
      args: ['-c', script],
      folder: '/',
      environment: { PATH: process.env['PATH'] },
      marker: MARKER,
      timeoutMs: undefined,
      onOutput: (chunk, stream) =>
        expect([Buffer.from(chunk).toString(), stream]).toEqual(['none\n', 'stdout']),
    });
    expect(child.isOver()).toBe(false);
    expect(await child.end).toMatchObject({ exitCode: 0 });
    expect(child.isOver()).toBe(true);
  });

  test('keeps the last four kilobytes of what it complained about', async () => {
    const { child, output } = start("head -c 100000 /dev/zero | tr '\\0' x >&2; echo last >&2");
    const { stderr } = await child.end;
    expect(stderr).toHaveLength(4096);
    expect(stderr.endsWith('xlast\n')).toBe(true);
    expect(output()).toHaveLength(100_005);
  });

  test('has a line dropped that is over the bound, and only that', async () => {
    const { child, lines } = start("echo a; head -c 2000 /dev/zero | tr '\\0' x; echo; echo b", {
      maxLineBytes: 1000,
    });
    await child.end;
    expect(lines).toEqual(['a', 'b']);
  });

  test('is no shell of ours: arguments stay what they are', async () => {
    const { child, lines } = start('', { command: 'printf', args: ['%s\\n', '$HOME; `id` "x"', ''] });
    await child.end;
    expect(lines).toEqual(['$HOME; `id` "x"']);
  });

  test('gets its environment and the marks, nothing else', async () => {
    const { child, lines } = start('', {
      command: 'env',
      args: [],
      environment: { PATH: process.env['PATH'], A: '1' },
    });
    await child.end;
    const names = lines.map((line) => line.slice(0, line.indexOf('='))).toSorted((a, b) => (a < b ? -1 : 1));
    expect(names).toEqual(['A', 'PATH', 'WFMAP_AGENT', 'WFMAP_OWNER', 'WFMAP_RUN']);
  });

  test('is ended at its timeout by SIGTERM', async () => {
    const script = "trap 'echo asked; exit 3' TERM; echo up; while :; do sleep 0.05; done";
    // The time is over when the child is ready to say that it was asked, however long that takes here.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { child, lines, output } = start(script, { timeoutMs: 200 });
    while (lines.length === 0) await turn();
    vi.advanceTimersByTime(199);
    expect(child.isOver()).toBe(false);
    vi.advanceTimersByTime(1);
    vi.useRealTimers();
    expect(await child.end).toMatchObject({ exitCode: 3, timedOut: true });
    expect(output()).toBe('up\nasked\n');
  });

  test('is ended once it has printed nothing for so long, whatever it printed before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const script = "trap 'exit 3' TERM; echo up; read go; echo more; while :; do sleep 0.05; done";
    const { child, lines } = start(script, { silenceMs: 200, timeoutMs: 10_000, staysOpen: true });
    while (lines.length < 1) await turn();
    vi.advanceTimersByTime(150);
    child.write('go\n');
    while (lines.length < 2) await turn();
    vi.advanceTimersByTime(199);
    const release = child.hold();
    vi.advanceTimersByTime(5_000);
    release();
    expect(child.isOver()).toBe(false);
    vi.advanceTimersByTime(200);
    vi.useRealTimers();
    expect(await child.end).toMatchObject({ exitCode: 3, timedOut: false, wasSilent: true });
  });

  test('that is deaf to SIGTERM is killed with its whole tree after the grace time', async () => {
    const sleeper = `sleep ${SECONDS}`;
    const script = `trap '' TERM; (setsid sh -c "trap '' TERM; ${sleeper} & ${sleeper}" &); env -i ${sleeper} & while :; do sleep 0.05; done`;
    const { child } = start(script, { graceMs: 300 });
    while (sleepers() < 3) await turn();
    child.stop();
    expect(await child.end).toMatchObject({ exitCode: null, signal: 'SIGKILL', timedOut: false });
    expect(marked()).toBe(0);
    expect(sleepers()).toBe(0);
  });

  test('leaves nothing behind, and the count of what it left is told', async () => {
    const { child } = start('setsid sleep 300 & setsid sleep 300 & exit 0');
    expect(await child.end).toMatchObject({ exitCode: 0, leftovers: 2 });
    expect(marked()).toBe(0);
  });

  test('leaves nothing behind, however long it lived and whatever began meanwhile', async () => {
    const { child } = start(
      'for i in 1 2 3 4 5 6 7 8 9; do /bin/true; sleep 0.05; done; setsid sleep 300 & exit 0',
    );
    expect(await child.end).toMatchObject({ exitCode: 0, leftovers: 1 });
    expect(marked()).toBe(0);
  });

  test('leaves nothing behind that left its session without its marks, where it was noted', async () => {
    const { child, lines } = start('setsid env -i sh -c "echo up; exec sleep 300" & wait');
    while (lines.length === 0) await turn();
    child.note();
    child.stop();
    const { leftovers, survivors } = await child.end;
    expect([leftovers, survivors]).toEqual([1, []]);
  });

  test('that is stopped and killed after its end is only ended', async () => {
    const { child } = start('exit 0');
    const end = await child.end;
    child.stop();
    child.kill();
    child.finish();
    expect(await child.end).toBe(end);
  });

  test('that was told to finish is stopped after the grace time', async () => {
    const { child } = start('sleep 300', { graceMs: 100 });
    child.finish();
    expect(await child.end).toMatchObject({ signal: 'SIGTERM', timedOut: false });
  });
});

describe('a child that is asked to end', () => {
  const script = "trap 'echo int' INT; trap 'echo term; exit 3' TERM; echo up; while :; do sleep 0.02; done";

  test('by SIGINT first, where it has time for that, is asked by SIGTERM afterwards', async () => {
    const { child, lines } = start(script, { interruptMs: 1 });
    while (lines.length === 0) await turn();
    child.stop();
    child.stop();
    expect(await child.end).toMatchObject({ exitCode: 3, signal: null, timedOut: false });
    expect(lines).toEqual(['up', 'int', 'term']);
  });

  test('by SIGTERM alone, where it has none', async () => {
    const { child, lines } = start(script, { interruptMs: 0 });
    while (lines.length === 0) await turn();
    child.stop();
    expect(await child.end).toMatchObject({ exitCode: 3 });
    expect(lines).toEqual(['up', 'term']);
  });

  test('ends at once where it is killed, with what it has left', async () => {
    const { child, lines } = start("trap '' TERM; setsid sleep 300 & echo up; while :; do sleep 0.02; done");
    while (lines.length === 0) await turn();
    child.kill();
    expect(await child.end).toMatchObject({ exitCode: null, signal: 'SIGKILL', timedOut: false });
    expect(marked()).toBe(0);
  });
});

describe('the limits of a child', () => {
  test('are a line of 64 KiB where no other is set, and no timer where the time is longer than one can be', async () => {
    const text = (bytes: number): string => `head -c ${bytes} /dev/zero | tr '\\0' x; echo`;
    const lengths: number[] = [];
    const child = startChild({
      command: '/bin/sh',
      args: ['-c', `${text(65_536)}; ${text(65_537)}; echo`],
      folder: '/',
      environment: { PATH: process.env['PATH'] },
      marker: MARKER,
      timeoutMs: 2 ** 40,
      onOutput: () => undefined,
      onLine: (line) => lengths.push(line.length),
    });
    expect(await child.end).toMatchObject({ exitCode: 0, timedOut: false });
    expect(lengths).toEqual([65_536]);
  });

  test('tell which output a chunk is of', async () => {
    const seen: Record<string, string> = { stdout: '', stderr: '' };
    const { child } = start('echo out; echo err >&2', {
      onOutput: (chunk, stream) => {
        seen[stream] += Buffer.from(chunk).toString();
      },
    });
    const { durationMs } = await child.end;
    expect(seen).toEqual({ stdout: 'out\n', stderr: 'err\n' });
    expect(Number.isInteger(durationMs) && durationMs >= 0).toBe(true);
  });
});

test('a machine that does not list its processes costs no result, and the log says it', async () => {
  const { child, output } = start('echo done; exit 4');
  // As on a macOS whose "ps" does not work.
  vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin');
  const end = await child.end;
  vi.restoreAllMocks();
  expect(end).toMatchObject({ exitCode: 4, leftovers: 0, survivors: [] });
  expect(output()).toMatch(/^done\nwfmap could not look for processes left behind: .+\n$/s);
});

describe('a child that outlives us', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wfmap-child-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('comes to its end though nobody reads what it says any more', async () => {
    const START = new URL('../../src/process/start-child.ts', import.meta.url).href;
    const script =
      'kill -9 $PPID; while kill -0 $PPID; do sleep 0.01; done 2> /dev/null; echo out; echo err >&2; echo "$1"; touch ended';
    const request = { command: '/bin/sh', args: ['-c', script, 'sh', 'x'.repeat(100_000)], folder };
    const program = `
      const { startChild } = await import(${JSON.stringify(START)});
      const environment = { PATH: process.env.PATH };
      const marker = ${JSON.stringify(MARKER)};
      startChild({ ...${JSON.stringify(request)}, environment, marker, outlivesUs: true, onOutput() {} });
      setInterval(() => {}, 1000);`;
    const owner = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'ignore' });
    const signal = await new Promise((resolve) => owner.once('exit', (_code, name) => resolve(name)));
    expect(signal).toBe('SIGKILL');
    while (marked() > 0) await turn();
    expect(readdirSync(folder)).toEqual(['ended']);
  });

  test('tells what it complained about, the last four kilobytes of it, and leaves no file', async () => {
    const own = mkdtempSync(join(folder, 'tmp-'));
    vi.stubEnv('TMPDIR', own);
    const { child, output } = start("yes é | head -n 50000 | tr -d '\\n' >&2; echo ! >&2; echo out", {
      outlivesUs: true,
    });
    vi.unstubAllEnvs();
    const { stderr, exitCode } = await child.end;
    expect([exitCode, output()]).toEqual([0, '']);
    expect(stderr).toBe(`${'é'.repeat(2047)}!\n`);
    expect(readdirSync(own)).toEqual([]);
  });

  test('runs where no file can be made for what it says', async () => {
    vi.stubEnv('TMPDIR', join(folder, 'gone'));
    const { child } = start('echo err >&2; exit 3', { outlivesUs: true });
    expect(await child.end).toMatchObject({ exitCode: 3, stderr: '' });
    vi.unstubAllEnvs();
  });

  test('that does not start says why', async () => {
    const { child } = start('', { command: join(folder, 'gone'), outlivesUs: true });
    expect((await child.end).startFault).toMatchObject({ kind: 'program-missing' });
  });
});

/** Sleeping commands of these tests: one of them has lost its marks. */
function sleepers(): number {
  return listProcesses([]).filter((entry) => commandOf(entry.pid) === `sleep\0${SECONDS}\0`).length;
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}

describe('a child that does not start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wfmap-child-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('is over from the start, and can be asked for nothing more', async () => {
    const { child } = start('', { command: join(folder, 'gone') });
    expect(child.isOver()).toBe(true);
    child.stop();
    child.kill();
    child.finish();
    child.note();
    expect(await child.end).toEqual({
      exitCode: null,
      signal: null,
      stderr: '',
      timedOut: false,
      wasSilent: false,
      leftovers: 0,
      survivors: [],
      durationMs: expect.any(Number),
      startFault: {
        kind: 'program-missing',
        retryable: false,
        message: `The program "${join(folder, 'gone')}" does not exist, or the interpreter that it names does not.`,
        help: 'Install it or write its path: a bare name is looked for in the folders of PATH.',
      },
    });
  });

  test('for want of the program says so', async () => {
    const { child } = start('', { command: join(folder, 'gone') });
    const { startFault, exitCode } = await child.end;
    expect(exitCode).toBe(null);
    expect(startFault).toMatchObject({ kind: 'program-missing', retryable: false });
  });

  test('for want of its folder says that, although the system says the same', async () => {
    const { child } = start('', { folder: join(folder, 'gone') });
    expect((await child.end).startFault).toMatchObject({ kind: 'folder-missing' });
  });

  test('for want of permission says that', async () => {
    writeFileSync(join(folder, 'text'), 'x');
    const { child } = start('', { command: join(folder, 'text') });
    expect((await child.end).startFault).toMatchObject({ kind: 'program-refused' });
  });

  test('for an argument that the system does not take is no throw', async () => {
    const nul = start('', { args: ['a\u0000b'] });
    expect((await nul.child.end).startFault).toMatchObject({ kind: 'words-refused' });
    const long = start('', { args: ['x'.repeat(3_000_000)] });
    expect((await long.child.end).startFault).toMatchObject({ kind: 'words-refused' });
  });
});
