/**
 * A living process, as the system lists it.
 *
 * Shape: `started` is the system's own spelling of its start; together with `pid` it names one process for ever.
 */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly started: string;
  /** Whether its environment holds all the marks that were asked for. */
  readonly marked: boolean;
}
