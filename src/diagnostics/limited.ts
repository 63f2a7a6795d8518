import { byPlace, collect, type Diagnostic } from './diagnostic.ts';

const MAX_PER_FILE = 100;

/**
 * Puts diagnostics in order of place and takes away what would be too many.
 *
 * Shape: none is told twice; of each file at most 100, errors before all others, so that what is left has an
 * error when there was one; then `too-many-problems` at the last of them.
 */
export function limited(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const files = Map.groupBy(once(diagnostics.toSorted(byPlace)), (each) => each.span.source.name);
  return [...files.values()].flatMap(limitedFile);
}

function limitedFile(sorted: readonly Diagnostic[]): readonly Diagnostic[] {
  if (sorted.length <= MAX_PER_FILE) return sorted;
  const isError = (each: Diagnostic) => Number(each.severity === 'error');
  const shown = sorted
    .toSorted((a, b) => isError(b) - isError(a))
    .slice(0, MAX_PER_FILE)
    .toSorted(byPlace);
  const last = shown.at(-1);
  const { diagnostics, report } = collect();
  if (last) report('too-many-problems', last.span, { hidden: sorted.length - MAX_PER_FILE });
  return [...shown, ...diagnostics];
}

/** A template that several tasks use is checked for each of them. */
function once(sorted: readonly Diagnostic[]): readonly Diagnostic[] {
  return sorted.filter((each, index) => {
    const before = sorted[index - 1];
    return !before || byPlace(before, each) !== 0;
  });
}
