/** A line of a text. Units: UTF-16, half-open, without the end of the line; `number` is 1-based. */
export interface TextLine {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly number: number;
}

/** What of a Markdown text is no code. Shape: `openFence` is the line of a fence that nothing closes. */
export interface Prose {
  readonly lines: readonly TextLine[];
  readonly openFence: number | undefined;
}

/**
 * Finds the lines of a Markdown text that are outside of fenced code.
 *
 * A byte order mark is no part of the first line. Source: CommonMark 0.31, fenced code blocks.
 */
export function proseLines(text: string): Prose {
  const lines: TextLine[] = [];
  let open: { readonly mark: string; readonly line: number } | undefined;
  for (const line of linesOf(text)) {
    if (open === undefined) {
      const mark = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line.text)?.[1];
      if (mark === undefined) lines.push(line);
      else open = { mark, line: line.number };
    } else if (closes(line.text, open.mark)) {
      open = undefined;
    }
  }
  return { lines, openFence: open?.line };
}

/** A fence closes with as many marks of its kind, or more, and nothing behind them. */
function closes(line: string, mark: string): boolean {
  const end = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return end !== undefined && end[0] === mark[0] && end.length >= mark.length;
}

function* linesOf(text: string): Generator<TextLine> {
  let start = text.startsWith('\uFEFF') ? 1 : 0;
  let number = 1;
  for (const { 0: ending, index } of text.matchAll(/\r\n|\n|\r/g)) {
    yield { text: text.slice(start, index), start, end: index, number };
    start = index + ending.length;
    number += 1;
  }
  yield { text: text.slice(start), start, end: text.length, number };
}
