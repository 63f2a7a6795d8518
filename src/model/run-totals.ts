/**
 * What the records of a run add up to at the end of a batch, so that a reader of the last batch alone can say how the run stands.
 *
 * Shape: all that are not figures are numbers of records (`seq`), in which the rest is read; a member that would say nothing is absent.
 * Units: US dollars, ms.
 */
export interface RunTotals {
  readonly steps: number;
  readonly activeMs: number;
  readonly costUsd: number;
  readonly tokens: number;
  /** Present where some turn gave no figure of its cost. */
  readonly partial?: true;
  /** The start of the execution that began last. */
  readonly latest?: number;
  /** The pause or the end at which the run stands; absent while it goes on. */
  readonly stands?: number;
  /** The open questions, in the order in which they were asked: the start of the execution that asks, and the question. */
  readonly asked?: readonly (readonly [number, number])[];
  /** The properties that were violated, in order. */
  readonly violated?: readonly number[];
  /** The record that says which wall is around the tasks. */
  readonly wall?: number;
  /** The resume since which the properties no longer speak of the run. */
  readonly unwatched?: number;
  /** How many answers were refused. */
  readonly refused?: number;
}
