import type { Diagnostic, Severity } from '../../diagnostics/diagnostic.ts';
import { positionAt } from '../../text/source.ts';

/** How many files were checked. `roles` are those that were checked by themselves. */
export interface Counted {
  readonly maps: number;
  readonly roles: number;
}

/** What was found, in one sentence; then the fields of reports that are for people alone, one a line. */
export function summaryOf(diagnostics: readonly Diagnostic[], counted: Counted): string {
  return [sentenceOf(diagnostics, counted), ...forPeople(diagnostics)].join('\n');
}

/** What is only listed behind all that was found. */
export function isListed({ code }: Diagnostic): boolean {
  return code === 'field-for-people';
}

function forPeople(diagnostics: readonly Diagnostic[]): readonly string[] {
  const fields = diagnostics.filter(isListed);
  if (fields.length === 0) return [];
  const lines = fields.map(({ span: { source, start, end } }) => {
    const { line } = positionAt(source, start);
    return `  ${source.name}:${line}: ${source.text.slice(start, end)}`;
  });
  return [`${plural(fields.length, 'field')} of reports for people alone:`, ...lines];
}

function sentenceOf(diagnostics: readonly Diagnostic[], { maps, roles }: Counted): string {
  const count = (severity: Severity) => diagnostics.filter((each) => each.severity === severity).length;
  const [errors, warnings] = [count('error'), count('warning')];
  const counts = [
    ...(maps > 0 || roles === 0 ? [plural(maps, 'map')] : []),
    ...(roles > 0 ? [plural(roles, 'role')] : []),
  ];
  const files = counts.join(' and ');
  if (errors + warnings === 0) return `No problems in ${files}.`;
  return `${plural(errors, 'error')}, ${plural(warnings, 'warning')} in ${files}.`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
