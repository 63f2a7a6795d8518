import type { Diagnostic, Severity } from '../../diagnostics/diagnostic.ts';
import { renderConcise } from '../../diagnostics/render-concise.ts';
import { renderPretty } from '../../diagnostics/render-pretty.ts';
import { toJson } from '../../diagnostics/to-json.ts';
import { terminalStyle } from '../terminal-style.ts';
import type { ValidateRequest } from './read-options.ts';

/** Prints what was found to stdout, in the format asked for. Units: `files` is how many maps were checked. */
export function printDiagnostics(
  diagnostics: readonly Diagnostic[],
  files: number,
  { format, quiet }: Pick<ValidateRequest, 'format' | 'quiet'>,
): void {
  const shown = quiet ? diagnostics.filter((each) => each.severity === 'error') : diagnostics;
  process.stdout.write(render(shown, diagnostics, { format, files }));
}

function render(
  shown: readonly Diagnostic[],
  all: readonly Diagnostic[],
  { format, files }: { readonly format: ValidateRequest['format']; readonly files: number },
): string {
  if (format === 'json') return `${JSON.stringify(toJson(shown, files))}\n`;
  if (format === 'concise') return renderConcise(shown);
  const blocks = renderPretty(shown, terminalStyle(process.stdout));
  return `${blocks}${blocks === '' ? '' : '\n'}${summaryOf(all, files)}\n`;
}

function summaryOf(diagnostics: readonly Diagnostic[], files: number): string {
  const count = (severity: Severity) => diagnostics.filter((each) => each.severity === severity).length;
  const [errors, warnings] = [count('error'), count('warning')];
  const maps = plural(files, 'map');
  if (errors + warnings === 0) return `No problems in ${maps}.`;
  return `${plural(errors, 'error')}, ${plural(warnings, 'warning')} in ${maps}.`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
