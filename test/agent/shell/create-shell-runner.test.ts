import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createShellRunner } from '../../../src/agent/shell/create-shell-runner.ts';
import type { ShellRequest } from '../../../src/agent/shell/shell-runner.ts';
import { runMark } from '../../../src/process/marks.ts';
import { listProcesses } from '../../../src/process/platform/list-processes.ts';
import { probeWall } from '../../../src/wall/probe-wall.ts';
import { isNeededWall } from '../../helpers/needed-walls.ts';

const MARKER = `shell-test-${process.pid}`;
const BIN = resolve(import.meta.dirname, '../../fixtures/bin');
const folder = mkdtempSync(join(tmpdir(), 'wfmap-shell-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(argv: readonly string[], changes: Partial<ShellRequest> = {}) {
  const lines: string[] = [];
  let log = '';
  const runner = createShellRunner({ environment: { PATH: process.env['PATH'], OWN: 'kept' }, graceMs: 300 });
  const call = runner.start({
    task: 'Test',
    visit: 1,
    argv,
    variables: {},
    timeoutMs: undefined,
    workFolder: folder,
    marker: MARKER,
    log: (chunk) => {
      log += Buffer.from(chunk).toString('utf8');
    },
    onLine: (line) => lines.push(line),
    ...changes,
  });
  return { call, lines, log: () => log };
}

const sh = (line: string, changes: Partial<ShellRequest> = {}) => start(['/bin/sh', '-c', line], changes);

function marked(): number {
  return listProcesses([runMark(MARKER)]).filter((entry) => entry.marked).length;
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(5);
}

describe('a command that ends by itself', () => {
  test('gives its exit code and its standard output, without the line break at its end', async () => {
    const { call } = sh('echo one; echo two; echo told >&2; exit 3');
    expect(await call.reply).toMatchObject({ outcome: 'exited', exitCode: 3, stdout: 'one\ntwo' });
  });

  test('loses one line break, not two', async () => {
    expect(await sh(String.raw`printf 'a\n\n'`).call.reply).toMatchObject({ stdout: 'a\n' });
    expect(await sh(String.raw`printf 'a\r\n'`).call.reply).toMatchObject({ stdout: 'a' });
  });

  test('writes both outputs into the log and hands over the lines of both', async () => {
    // Each waits until the one before was read: what stands in two pipes at once has no order.
    const [a, b] = [join(folder, 'a'), join(folder, 'b')];
    const wait = (path: string): string => `until [ -e '${path}' ]; do sleep 0.01; done`;
    const { call, lines, log } = sh(`echo out; ${wait(a)}; echo err >&2; ${wait(b)}; printf last`);
    await until(() => log() === 'out\n');
    writeFileSync(a, '');
    await until(() => log() === 'out\nerr\n');
    writeFileSync(b, '');
    await call.reply;
    expect(log()).toBe('out\nerr\nlast');
    expect(lines).toEqual(['out', 'err', 'last']);
  });

  test('works in the work folder, and finds its input at the end', async () => {
    const { call } = sh('pwd -P; cat; echo done');
    expect(await call.reply).toMatchObject({ exitCode: 0, stdout: `${realpathSync(folder)}\ndone` });
  });

  test('has the environment of wfmap and the variables of the request, and none of those for Claude', async () => {
    const { call } = start(['env'], { variables: { WFMAP_V1: 'a "b"\n$(c)' } });
    const reply = await call.reply;
    const stdout = reply.outcome === 'exited' ? reply.stdout : '';
    expect(stdout).toContain('OWN=kept');
    expect(stdout).toContain('WFMAP_V1=a "b"\n$(c)');
    expect(stdout).not.toContain('CLAUDE');
  });

  test('gets each word as it is', async () => {
    const words = ['$HOME; `id`', '', 'a b', '"q"', "it's", 'ü\n'];
    const { call } = start(['printf', '<%s>', ...words]);
    expect(await call.reply).toMatchObject({ stdout: words.map((word) => `<${word}>`).join('') });
  });

  test('is kept to the last mebibyte of its output, cut between characters', async () => {
    const { call, log } = sh('yes ää | head -c 3000000; echo end');
    const reply = await call.reply;
    const stdout = reply.outcome === 'exited' ? reply.stdout : '';
    expect(Buffer.byteLength(stdout)).toBeGreaterThan(1_048_000);
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(1_048_576);
    expect(stdout).not.toContain('\u{FFFD}ä');
    expect(stdout.endsWith('end')).toBe(true);
    expect(Buffer.byteLength(log())).toBeGreaterThanOrEqual(3_000_000);
  });

  test('takes along what it left in the background, and the log says so', async () => {
    const { call, log } = sh('setsid sleep 300 & setsid sleep 300 & exit 0');
    expect(await call.reply).toMatchObject({ outcome: 'exited', exitCode: 0 });
    expect(marked()).toBe(0);
    expect(log()).toBe('\n[wfmap ended 2 processes that the command had left behind]\n');
  });

  test('takes along one that it left, and says nothing where it left none', async () => {
    const one = sh('setsid sleep 300 & exit 3');
    expect(await one.call.reply).toMatchObject({ outcome: 'exited', exitCode: 3 });
    expect(one.log()).toBe('\n[wfmap ended a process that the command had left behind]\n');
    const none = sh('exit 3');
    expect(await none.call.reply).toEqual({
      outcome: 'exited',
      exitCode: 3,
      stdout: '',
      durationMs: expect.any(Number),
    });
    expect(none.log()).toBe('');
  });

  test('is started by what stands for wfmap, where it names that, and only there', async () => {
    const said = async (argv: readonly string[], wfmap?: readonly string[]) => {
      const runner = createShellRunner({
        environment: { PATH: process.env['PATH'] },
        ...(wfmap === undefined ? {} : { wfmap }),
      });
      const request = { task: 'T', visit: 1, variables: {}, timeoutMs: undefined, workFolder: folder };
      const io = { marker: MARKER, log: () => undefined, onLine: () => undefined };
      const reply = await runner.start({ ...request, ...io, argv }).reply;
      return reply.outcome === 'exited' ? reply.stdout : reply.outcome;
    };
    expect(await said(['wfmap', 'a', 'b'], ['echo', 'as', 'wfmap'])).toBe('as wfmap a b');
    expect(await said(['echo', 'wfmap'], ['printf', 'no'])).toBe('wfmap');
    expect(await said(['wfmap'], [])).toBe('failed');
  });
});

describe('a command that is ended', () => {
  test('by its time is a fault of the transport', async () => {
    const { call } = sh('sleep 300', { timeoutMs: 200 });
    expect(await call.reply).toMatchObject({
      outcome: 'failed',
      fault: 'transport',
      reason: 'The command timed out after 0.2 s.',
    });
    expect(marked()).toBe(0);
  });

  test('by somebody else is a fault of the transport', async () => {
    const { call } = sh('kill -KILL $$');
    expect(await call.reply).toMatchObject({
      outcome: 'failed',
      fault: 'transport',
      reason: 'The command was ended by SIGKILL.',
    });
  });

  test('by a stop is interrupted, also where it ends with an exit code then', async () => {
    const { call, lines } = sh("trap 'exit 0' TERM; echo up; while :; do sleep 0.02; done");
    await until(() => lines.length > 0);
    call.stop();
    call.stop();
    expect(await call.reply).toMatchObject({ outcome: 'interrupted' });
  });

  test('and is deaf to that goes with its whole tree', async () => {
    const { call, lines } = start([join(BIN, 'deaf')]);
    await until(() => lines.length > 0);
    call.stop();
    expect(await call.reply).toMatchObject({ outcome: 'interrupted' });
    expect(marked()).toBe(0);
  });

  test('at once is interrupted', async () => {
    const { call, lines } = sh('echo up; sleep 300');
    await until(() => lines.length > 0);
    call.kill();
    expect(await call.reply).toMatchObject({ outcome: 'interrupted' });
  });

  test('after its end keeps its result', async () => {
    const { call } = sh('exit 4');
    await call.reply;
    call.stop();
    call.kill();
    expect(await call.reply).toMatchObject({ outcome: 'exited', exitCode: 4 });
  });
});

const { wall, reason } = probeWall({});
describe.skipIf(wall === undefined && !isNeededWall('bwrap') && !isNeededWall('landlock'))(
  `a command behind a wall${wall === undefined ? `, of which none holds: ${reason}` : ''}`,
  () => {
    beforeAll(() => {
      if (wall === undefined) throw new Error(reason);
    });
    const root = realpathSync(mkdtempSync('/var/tmp/wfmap-shell-'));
    afterAll(() => rmSync(root, { recursive: true, force: true }));
    const at = (name: string): string => join(root, name);
    for (const name of ['open', 'temporary']) mkdirSync(at(name));
    const confinement = { folder: root, writable: [at('open')], frozen: [], temporary: at('temporary') };
    const behind = (changes: Partial<typeof confinement> = {}): Partial<ShellRequest> => ({
      workFolder: root,
      ...(wall === undefined ? {} : { wall: { wall, confinement: { ...confinement, ...changes } } }),
    });

    test('writes where it may, and its reply is its own', async () => {
      const { call } = sh('echo x > open/x; echo x > closed || echo refused; exit 3', behind());
      expect(await call.reply).toMatchObject({ outcome: 'exited', exitCode: 3, stdout: 'refused' });
      expect([existsSync(at('open/x')), existsSync(at('closed'))]).toEqual([true, false]);
    });

    test('that is stopped was interrupted', async () => {
      const { call, lines } = sh('echo up; sleep 300', behind());
      await until(() => lines.length > 0);
      call.stop();
      expect(await call.reply).toMatchObject({ outcome: 'interrupted' });
      await until(() => marked() === 0);
    });

    test('is a permanent fault where the wall cannot be raised', async () => {
      expect(await sh('true', behind({ writable: [at('none')] })).call.reply).toMatchObject({
        outcome: 'failed',
        fault: 'permanent',
        reason: `The writable folder "${at('none')}" does not exist.`,
      });
    });
  },
);

describe('a command that cannot be started', () => {
  const permanent = { outcome: 'failed', fault: 'permanent' };

  test('is a permanent fault that says what to do: no such program', async () => {
    expect(await start(['no-such-program-here']).call.reply).toMatchObject({
      ...permanent,
      reason: expect.stringContaining('"no-such-program-here" does not exist'),
      help: expect.stringContaining('PATH'),
    });
  });

  test('no permission to run it', async () => {
    const path = join(folder, 'text');
    writeFileSync(path, '#!/bin/sh\n');
    chmodSync(path, 0o644);
    expect(await start(['./text']).call.reply).toMatchObject({
      ...permanent,
      help: expect.stringContaining('chmod'),
    });
  });

  test('a NUL in an argument or a variable, and words that are too long', async () => {
    expect(await start(['printf', 'a\0b']).call.reply).toMatchObject({
      ...permanent,
      help: expect.stringContaining('NUL'),
    });
    expect(await sh('true', { variables: { WFMAP_V1: 'a\0b' } }).call.reply).toMatchObject(permanent);
    expect(await start(['printf', 'x'.repeat(3_000_000)]).call.reply).toMatchObject({
      ...permanent,
      help: expect.stringContaining('file'),
    });
  });

  test('no program at all', async () => {
    for (const argv of [[], [''], ['', 'x']]) {
      const { call } = start(argv);
      call.stop();
      call.kill();
      expect(await call.reply).toEqual({
        ...permanent,
        reason: 'The command names no program.',
        help: 'Write a program before its arguments.',
        durationMs: 0,
      });
    }
  });

  test('a folder that is gone', async () => {
    expect(await sh('true', { workFolder: join(folder, 'gone') }).call.reply).toMatchObject({
      ...permanent,
      reason: expect.stringContaining('working folder'),
    });
  });
});
