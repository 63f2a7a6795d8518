import type { WriteStream } from 'node:tty';

/** How to print to a stream: with colour or without, and how wide. Units: columns. */
export interface TerminalStyle {
  readonly color: boolean;
  readonly width: number;
}

/** Source: NO_COLOR (no-color.org), FORCE_COLOR (force-color.org); CI logs get no colour unless asked for. */
export function terminalStyle(stream: Pick<WriteStream, 'isTTY' | 'columns'>): TerminalStyle {
  const { NO_COLOR: none = '', FORCE_COLOR: force = '', TERM: term } = process.env;
  const color = none !== '' ? false : force !== '' ? force !== '0' : stream.isTTY && term !== 'dumb';
  return { color, width: stream.isTTY ? Math.max(40, stream.columns) : 120 };
}
