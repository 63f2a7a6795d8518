/**
 * A living process, as the system lists it.
 *
 * Shape: `started` is the system's own spelling of its start; together with `pid` it names one process for ever.
 */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  /** Its process group. */
  readonly group: number;
  /** Named after the process that made it; undefined where the system does not tell. */
  readonly session: number | undefined;
  readonly started: string;
  /** Whether its environment holds all the marks that were asked for; false where none were. */
  readonly marked: boolean;
}
