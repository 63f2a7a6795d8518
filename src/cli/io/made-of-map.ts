import { collect, byPlace, type Report } from '../../diagnostics/diagnostic.ts';
import { renderPretty } from '../../diagnostics/render-pretty.ts';
import { terminalStyle } from './terminal-style.ts';
import { UsageError } from './usage-error.ts';

/**
 * What is made of a map, where it can be.
 *
 * Errors: prints the diagnostics and throws {@link UsageError} where `make` gives nothing.
 */
export function madeOfMap<T>(name: string, make: (report: Report) => T | undefined): T {
  const { diagnostics, report } = collect();
  const made = make(report);
  if (made !== undefined) return made;
  process.stderr.write(renderPretty(diagnostics.toSorted(byPlace), terminalStyle(process.stderr)));
  throw new UsageError(`"${name}" has errors, so nothing was written.`);
}
