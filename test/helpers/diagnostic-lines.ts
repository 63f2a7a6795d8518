import { applyFixes } from '../../src/diagnostics/apply-fixes.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';

/** All that a diagnostic says of a short text, a line each: where, what, what to do, and what its fix makes of the text. */
export function diagnosticLines(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.flatMap((each) => {
    const { code, message, help, fix, related, span } = each;
    return [
      `  ${code} at ${placeOf(span)}`,
      `    ${message}`,
      ...related.map((other) => `    see ${placeOf(other.span)}: ${other.message}`),
      `    help: ${help}`,
      ...(fix ? [`    ${fix.safe ? 'safe ' : ''}fix: ${fix.title}`] : []),
      ...(fix
        ? [
            `      ${shown(
              applyFixes(span.source, [each], () => true),
              LONGEST_TEXT,
            )}`,
          ]
        : []),
    ];
  });
}

const LONGEST_PLACE = 80;
const LONGEST_TEXT = 400;

function placeOf({ source, start, end }: Diagnostic['span']): string {
  return `${source.name} ${start}-${end} ${shown(source.text.slice(start, end), LONGEST_PLACE)}`;
}

function shown(text: string, longest: number): string {
  return JSON.stringify(text.length > longest ? `${text.slice(0, longest)}…` : text);
}
