import type { Value } from '../../../model/value.ts';

/** Units: characters of a line that are kept. */
const MAX_LINE = 500;

/**
 * The first and the last lines of a text, with a line between that says how many were left out.
 *
 * Shape: at most `count` lines and that one; a third of them from the beginning, where a failure is often first told, the
 * rest from the end. A line is cut at 500 characters. Empty for what is no text, or for fewer than two lines.
 */
export function headAndTail(text: Value, count: Value): string {
  if (typeof text !== 'string' || typeof count !== 'number' || !(count >= 2)) return '';
  const lines = text.trimEnd().split('\n');
  const most = Math.floor(count);
  const head = Math.max(1, Math.floor(most / 3));
  const left = lines.length - most;
  const kept =
    left <= 0
      ? lines
      : [...lines.slice(0, head), `(${left} more lines were left out.)`, ...lines.slice(head - most)];
  return kept.map((line) => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line)).join('\n');
}
