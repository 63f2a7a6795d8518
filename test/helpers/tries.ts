/**
 * How often an attack is tried: `full` with `npm run test:attacks`, else the sample of the suite.
 *
 * The figures in the docs are those of the full run.
 */
export function tries(full: number, sample: number): number {
  return process.env['WFMAP_ATTACKS'] === undefined ? sample : full;
}
