/**
 * An attempt that failed, or was cut off: of an agent at a task, or of a whole child block or run.
 *
 * Shape: `fault` is the kind of failure, of a block its outcome. `model` is what the map or role says; undefined where nobody does.
 * `log` is the execution of an agent whose log tells of it; undefined where none worked.
 * Units: ms; undefined where nobody measured it. `seq` is the record that says so.
 */
export interface Attempt {
  readonly seq: number;
  readonly fault: string;
  readonly reason: string;
  readonly ms: number | undefined;
  readonly model: string | undefined;
  readonly log: LoggedExecution | undefined;
}

/** An agent that has worked in a block: where its log lies, and its model. */
export interface AgentAtWork {
  readonly execution: LoggedExecution;
  readonly model: string | undefined;
}

/** Those at one place since it last ended well, the oldest first, and those at places inside of it. */
export interface TriedPlace {
  count: number;
  newest: Attempt[];
  readonly inside: Map<string, TriedPlace>;
}

/** An execution that has a log. */
export interface LoggedExecution {
  readonly execution: number;
  readonly task: string;
  /** The folder that it lies in, from the work root; null for that of the run. */
  readonly slip: string | null;
}

export function createTriedPlace(): TriedPlace {
  return { count: 0, newest: [], inside: new Map() };
}
