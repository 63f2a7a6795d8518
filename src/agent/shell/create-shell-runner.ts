/**
 * Runs the commands of shell tasks on this machine.
 *
 * What a command is made of, and what its result leads to, is `run`'s to decide.
 *
 * R1. A reply is given once, after the command and all that it started is gone.
 * R2. Nothing is read into the words of a command: they are its program and its arguments, as they are.
 * R3. Of the output a mebibyte is kept, however much there is; the log gets all of it, as it comes.
 * R4. No command, and nothing that it does, throws.
 */
import { createByteTail } from '../../process/byte-tail.ts';
import { createLineReader } from '../../process/line-reader.ts';
import { findGroupPlace } from '../../process/run-group.ts';
import { startChild, type ChildEnd } from '../../process/start-child.ts';
import { shellReplyOf } from './shell-reply.ts';
import type { ShellCall, ShellReply, ShellRequest, ShellRunner } from './shell-runner.ts';

/** Shape: `environment` is passed on to commands, unchanged: logins and proxies live there. */
export interface ShellOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Default 5,000. Units: ms. */
  readonly graceMs?: number;
  /** What is started for a command whose program is `wfmap`, wherever that is on PATH. Default: what is on PATH. */
  readonly wfmap?: readonly string[];
}

/** Units: bytes. */
const STDOUT_BYTES = 1_048_576;
/** Of a longer line nothing is shown while the command works. Units: bytes. */
const LINE_BYTES = 65_536;

/** Runs commands on this machine. Errors: none; what goes wrong with one is in the reply. */
export function createShellRunner(options: ShellOptions): ShellRunner {
  return { start: (request) => startCommand(options, request) };
}

function startCommand(options: ShellOptions, request: ShellRequest): ShellCall {
  const [named, ...words] = request.argv;
  const [command, ...args] = named === 'wfmap' ? [...(options.wfmap ?? [named]), ...words] : request.argv;
  if (command === undefined || command === '') return refused('The command names no program.');
  const stdout = createByteTail(STDOUT_BYTES);
  const lines = {
    stdout: createLineReader(LINE_BYTES, request.onLine),
    stderr: createLineReader(LINE_BYTES, request.onLine),
  };
  let stopped = false;
  const child = startChild({
    command,
    args,
    folder: request.workFolder,
    environment: { ...options.environment, ...request.variables },
    marker: request.marker,
    within: findGroupPlace(),
    wall: request.wall,
    timeoutMs: request.timeoutMs,
    ...(options.graceMs === undefined ? {} : { graceMs: options.graceMs }),
    onOutput: (chunk, stream) => {
      request.log(chunk);
      lines[stream].push(chunk);
      if (stream === 'stdout') stdout.push(chunk);
    },
  });
  const end = (how: () => void) => (): void => {
    // A command that has come to its end has a result, which is worth keeping.
    stopped ||= !child.isOver();
    how();
  };
  return {
    reply: child.end.then((ended) => {
      lines.stdout.end();
      lines.stderr.end();
      noteLeftovers(request, ended);
      const reply = shellReplyOf({
        end: ended,
        stdout: stdout.text(),
        stopped,
        timeoutMs: request.timeoutMs,
      });
      return ended.survivors.length === 0 ? reply : { ...reply, survivors: ended.survivors };
    }),
    stop: end(child.stop),
    kill: end(child.kill),
  };
}

/** A server that a command has put into the background is gone with it: whoever looks for it finds out here. */
function noteLeftovers(request: ShellRequest, { leftovers, exitCode }: ChildEnd): void {
  if (leftovers === 0 || exitCode === null) return;
  const what = leftovers === 1 ? 'a process' : `${leftovers} processes`;
  request.log(Buffer.from(`\n[wfmap ended ${what} that the command had left behind]\n`));
}

function refused(reason: string): ShellCall {
  const reply: ShellReply = {
    outcome: 'failed',
    fault: 'permanent',
    reason,
    help: 'Write a program before its arguments.',
    durationMs: 0,
  };
  return { reply: Promise.resolve(reply), stop: () => undefined, kill: () => undefined };
}
