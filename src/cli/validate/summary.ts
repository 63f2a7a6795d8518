import type { Diagnostic, Severity } from '../../diagnostics/diagnostic.ts';

/** How many files were checked. `roles` are those that were checked by themselves. */
export interface Counted {
  readonly maps: number;
  readonly roles: number;
}

/** What was found, in one sentence. */
export function summaryOf(diagnostics: readonly Diagnostic[], { maps, roles }: Counted): string {
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
