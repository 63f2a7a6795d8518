import type { Address } from '../../model/address.ts';
import type { Survivor } from '../../model/event-records.ts';
import type { ReportedChanges } from '../agent.ts';
import type { WallRequest } from '../../wall/wall.ts';

/** Somebody who runs the commands of shell tasks: the machine, or a scripted stand-in. */
export interface ShellRunner {
  /** Starts the command and returns at once. Errors: none thrown; every fault is in the reply. */
  readonly start: (request: ShellRequest) => ShellCall;
}

/** A command under way. */
export interface ShellCall {
  readonly reply: Promise<ShellReply>;
  /** Ends it politely (SIGTERM, 5 s, then everything it left); `reply` then says `interrupted`. */
  readonly stop: () => void;
  /** Ends it at once. */
  readonly kill: () => void;
}

/** One run of a command. Units: milliseconds. */
export interface ShellRequest {
  readonly task: string;
  readonly visit: number;
  /** Where in the run the task is; absent for a command that is no task's own. */
  readonly address?: Address;
  /** The program and its arguments, each as it is. */
  readonly argv: readonly string[];
  /** Variables added to the environment that commands get. */
  readonly variables: Readonly<Record<string, string>>;
  readonly timeoutMs: number | undefined;
  readonly workFolder: string;
  /** What keeps it from writing where it must not. Default: nothing does. */
  readonly wall?: WallRequest | undefined;
  /** Marks every process of this run, so that none outlives it. */
  readonly marker: string;
  /** Takes both outputs as they come. */
  readonly log: (chunk: Uint8Array) => void;
  /** Takes each line of output while it works. */
  readonly onLine: (line: string) => void;
}

/**
 * How a command ended.
 *
 * Shape: `stdout` is its standard output as text without the line break at its end, cut at its front where it
 * is longer than a mebibyte. `transport` is a command that took too long or was killed, `permanent` one that
 * cannot be started.
 */
export type ShellReply = {
  readonly durationMs: number;
  /** Processes of it that are still there; absent for none. */
  readonly survivors?: readonly Survivor[];
  /** What a scripted command says it has changed. For a real one the folder is compared. */
  readonly changes?: ReportedChanges;
} & (
  | { readonly outcome: 'exited'; readonly exitCode: number; readonly stdout: string }
  | {
      readonly outcome: 'failed';
      readonly fault: 'transport' | 'permanent';
      readonly reason: string;
      readonly help: string | undefined;
    }
  | { readonly outcome: 'interrupted' }
);
