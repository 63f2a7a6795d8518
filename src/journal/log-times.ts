/**
 * When the lines of a log came: a file beside it, a line for each time at which something came.
 *
 * Units: `from` is the byte of the log from which on all came at that time, or less than a tenth of a second later; `atMs`
 * ms since 1970.
 */
export interface LogTime {
  readonly from: number;
  readonly atMs: number;
}

export function formatLogTime({ from, atMs }: LogTime): string {
  return `${from} ${atMs}\n`;
}

/** Lines that are none are left out: the last one may have been cut off. */
export function readLogTimes(text: string): readonly LogTime[] {
  return [...text.matchAll(/^(\d{1,15}) (\d{1,15})\n/gm)].map(([, from, at]) => ({
    from: Number(from),
    atMs: Number(at),
  }));
}
