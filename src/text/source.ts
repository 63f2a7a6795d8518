/**
 * A text that wfmap reads, under the name that messages show for it.
 *
 * Shape: `text` is the file as it is, a byte order mark included.
 */
export interface Source {
  readonly name: string;
  readonly text: string;
}

/**
 * A stretch of a source.
 *
 * Units: half-open UTF-16 offsets, `0 <= start <= end <= source.text.length`.
 */
export interface Span {
  readonly source: Source;
  readonly start: number;
  readonly end: number;
}

/** Units: line and column from 1, offset from 0, in UTF-16 units. A byte order mark has an offset and no column. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** Finds line and column of an offset; an offset outside the text counts as the nearest end. */
export function positionAt(source: Source, offset: number): Position {
  const starts = lineStartsOf(source);
  const place = Math.max(0, Math.min(offset, source.text.length));
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  const mark = low === 0 && source.text.charCodeAt(0) === 0xfeff && place > 0 ? 1 : 0;
  return { line: low + 1, column: place - (starts[low] ?? 0) - mark + 1, offset: place };
}

/**
 * Finds the offset of a line and a column; one outside of the text or its line counts as the nearest in it.
 *
 * Units: both from 1; a column beyond the text of its line is the end of that text.
 */
export function offsetAt(source: Source, { line, column }: Pick<Position, 'line' | 'column'>): number {
  const starts = lineStartsOf(source);
  if (line > starts.length) return source.text.length;
  const at = Math.max(1, line);
  const start = starts[at - 1] ?? 0;
  const mark = at === 1 && source.text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const text = source.text.slice(start + mark, starts[at] ?? source.text.length);
  const length = text.replace(/\r?\n$|\r$/, '').length;
  return start + mark + Math.max(0, Math.min(column - 1, length));
}

/** The text of a line without its line break. Units: `line` counts from 1. */
export function lineText(source: Source, line: number): string {
  const starts = lineStartsOf(source);
  const text = source.text.slice(starts[line - 1] ?? 0, starts[line] ?? source.text.length);
  return text.replace(/^\uFEFF/, '').replace(/\r?\n$|\r$/, '');
}

/** The whole of a source as one span. */
export function wholeOf(source: Source): Span {
  return { source, start: 0, end: source.text.length };
}

const lineStarts = new WeakMap<Source, readonly number[]>();

/** Lines end with LF, CRLF or a lone CR. Computed once a source: 100 diagnostics must not cost 100 scans. */
function lineStartsOf(source: Source): readonly number[] {
  const known = lineStarts.get(source);
  if (known) return known;
  const starts = [0];
  for (const match of source.text.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length);
  lineStarts.set(source, starts);
  return starts;
}
