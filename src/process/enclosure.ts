/**
 * A child with a wall around it, or without one: what is started for it, and how it is reached.
 *
 * W1. A signal reaches the program, and not only what stands around it.
 * W2. A program that did not start is a start fault, though what stands around it did start.
 * W3. An exit code is the program's. One that is ended by a signal inside of bwrap has 128 and the number of the signal,
 *     as a shell says it: bwrap does not tell the two apart.
 */
import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command, WallKind, WallRequest } from '../wall/wall.ts';
import { systemCodeOf } from '../util/error.ts';
import { findInside } from './platform/find-inside.ts';
import { startFaultOf, type StartFault } from './start-fault.ts';

export interface Enclosure extends Command {
  /** Whether descriptor 3 is to be a pipe, on which it reports. */
  readonly reports: boolean;
  /** Begins to read its reports. */
  readonly watch: (child: ChildProcess) => void;
  readonly signal: (child: ChildProcess, name: 'SIGINT' | 'SIGTERM') => void;
  /** Settled when its reports are at their end; that is not later than the child is over. */
  readonly reported: () => Promise<unknown>;
  /** Why the program did not start, once all is reported; undefined where it did. */
  readonly faultOf: (exitCode: number | null, stderr: string) => StartFault | undefined;
  /** The process that ends with the last one inside, and is of no account itself. */
  readonly keeper: () => number | undefined;
  /** For when all of it is gone. */
  readonly release: () => void;
}

/** Units: characters; a report is two lines. */
const MAX_REPORT = 4096;
/** How long to wait for the end of the reports. Nobody but what writes them has the pipe. Units: ms. */
const REPORT_MS = 1_000;

/** Errors: a `WallError` for a confinement that cannot be enforced. */
export function createEnclosure(
  request: Command & { readonly folder: string; readonly wall?: WallRequest | undefined },
): Enclosure {
  const { command, args, environment, folder, wall } = request;
  if (wall === undefined) return withoutWall({ command, args, environment });
  const { gaps: _gaps, ...raised } = wall.wall.raise(wall.confinement, { command, args, environment });
  let report = '';
  let isClosed: Promise<unknown> = Promise.resolve();
  const keeper = (): number | undefined => {
    const found = /"child-pid": (\d+)/.exec(report)?.[1];
    return found === undefined ? undefined : Number(found);
  };
  return {
    ...raised,
    reports: true,
    watch: (child) => {
      const stream = child.stdio[3];
      if (!(stream instanceof Readable)) return;
      stream.setEncoding('utf8').on('data', (text: string) => {
        report = (report + text).slice(0, MAX_REPORT);
      });
      stream.on('error', () => undefined);
      isClosed = new Promise((resolve) => stream.once('close', resolve));
    },
    signal: (child, name) => {
      const kept = keeper();
      const inside = child.pid === undefined || kept === undefined ? undefined : findInside(child.pid, kept);
      if (inside === undefined) child.kill(name);
      else signalOther(inside, name);
    },
    reported: async () => {
      const timer = new AbortController();
      await Promise.race([
        isClosed,
        sleep(REPORT_MS, undefined, { signal: timer.signal, ref: false }).catch(() => undefined),
      ]);
      timer.abort();
    },
    faultOf: (exitCode, stderr) => {
      if (exitCode === null) return undefined;
      const failed = FAILURES[wall.wall.kind](report, stderr);
      if (failed === undefined) return undefined;
      if (failed.code !== undefined)
        return startFaultOf(Object.assign(new Error(failed.reason), failed), command, folder);
      return wallFault(wall.wall.kind, failed.reason);
    },
    keeper,
  };
}

function withoutWall(command: Command): Enclosure {
  return {
    ...command,
    reports: false,
    watch: () => undefined,
    signal: (child, name) => void child.kill(name),
    reported: () => Promise.resolve(),
    faultOf: () => undefined,
    keeper: () => undefined,
    release: () => undefined,
  };
}

/** Why a program did not start. Shape: `code` is that of the system where the program is at fault, not the wall. */
interface Failure {
  readonly reason: string;
  readonly code?: string;
}

const FAILURES: Readonly<Record<WallKind, (report: string, stderr: string) => Failure | undefined>> = {
  bwrap: (report, stderr) => {
    // It reports the exit code of a program that did start, and of no other.
    if (report.includes('"exit-code"')) return undefined;
    const reason = /^(?:bwrap|unshare|mount): (.*)$/m.exec(stderr)?.[1] ?? 'it gave no reason';
    if (!reason.startsWith('execvp ')) return { reason };
    const found = REASONS.find(([text]) => reason.endsWith(text));
    return { reason, code: found?.[1] ?? 'EACCES' };
  },
  landlock: (report) => {
    const [, reason, number] = /^\{"fault":"([^"]*)","errno":(\d+)\}$/.exec(report) ?? [];
    if (reason === undefined) return undefined;
    return number === '0' ? { reason } : { reason, code: codeOf(Number(number)) };
  },
  // By its documentation it says nothing of a program that it cannot start but on standard error.
  'sandbox-exec': (_report, stderr) => {
    const reason = /^sandbox-exec: (.*)$/m.exec(stderr)?.[1];
    if (reason === undefined) return undefined;
    const found = REASONS.find(([text]) => reason.endsWith(text));
    return found === undefined ? { reason } : { reason, code: found[1] };
  },
};

/** What the system calls its errors, in English; bwrap speaks no other language. */
const REASONS: readonly (readonly [string, string])[] = [
  ['No such file or directory', 'ENOENT'],
  ['Not a directory', 'ENOTDIR'],
  ['Permission denied', 'EACCES'],
  ['Argument list too long', 'E2BIG'],
  ['Exec format error', 'ENOEXEC'],
];

function codeOf(number: number): string {
  return Object.entries(constants.errno).find(([, value]) => value === number)?.[0] ?? 'EACCES';
}

function wallFault(kind: WallKind, reason: string): StartFault {
  return {
    kind: 'wall-refused',
    message: `The wall of ${kind} could not be raised: ${reason.replace(/\.$/, '')}.`,
    help: 'wfmap doctor says which wall holds on this machine.',
    retryable: false,
  };
}

/** One that has ended at this very moment needs no signal. */
function signalOther(pid: number, name: 'SIGINT' | 'SIGTERM'): void {
  try {
    process.kill(pid, name);
  } catch (thrown) {
    if (systemCodeOf(thrown) !== 'ESRCH') throw thrown;
  }
}
