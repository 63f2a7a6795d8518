import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import { OWNER_MARK, runMark } from './marks.ts';
import type { GroupPlace } from './platform/control-group.ts';
import { ProcessError } from './process-error.ts';
import { runGroupOf } from './run-group.ts';

/** A process that ends the agents of a run should wfmap die. */
export interface Watchdog {
  readonly pid: number;
  /** Lets it go without ending anything; settled when it will hear so, though it may still have to begin. May be called twice. */
  readonly dismiss: () => Promise<void>;
}

/**
 * Waits for the end of its standard input, deaf to what a terminal or a session sends. A shell does, since a Node that only
 * waits takes 50 MiB. `$1` and `$2` are Node and the program that ends what is left; it is given the first line. Where the
 * machine is short of memory or processes at that moment it is started again, half a minute long.
 */
const WAIT = `trap '' HUP INT TERM
IFS= read -r ending || exit 0
IFS= read -r last
[ "$last" = done ] && exit 0
tries=30
until "$1" "$2" "$ending" || [ $((tries -= 1)) -eq 0 ]; do sleep 1; done`;

/**
 * Starts the watchdog of a run. From the return on every death of wfmap is seen: the pipe exists before the
 * program at its other end has begun to run.
 *
 * W1. The end of the input is the death of wfmap, however it died; only a line `done` before it means otherwise.
 * W2. No signal that a terminal or a session sends ends it before its work is done.
 * W3. It carries no marks, so it never finds itself or another watchdog.
 *
 * Shape: `script` is the path of the watchdog program, `within` where control groups are made for the run.
 * Errors: throws {@link ProcessError} `watchdog-not-started`.
 */
export function startWatchdog(options: {
  readonly marker: string;
  readonly script: string;
  readonly within?: GroupPlace | undefined;
}): Watchdog {
  const { marker, within } = options;
  const marks = [runMark(marker), OWNER_MARK];
  const groups = within === undefined ? [] : [runGroupOf(within, marker)];
  // Its own session, an empty environment (no marks, no NODE_OPTIONS) and the root folder: nothing of ours binds it.
  const words = ['-c', WAIT, 'wfmap-watchdog', process.execPath, options.script];
  const child = spawn('/bin/sh', words, {
    cwd: '/',
    detached: true,
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  let failure: unknown;
  child.once('error', (error) => {
    failure = error;
  });
  if (child.pid === undefined) {
    throw new ProcessError('watchdog-not-started', 'The watchdog process could not be started.', {
      cause: failure,
      help: 'Check the limits of this machine on processes and memory.',
    });
  }
  const pipe = child.stdin;
  // A watchdog that was killed breaks the pipe; that must not end wfmap.
  pipe.on('error', () => undefined);
  pipe.write(`${JSON.stringify({ marks, groups })}\n`);
  child.unref();
  if (pipe instanceof Socket) pipe.unref();
  return {
    pid: child.pid,
    dismiss: async () => {
      // What is in the pipe stays there, whatever becomes of us. A pipe that is broken has nobody at its other end.
      if (pipe instanceof Socket) pipe.ref();
      if (!pipe.writableEnded) pipe.end('done\n');
      await finished(pipe, { readable: false }).catch(() => undefined);
    },
  };
}
