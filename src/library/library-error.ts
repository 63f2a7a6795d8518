import type { JsonDiagnostic } from '../diagnostics/to-json.ts';
import { WfmapError } from '../util/error.ts';

/** Why the library refuses something. */
export type LibraryFault =
  'map-has-errors' | 'map-not-loaded' | 'fields-do-not-fit' | 'option-out-of-range' | 'scenarios-unusable';

/**
 * What a program asks of the library and cannot be done. Nothing was started.
 *
 * Shape: `diagnostics` are those of a map with errors, warnings included, in order of place; empty for any other fault.
 */
export class LibraryError extends WfmapError {
  readonly code: LibraryFault;
  readonly retryable = false;
  readonly diagnostics: readonly JsonDiagnostic[];

  constructor(
    code: LibraryFault,
    message: string,
    { diagnostics = [], ...options }: LibraryErrorOptions = {},
  ) {
    super(message, options);
    this.code = code;
    this.diagnostics = diagnostics;
  }
}

/** What an error has beside its message. */
export interface LibraryErrorOptions extends ErrorOptions {
  readonly help?: string;
  readonly diagnostics?: readonly JsonDiagnostic[];
}
