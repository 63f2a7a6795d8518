import { fstatSync, statSync, writeSync } from 'node:fs';
import { systemCodeOf } from '../../util/error.ts';
import { EXIT } from './exit-code.ts';
import { terminalStyle, type TerminalStyle } from './terminal-style.ts';

const STDOUT = 1;
const STDERR = 2;

/**
 * Writes a text to standard output, whole, before it returns.
 *
 * Not by `process.stdout`, which takes longer to make than a small map takes to check. A reader such as `head`
 * that has seen enough ends the process with 0.
 */
export function writeOut(text: string): void {
  write(STDOUT, text);
}

/** Writes a text to standard error, as {@link writeOut} does. */
export function writeErr(text: string): void {
  write(STDERR, text);
}

/** How to print to standard output; only a terminal is asked for its width. */
export function outputStyle(): TerminalStyle {
  return terminalStyle(mayBeTerminal(STDOUT) ? process.stdout : { isTTY: false, columns: 0 });
}

function write(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length;) {
    try {
      done += writeSync(file, bytes, done);
    } catch (thrown) {
      const code = systemCodeOf(thrown);
      if (code !== 'EAGAIN') process.exit(code === 'EPIPE' ? EXIT.done : EXIT.fault);
      // A pipe that does not wait by itself is full.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

function mayBeTerminal(file: number): boolean {
  try {
    const stats = fstatSync(file);
    return stats.isCharacterDevice() && stats.rdev !== statSync('/dev/null').rdev;
  } catch {
    // What cannot be looked at is asked the slow way.
    return true;
  }
}
