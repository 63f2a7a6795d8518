/**
 * A few lines at the foot of a terminal, written over in place.
 *
 * B1. Whatever is written to the stream meanwhile goes through `above`: else the lines would be looked for elsewhere.
 * B2. No line is broken by the terminal: breaking is off while they are written, however wide it takes a sign to be.
 * B3. The cursor is hidden exactly while the block is there.
 * B4. Each change is one write, so that nothing of it is seen half done.
 */
import type { WriteStream } from 'node:tty';
import { displayWidth } from '../../diagnostics/display-width.ts';

/** Lines that are shown. `width` is what each takes, without what a terminal obeys. Units: columns. */
export interface BlockLine {
  readonly text: string;
  readonly plain: string;
}

export interface StatusBlock {
  /** Shows lines in place of those before; none takes the block away. */
  readonly show: (lines: readonly BlockLine[]) => void;
  /** Writes a text that ends with a line break where the block is, which is then gone until it is shown again. */
  readonly above: (text: string, lines: readonly BlockLine[]) => void;
}

export function createStatusBlock(
  stream: Pick<WriteStream, 'columns'> & { readonly write: (text: string) => unknown },
): StatusBlock {
  let shown: readonly BlockLine[] = [];
  const draw = (text: string, lines: readonly BlockLine[]): void => {
    const wasThere = shown.length > 0;
    const cursor = wasThere === lines.length > 0 ? '' : wasThere ? SHOW_CURSOR : HIDE_CURSOR;
    const block =
      lines.length === 0 ? '' : NO_BREAKS + lines.map((line) => line.text).join('\r\n') + BREAKS + '\r';
    const all = takeBack(shown, stream.columns) + text + cursor + block;
    shown = lines;
    if (all !== '') stream.write(all);
  };
  return { show: (lines) => draw('', lines), above: draw };
}

/** From the start of the last line to that of the first, and away with everything from there on. */
function takeBack(lines: readonly BlockLine[], columns: number): string {
  if (lines.length === 0) return '';
  // A terminal that became narrower has broken them.
  const rows = lines
    .slice(0, -1)
    .map(({ plain }) => Math.max(1, columns > 0 ? Math.ceil(displayWidth(plain) / columns) : 1))
    .reduce((sum, each) => sum + each, 0);
  return `\r${rows > 0 ? `\u001B[${rows}A` : ''}\u001B[J`;
}

/** Source: ECMA-48 and DEC private modes 7 (auto-wrap) and 25 (cursor). */
const NO_BREAKS = '\u001B[?7l';
const BREAKS = '\u001B[?7h';
const HIDE_CURSOR = '\u001B[?25l';
const SHOW_CURSOR = '\u001B[?25h';
