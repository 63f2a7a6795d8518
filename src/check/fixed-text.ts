import { applyFixes } from '../diagnostics/apply-fixes.ts';
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.ts';
import type { Source } from '../text/source.ts';

/** A fix may make room for another; more rounds than this mean that they undo each other. */
const MAX_ROUNDS = 10;

/**
 * Applies fixes of a source for as long as there are any.
 *
 * Shape: the source with its new text, and what is told of it; the source itself where there was nothing to fix.
 */
export function fixedText(
  source: Source,
  diagnose: (source: Source) => readonly Diagnostic[],
  accepts: (fix: Fix) => boolean,
): { readonly source: Source; readonly left: readonly Diagnostic[] } {
  let fixed = source;
  let left = diagnose(fixed);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const text = applyFixes(fixed, left, accepts);
    if (text === fixed.text) break;
    fixed = { name: source.name, text };
    left = diagnose(fixed);
  }
  return { source: fixed, left };
}
