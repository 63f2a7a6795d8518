import type { Diagnostic, Severity } from '../../diagnostics/diagnostic.ts';
import { positionAt } from '../../text/source.ts';

/** How many files were checked. `roles` are those that were checked by themselves. */
export interface Counted {
  readonly maps: number;
  readonly roles: number;
  /** How many properties each map has that has any, by its name. */
  readonly claims?: ReadonlyMap<string, number>;
}

/** What was found, in one sentence; then the fields of reports for people alone, and the maps with properties, one a line. */
export function summaryOf(diagnostics: readonly Diagnostic[], counted: Counted): string {
  return [sentenceOf(diagnostics, counted), ...forPeople(diagnostics), ...unproved(counted)].join('\n');
}

/** Properties are judged run by run: that no run can break them is not known. */
function unproved({ claims = new Map() }: Counted): readonly string[] {
  if (claims.size === 0) return [];
  return [
    'Properties, not proved ("wfmap test" and "wfmap run" judge them in each run):',
    ...Array.from(claims, ([name, count]) => `  ${name}: ${count}`),
  ];
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
