import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { renderConcise } from '../../diagnostics/render-concise.ts';
import { renderPretty } from '../../diagnostics/render-pretty.ts';
import { toJson } from '../../diagnostics/to-json.ts';
import { outputStyle } from '../write-out.ts';
import type { ValidateRequest } from './read-options.ts';
import { summaryOf } from './summary.ts';

/** Writes what was found, in the format asked for. Units: `files` is how many maps were checked. */
export function renderDiagnostics(
  diagnostics: readonly Diagnostic[],
  files: number,
  { format, quiet }: Pick<ValidateRequest, 'format' | 'quiet'>,
): string {
  const shown = quiet ? diagnostics.filter((each) => each.severity === 'error') : diagnostics;
  if (format === 'json') return `${JSON.stringify(toJson(shown, files))}\n`;
  if (format === 'concise') return renderConcise(shown);
  const blocks = renderPretty(shown, outputStyle());
  return `${blocks}${blocks === '' ? '' : '\n'}${summaryOf(diagnostics, files)}\n`;
}
