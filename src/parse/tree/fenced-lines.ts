/** A line of a fenced text. Units: `start` is the index in the literal where the text of the line begins. */
export interface FencedLine {
  readonly start: number;
  readonly text: string;
}

/**
 * Cuts a fenced text of the map language into its lines, without the indentation of the closing fence.
 *
 * Shape: undefined where the closing fence is missing.
 * Source: grammar/wfmap.ebnf, fenced
 */
export function fencedLines(literal: string): readonly FencedLine[] | undefined {
  const quotes = /^"*/.exec(literal)?.[0] ?? '';
  const last = literal.lastIndexOf('\n');
  const closing = /^([ \t]*)("+)$/.exec(literal.slice(last + 1));
  if (!closing || closing[2] !== quotes) return undefined;
  const indent = closing[1] ?? '';
  const lines: FencedLine[] = [];
  let start = literal.indexOf('\n') + 1;
  while (start <= last) {
    const end = literal.indexOf('\n', start);
    const line = literal.slice(start, end).replace(/\r$/, '');
    const cut = sharedLength(line, indent);
    lines.push({ start: start + cut, text: line.slice(cut) });
    start = end + 1;
  }
  return lines;
}

function sharedLength(line: string, indent: string): number {
  let length = 0;
  while (length < indent.length && line[length] === indent[length]) length += 1;
  return length;
}
