import { skip } from './ascii.ts';

/**
 * Gives the lines of a Markdown text in order; those of fences and block quotes come as empty lines.
 *
 * A fence that is never closed goes to the end of the text. Fences may stand in list items; one that stands deeper
 * than its opening by four columns or more is content, not an end, so that a quoted fence does not end the quoting.
 * Source: CommonMark 0.31, sections 4.5 and 5.1, without containers.
 */
export function* openLines(text: string): Generator<string> {
  let fence: Fence | undefined;
  for (const { line } of lines(text)) {
    if (fence) {
      if (closes(line, fence)) fence = undefined;
      yield '';
      continue;
    }
    fence = opening(line);
    yield fence || line[skip(line, 0, BLANK)] === '>' ? '' : line;
  }
}

/**
 * A line, and where it stands to a fence. `language` is the first word after the marks of an opening, lower case.
 *
 * Units: `at`, where the line begins in the text, in UTF-16.
 */
export interface MarkedLine {
  readonly line: string;
  readonly at: number;
  readonly place: 'outside' | 'opening' | 'inside' | 'closing';
  readonly language: string;
}

/** Gives all lines of a Markdown text, each with its place; fences as {@link openLines} tells them. */
export function* markedLines(text: string): Generator<MarkedLine> {
  let fence: Fence | undefined;
  for (const { line, at } of lines(text)) {
    if (fence) {
      const isEnd = closes(line, fence);
      if (isEnd) fence = undefined;
      yield { line, at, place: isEnd ? 'closing' : 'inside', language: '' };
      continue;
    }
    fence = opening(line);
    yield { line, at, place: fence ? 'opening' : 'outside', language: fence ? languageOf(line) : '' };
  }
}

const BLANK = ' \t\f\v';

/** No language has a longer name. */
const LONGEST_WORD = 40;

interface Fence {
  readonly mark: '`' | '~';
  readonly length: number;
  readonly column: number;
}

/** Lines end with LF, CRLF or a lone CR. */
function* lines(text: string): Generator<{ readonly line: string; readonly at: number }> {
  let at = 0;
  for (const match of text.matchAll(/\r\n|\n|\r/g)) {
    yield { line: text.slice(at, match.index), at };
    at = match.index + match[0].length;
  }
  yield { line: text.slice(at), at };
}

/** Three marks or more, after white space and list marks. The rest of a line with back-ticks may hold none. */
function opening(line: string): Fence | undefined {
  const at = afterListMarks(line);
  const found = run(line, at);
  if (!found) return undefined;
  if (found.mark === '`' && line.includes('`', at + found.length)) return undefined;
  return { ...found, column: columnOf(line, at) };
}

/** The first word after the marks of an opening. */
function languageOf(line: string): string {
  const at = afterListMarks(line);
  const after = at + (run(line, at)?.length ?? 0);
  const word = /^[ \t]*([^ \t`{]*)/.exec(line.slice(after, after + LONGEST_WORD));
  return word?.[1]?.toLowerCase() ?? '';
}

function afterListMarks(line: string): number {
  for (let at = 0; ;) {
    const start = skip(line, at, BLANK);
    const digits = skip(line, start, '0123456789');
    const numbered = digits > start && digits - start <= 9 && '.)'.includes(line[digits] ?? '-');
    const mark = numbered ? digits : start;
    if (!numbered && !'-+*'.includes(line[mark] ?? 'x')) return start;
    if (!BLANK.includes(line[mark + 1] ?? 'x')) return start;
    at = mark + 1;
  }
}

function closes(line: string, fence: Fence): boolean {
  const at = skip(line, 0, BLANK);
  const found = run(line, at);
  if (!found || found.mark !== fence.mark || found.length < fence.length) return false;
  return columnOf(line, at) < fence.column + 4 && skip(line, at + found.length, BLANK) === line.length;
}

function run(line: string, at: number): { mark: '`' | '~'; length: number } | undefined {
  const mark = line[at];
  if (mark !== '`' && mark !== '~') return undefined;
  let end = at;
  while (line[end] === mark) end += 1;
  return end - at < 3 ? undefined : { mark, length: end - at };
}

/** Tab stops are four columns apart. */
function columnOf(line: string, at: number): number {
  let column = 0;
  for (let i = 0; i < at; i += 1) column += line[i] === '\t' ? 4 - (column % 4) : 1;
  return column;
}
