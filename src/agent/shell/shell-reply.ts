import type { ChildEnd } from '../../process/start-child.ts';
import type { ShellReply } from './shell-runner.ts';

/** A command that ended. Units: ms. */
export interface EndedCommand {
  readonly end: ChildEnd;
  readonly stdout: string;
  /** Whether wfmap was told to end it before it had ended by itself. */
  readonly stopped: boolean;
  readonly timeoutMs: number | undefined;
}

/** What the end of a command means. */
export function shellReplyOf({ end, stdout, stopped, timeoutMs = 0 }: EndedCommand): ShellReply {
  const { durationMs, exitCode, signal, startFault, timedOut } = end;
  if (startFault !== undefined) {
    const { message, help, retryable } = startFault;
    return {
      outcome: 'failed',
      fault: retryable ? 'transport' : 'permanent',
      reason: message,
      help,
      durationMs,
    };
  }
  if (stopped) return { outcome: 'interrupted', durationMs };
  if (timedOut) return failed(`The command timed out after ${timeoutMs / 1000} s.`, durationMs);
  if (exitCode === null) return failed(`The command was ended by ${signal ?? 'a signal'}.`, durationMs);
  return { outcome: 'exited', exitCode, stdout: stdout.replace(/\r?\n$/, ''), durationMs };
}

function failed(reason: string, durationMs: number): ShellReply {
  return { outcome: 'failed', fault: 'transport', reason, help: undefined, durationMs };
}
