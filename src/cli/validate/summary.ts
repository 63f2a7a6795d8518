import type { Diagnostic, Severity } from '../../diagnostics/diagnostic.ts';

/** What was found, in one sentence. Units: `files` is how many maps were checked. */
export function summaryOf(diagnostics: readonly Diagnostic[], files: number): string {
  const count = (severity: Severity) => diagnostics.filter((each) => each.severity === severity).length;
  const [errors, warnings] = [count('error'), count('warning')];
  const maps = plural(files, 'map');
  if (errors + warnings === 0) return `No problems in ${maps}.`;
  return `${plural(errors, 'error')}, ${plural(warnings, 'warning')} in ${maps}.`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
