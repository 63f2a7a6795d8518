import type { styleText } from 'node:util';

/** A line of progress: how it begins, which is set off where there is colour, and the rest. */
export interface ProgressLine {
  readonly format: Parameters<typeof styleText>[0];
  readonly head: string;
  readonly rest: string;
}
