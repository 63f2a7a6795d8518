/**
 * Makes the function that finds the offset of a line and a column in a text.
 *
 * Units: lines from 1, columns from 0; lines end with LF, CRLF or a lone CR, as they do for Handlebars.
 */
export function offsetsOf(text: string): (line: number, column: number) => number {
  const starts = [0];
  for (const match of text.matchAll(/\r\n?|\n/g)) starts.push(match.index + match[0].length);
  return (line, column) => Math.min(text.length, (starts[line - 1] ?? text.length) + column);
}
