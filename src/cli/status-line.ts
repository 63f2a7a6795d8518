/**
 * The last line of a terminal: what goes on just now, written over by what comes next.
 *
 * S1. On anything but a terminal nothing is ever written.
 * S2. The line is never wider than the terminal: a second row could not be taken back.
 */
import type { WriteStream } from 'node:tty';
import { formatTable } from './table.ts';

export interface StatusLine {
  /** Text without control characters; no text takes the line away. */
  readonly show: (text: string) => void;
  readonly clear: () => void;
}

export function createStatusLine(
  stream: Pick<WriteStream, 'isTTY' | 'columns'> & { readonly write: (text: string) => unknown },
): StatusLine {
  const { TERM: term, CI: ci = '' } = process.env;
  const isOff = !stream.isTTY || term === 'dumb' || ci !== '';
  let isShown = false;
  const clear = (): void => {
    if (isShown) stream.write(TAKE_BACK);
    isShown = false;
  };
  return {
    clear,
    show: (text) => {
      if (isOff) return;
      const [line = ''] = formatTable([[text]], stream.columns - ECHO);
      stream.write(TAKE_BACK + line);
      isShown = true;
    },
  };
}

/** Room for the `^C` that a terminal puts behind the line when it is pressed. Units: columns. */
const ECHO = 3;

/** To the start of the row, and everything behind it away. */
const TAKE_BACK = '\r\u001B[K';
