/**
 * What the catalogue says of one code.
 *
 * Shape: `message` is one sentence with the names in double quotes; `why` is what a run would suffer;
 * `help` is an imperative. `inMapLanguage` has what stands in for `why` and `help` in a `.wfmap` file, where those name fields of
 * JSON; a message is the same in both forms.
 */
export interface CatalogueEntry {
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: (params: never) => string;
  readonly why: string;
  readonly help: string;
  readonly inMapLanguage?: {
    readonly why?: string;
    readonly help?: string;
  };
}
