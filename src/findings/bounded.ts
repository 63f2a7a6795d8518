import { printable } from '../diagnostics/printable.ts';

/** Units: findings in one rendering. What is beyond is counted. */
export const MAX_FINDINGS = 1000;
/** Units: UTF-16. */
const MAX_LINE = 300;
/** Units: UTF-16. */
const MAX_TEXT = 4000;

/** A text as one line that nothing obeys: white space becomes spaces, other control characters their pictures. */
export function lineIn(text: string, max: number = MAX_LINE): string {
  const line = cut(text, max * 4)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return printable(cut(line, max));
}

/** A text with its lines, empty ones left out; the same holds for each line. */
export function linesIn(text: string): readonly string[] {
  return cut(text, MAX_TEXT)
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => lineIn(line, MAX_TEXT))
    .filter((line) => line !== '');
}

/** Never within a pair of surrogates. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const kept = text.slice(0, max - 1);
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}…`;
}
