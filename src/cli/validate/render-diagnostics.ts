import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { renderConcise } from '../../diagnostics/render-concise.ts';
import { renderPretty } from '../../diagnostics/render-pretty.ts';
import { toJson } from '../../diagnostics/to-json.ts';
import { outputStyle } from '../io/write-out.ts';
import type { ValidateRequest } from './read-options.ts';
import { summaryOf, type Counted } from './summary.ts';

/** Writes what was found, in the format asked for. */
export function renderDiagnostics(
  diagnostics: readonly Diagnostic[],
  counted: Counted,
  { format, quiet }: Pick<ValidateRequest, 'format' | 'quiet'>,
): string {
  const shown = quiet ? diagnostics.filter((each) => each.severity === 'error') : diagnostics;
  if (format === 'json') return `${JSON.stringify(toJson(shown, counted.maps + counted.roles))}\n`;
  if (format === 'concise') return renderConcise(shown);
  const blocks = renderPretty(shown, outputStyle());
  return `${blocks}${blocks === '' ? '' : '\n'}${summaryOf(diagnostics, counted)}\n`;
}
