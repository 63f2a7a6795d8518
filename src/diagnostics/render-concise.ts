import type { Diagnostic } from './diagnostic.ts';
import { printable } from './printable.ts';
import { renderPlace } from './render-pretty.ts';

/** Writes diagnostics one a line, as compilers do: `file:line:column: severity: message [code]`. */
export function renderConcise(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map(
      ({ span, severity, message, code }) =>
        `${renderPlace(span)}: ${severity}: ${printable(message)} [${code}]\n`,
    )
    .join('');
}
