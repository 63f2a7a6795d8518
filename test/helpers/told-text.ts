import { applyFixes } from '../../src/diagnostics/apply-fixes.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';

/** All that a diagnostic says of a short text, a line each: where, what, what to do, and what its fix makes of the text. */
export function toldLines(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.flatMap((each) => {
    const { code, message, help, fix, related, span } = each;
    return [
      `  ${code} at ${placeOf(span)}`,
      `    ${message}`,
      ...related.map((other) => `    see ${placeOf(other.span)}: ${other.message}`),
      `    help: ${help}`,
      ...(fix ? [`    ${fix.safe ? 'safe ' : ''}fix: ${fix.title}`] : []),
      ...(fix ? [`      ${JSON.stringify(applyFixes(span.source, [each], () => true))}`] : []),
    ];
  });
}

const LONGEST = 80;

function placeOf({ source, start, end }: Diagnostic['span']): string {
  const text = source.text.slice(start, end);
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return `${source.name} ${start}-${end} ${JSON.stringify(shown)}`;
}
