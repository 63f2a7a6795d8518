import { lineText, positionAt, type Span } from '../text/source.ts';
import { signsOf, type Sign } from './display-width.ts';
import { printable } from './printable.ts';

const TAB_COLUMNS = 4;
/** How much of a line around a place is looked at: lines may be as long as the file. */
const MAX_UNITS = 2000;

/** A line of a source as it is shown, and where in it a span lies. Units: columns from 0, half-open. */
export interface Frame {
  readonly line: number;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Shows the line in which a span begins, cut to a width around it.
 *
 * Shape: what is cut away is marked with `…`; a span that goes on in the next line ends with this one; an empty
 * span is one column wide.
 */
export function frameOf(span: Span, width: number): Frame {
  const { line, column } = positionAt(span.source, span.start);
  const whole = lineText(span.source, line);
  const from = Math.max(0, column - 1 - MAX_UNITS);
  const upTo = Math.min(whole.length, column - 1 + MAX_UNITS);
  const last = Math.min(column - 1 + Math.max(span.end - span.start, 0), upTo);
  const before = shownSigns(whole.slice(from, column - 1), 0);
  const inside = shownSigns(whole.slice(column - 1, last), widthOf(before));
  const after = shownSigns(whole.slice(last, upTo), widthOf(before) + widthOf(inside));
  const start = widthOf(before);
  const frame = { line, start, end: Math.max(start + 1, start + widthOf(inside)) };
  return cut([...before, ...inside, ...after], frame, width);
}

/** Signs with tabs as blanks up to the next stop and control characters made visible. */
function shownSigns(text: string, startColumn: number): readonly Sign[] {
  const shown: Sign[] = [];
  let column = startColumn;
  for (const sign of signsOf(text)) {
    const blanks = TAB_COLUMNS - (column % TAB_COLUMNS);
    const signs = sign.text === '\t' ? signsOf(' '.repeat(blanks)) : visible(sign);
    shown.push(...signs);
    column += widthOf(signs);
  }
  return shown;
}

function visible(sign: Sign): readonly Sign[] {
  const text = printable(sign.text);
  return text === sign.text ? [sign] : signsOf(text);
}

/** Keeps the columns around a place, a third of them before it. */
function cut(signs: readonly Sign[], frame: Omit<Frame, 'text'>, width: number): Frame {
  const total = widthOf(signs);
  if (total <= width) return { ...frame, text: signs.map((sign) => sign.text).join('') };
  const room = Math.max(width - 2, 8);
  const wanted = Math.min(frame.start - Math.floor(room / 3), total - room);
  const first = frame.end - frame.start >= room ? frame.start : Math.max(0, wanted);
  let column = 0;
  let text = '';
  let startColumn: number | undefined;
  let endColumn = 0;
  for (const sign of signs) {
    if (column >= first && column + sign.width <= first + room) {
      startColumn ??= column;
      text += sign.text;
      endColumn = column + sign.width;
    }
    column += sign.width;
  }
  const shift = (startColumn ?? 0) - (first > 0 ? 1 : 0);
  const end = Math.max(frame.start + 1, Math.min(frame.end, endColumn));
  const tail = endColumn < total ? '…' : '';
  return {
    line: frame.line,
    text: `${first > 0 ? '…' : ''}${text}${tail}`,
    start: frame.start - shift,
    end: end - shift,
  };
}

function widthOf(signs: readonly Sign[]): number {
  return signs.reduce((sum, sign) => sum + sign.width, 0);
}
