/**
 * What the catalogue says of one code.
 *
 * Shape: `message` is one sentence with the names in double quotes; `why` is what a run would suffer;
 * `help` is an imperative. `inMapLanguage` has the sentences that stand in for them in a `.wfmap` file, where those name fields of JSON.
 */
export interface CatalogueEntry {
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: (params: never) => string;
  readonly why: string;
  readonly help: string;
  readonly inMapLanguage?: {
    readonly message?: (params: never) => string;
    readonly why?: string;
    readonly help?: string;
  };
}
