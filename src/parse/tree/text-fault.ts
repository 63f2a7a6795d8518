import type { Extra } from '../../diagnostics/diagnostic.ts';
import type { EscapeFault } from '../../text/escapes.ts';
import type { Span } from '../../text/source.ts';

/**
 * What is wrong with a text, as a part of a sentence. Shape: `escapes` are those that stand for nothing, the first one being the fault.
 * Units: offsets in the text as it is written, quotes included.
 */
export interface TextFault {
  readonly fault: string;
  readonly escapes?: readonly EscapeFault[];
}

/** The fault of a text by its escapes that stand for nothing; undefined where there are none. */
export function escapeFault(escapes: readonly EscapeFault[]): TextFault | undefined {
  const [first] = escapes;
  return first && { fault: first.problem, escapes };
}

/** What to report as `malformed-string` of a text: the first escape is the place, and each backslash that escapes nothing is meant as one. */
export function reportedFault(
  { fault, escapes = [] }: TextFault,
  text: Span,
): { readonly span: Span; readonly params: { readonly fault: string }; readonly extra: Extra } {
  const placeOf = (start: number, end: number) => ({
    source: text.source,
    start: text.start + start,
    end: text.start + end,
  });
  const [first] = escapes;
  const params = { fault };
  if (!first) return { span: text, params, extra: {} };
  const edits = escapes.map(({ start }) => ({ span: placeOf(start, start), newText: '\\' }));
  const fix = { title: 'Write \\\\ for a backslash.', safe: false, edits };
  return { span: placeOf(first.start, first.end), params, extra: { fix } };
}
