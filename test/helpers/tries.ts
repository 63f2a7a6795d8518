/**
 * How often a law or an attack is tried: `full` with `npm run test:laws` and `npm run test:attacks`, else the sample of the suite.
 *
 * Each run of the suite draws another sample. The figures in the docs are those of the full run.
 */
export function tries(full: number, sample: number): number {
  return process.env['WFMAP_FULL_COUNTS'] === undefined ? sample : full;
}
