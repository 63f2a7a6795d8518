import type { Fix } from '../diagnostics/diagnostic.ts';
import type { Span } from '../text/source.ts';
import { closest } from '../util/closest.ts';

/** The fix for a mistyped name: the nearest that exists. Not safe, since only its author knows what was meant. */
export function nearNameFix(name: string, names: Iterable<string>, span: Span): Fix | undefined {
  const near = closest(name, names);
  if (near === undefined) return undefined;
  return { title: `Go to "${near}".`, safe: false, edits: [{ span, newText: JSON.stringify(near) }] };
}
