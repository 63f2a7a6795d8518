import type { WithinRecord } from './event-records.ts';

// What the engine asks of the machine about processes.

/** What a lock has to know about the processes of this machine. */
export interface ProcessTable {
  readonly host: string;
  /** Of this process. */
  readonly pid: number;
  readonly find: (pid: number) => RunningProcess | undefined;
}

/**
 * A process that lives.
 *
 * Shape: `start` is a text that no other process of the same id shares, before or after a restart of the
 * machine; null when the machine does not tell.
 */
export interface RunningProcess {
  readonly start: string | null;
  /** Whether its words name the program of a wfmap. */
  readonly isWfmap: () => boolean;
}

/**
 * What this machine shows of a living process.
 *
 * Shape: `start` is the system's spelling of its start, within one start of the machine; `program` is the script that it
 * runs, links followed, and `words` what comes after it; null and none where that cannot be told. `within` are the marks
 * of runs on it and its ancestors, the nearest first; `isReadable` is false where its environment may not be read: that
 * of another user may not. `holds` is whether it has a file open, undefined where the system does not tell.
 */
export interface ProcessLook {
  readonly start: string;
  readonly user: string | null;
  readonly terminal: string | null;
  readonly program: string | null;
  readonly words: readonly string[];
  readonly within: readonly WithinRecord[];
  readonly isReadable: boolean;
  readonly holds: boolean | undefined;
}
