import type { Source } from '../text/source.ts';
import type { Diagnostic, Edit } from './diagnostic.ts';

/**
 * Applies the fixes of diagnostics to a source.
 *
 * Shape: the text with every fix whose edits all lie in `source` and overlap no edit of an earlier one; the
 * others are left for another round.
 * Errors: none.
 */
export function applyFixes(
  source: Source,
  diagnostics: readonly Diagnostic[],
  accepts: (fix: NonNullable<Diagnostic['fix']>) => boolean,
): string {
  const taken: Edit[] = [];
  for (const { fix } of diagnostics) {
    if (!fix || !accepts(fix) || fix.edits.length === 0) continue;
    const fits = fix.edits.every(
      (edit) => edit.span.source === source && taken.every((other) => !overlap(edit, other)),
    );
    if (fits) taken.push(...fix.edits);
  }
  return taken
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce(
      (text, { span, newText }) => text.slice(0, span.start) + newText + text.slice(span.end),
      source.text,
    );
}

/** Two insertions at one place overlap too: their order would be chance. */
function overlap(a: Edit, b: Edit): boolean {
  return a.span.start < b.span.end && b.span.start < a.span.end ? true : a.span.start === b.span.start;
}
