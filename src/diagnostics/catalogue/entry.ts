/**
 * What the catalogue says of one code.
 *
 * Shape: `message` is one sentence with the names in double quotes; `why` is what a run would suffer;
 * `help` is an imperative.
 */
export interface CatalogueEntry {
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: (params: never) => string;
  readonly why: string;
  readonly help: string;
}
