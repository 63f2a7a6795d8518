/**
 * Runs a line of a person's own for the shell, bounded in time.
 *
 * What the line may use comes in by the environment; nothing is ever put into its text.
 *
 * N1. The promise is settled once, at the latest a moment after the time is up, and never rejected.
 * N2. The line leads a session of its own: when its time is up, all that is still in it ends.
 * N3. What the line left in the background before that is not waited for, and lives on.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { systemCodeOf, toError } from '../util/error.ts';
import { createByteTail } from './byte-tail.ts';

/** Units: ms. */
export interface ShellLine {
  readonly line: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  /** Aborted to end it before its time is up. */
  readonly stop: AbortSignal;
}

/** How a line came out. `output` is the end of its standard error. */
export type ShellOutcome =
  { readonly kind: 'done' } | { readonly kind: 'failed'; readonly reason: string; readonly output: string };

type Spawned = ChildProcessByStdio<null, null, Readable>;

/** Units: bytes. */
const TOLD_BYTES = 1024;
/** Units: ms. */
const DRAIN_MS = 200;

export function runShellLine(request: ShellLine): Promise<ShellOutcome> {
  try {
    const child = spawn('/bin/sh', ['-c', request.line], {
      cwd: request.folder,
      env: request.environment,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    return outcomeOf(child, request);
  } catch (thrown) {
    // A line that is too long, or one with a NUL byte, is refused at once.
    return Promise.resolve({ kind: 'failed', reason: toError(thrown).message, output: '' });
  }
}

function outcomeOf(child: Spawned, { timeoutMs, stop }: ShellLine): Promise<ShellOutcome> {
  const tail = createByteTail(TOLD_BYTES);
  child.stderr.on('data', (chunk: Uint8Array) => tail.push(chunk));
  let endedBy: string | undefined;
  const end = (reason: string): void => {
    endedBy = reason;
    killSession(child.pid);
  };
  const timer = setTimeout(() => end(`it took longer than ${timeoutMs / 1000} s`), timeoutMs);
  const onStop = (): void => end('it was interrupted');
  stop.addEventListener('abort', onStop);
  if (stop.aborted) onStop();
  return new Promise<ShellOutcome>((resolve) => {
    child.once('error', (error) => resolve({ kind: 'failed', reason: error.message, output: '' }));
    child.once('exit', (code, signal) => {
      const settle = (): void => {
        const reason = endedBy ?? (signal === null ? `exit code ${code}` : `ended by ${signal}`);
        const isDone = code === 0 && endedBy === undefined;
        resolve(isDone ? { kind: 'done' } : { kind: 'failed', reason, output: tail.text() });
      };
      // What it wrote last may still be in the pipe; somebody in the background may hold the pipe for ever.
      child.stderr.once('close', settle);
      setTimeout(settle, DRAIN_MS).unref();
    });
  }).finally(() => {
    clearTimeout(timer);
    stop.removeEventListener('abort', onStop);
    child.stderr.destroy();
  });
}

function killSession(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (thrown) {
    // It ended at this very moment.
    if (systemCodeOf(thrown) !== 'ESRCH') throw thrown;
  }
}
