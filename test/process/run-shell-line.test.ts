import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runShellLine, type ShellLine } from '../../src/process/run-shell-line.ts';
import { until } from '../e2e/helpers/until.ts';
import { isAlive } from '../e2e/helpers/is-alive.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wfmap-shell-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

function run(line: string, more: Partial<ShellLine> = {}) {
  const environment = { PATH: process.env['PATH'], WORD: '$(touch pasted) `touch pasted`; touch pasted' };
  const stop = new AbortController().signal;
  return runShellLine({ line, folder, environment, timeoutMs: 10_000, stop, ...more });
}

const pidIn = (file: string): number => Number(readFileSync(join(folder, file), 'utf8'));
const hasPid = (file: string): boolean => existsSync(join(folder, file)) && pidIn(file) > 0;

test("a line is the shell's, and what it reads from the environment is never run", async () => {
  expect(await run('echo "$WORD" | cat > out')).toEqual({ kind: 'done' });
  expect(readFileSync(join(folder, 'out'), 'utf8')).toBe('$(touch pasted) `touch pasted`; touch pasted\n');
  expect(() => readFileSync(join(folder, 'pasted'))).toThrow('ENOENT');
});

test('a line that fails is told with its exit code and the end of what it said', async () => {
  expect(await run('echo first >&2; echo last >&2; exit 7')).toEqual({
    kind: 'failed',
    reason: 'exit code 7',
    output: 'first\nlast\n',
  });
  expect(await run('kill -TERM $$')).toMatchObject({ kind: 'failed', reason: 'ended by SIGTERM' });
});

test('a line that cannot be started is told, not thrown', async () => {
  expect((await run('a\0b')).kind).toBe('failed');
  expect((await run('true', { folder: join(folder, 'none') })).kind).toBe('failed');
  expect((await run('x'.repeat(3_000_000))).kind).toBe('failed');
});

test('a line that cannot be started says why, and has said nothing', async () => {
  expect(await run('true', { folder: join(folder, 'none') })).toEqual({
    kind: 'failed',
    reason: 'spawn /bin/sh ENOENT',
    output: '',
  });
  expect(await run('a\0b')).toMatchObject({ reason: expect.stringContaining('null bytes'), output: '' });
  expect(await run('x'.repeat(3_000_000))).toMatchObject({
    reason: expect.stringContaining('E2BIG'),
    output: '',
  });
});

test('of what a line complains about the last kilobyte is told', async () => {
  const outcome = await run("head -c 5000 /dev/zero | tr '\\0' x >&2; printf end >&2; exit 1");
  expect(outcome).toEqual({ kind: 'failed', reason: 'exit code 1', output: `${'x'.repeat(1021)}end` });
});

test('a line that does well has failed at nothing, whatever it says', async () => {
  expect(await run('echo out; echo err >&2')).toEqual({ kind: 'done' });
});

test('when the time is up all that the line started ends', async () => {
  const line = 'trap "" TERM INT; sleep 60 & echo $! > child; wait';
  // The time is over when the line has started what is to end, however long that takes here.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const ending = run(line, { timeoutMs: 300 });
  await until(() => hasPid('child'));
  vi.advanceTimersByTime(300);
  vi.useRealTimers();
  expect(await ending).toMatchObject({ kind: 'failed', reason: 'it took longer than 0.3 s' });
  await until(() => !isAlive(pidIn('child')));
});

test('an interruption ends it, also one that came before', async () => {
  expect(await run('sleep 60', { stop: AbortSignal.abort() })).toMatchObject({
    reason: 'it was interrupted',
  });
  const stop = new AbortController();
  const ending = run('echo $$ > self; exec sleep 60', { stop: stop.signal });
  await until(() => hasPid('self'));
  stop.abort();
  expect(await ending).toMatchObject({ reason: 'it was interrupted' });
});

test('what it left in the background is not waited for, and lives on', async () => {
  expect(await run('sleep 300 & echo $! > child')).toEqual({ kind: 'done' });
  expect(isAlive(pidIn('child'))).toBe(true);
  process.kill(pidIn('child'), 'SIGKILL');
});
