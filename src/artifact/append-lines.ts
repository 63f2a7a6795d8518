import type { FileSystem } from '../journal/file-system.ts';

/** A line of a file that is only added to. Shape: `text` ends with a line break; `seq` counts up. */
export interface SeqLine {
  readonly seq: number;
  readonly text: string;
}

/** Where the lines of a run in such a file end. */
export interface LinesEnd {
  /** The last `seq` of the run that stands there; 0 for none. */
  readonly seq: number;
  /** What follows the last line break: a line that was cut off. */
  readonly rest: string;
}

const CHUNK_BYTES = 1024 * 1024;
/** Units: UTF-16. Longer lines are of nobody that is looked for. */
const MAX_LINE = 64 * 1024;

/** Reads a file through for the lines that begin with `{"run":"<run>","seq":`. Errors: system errors. */
export function findLinesEnd(fs: FileSystem, path: string, run: string): LinesEnd {
  if (fs.kindOf(path) !== 'file') return { seq: 0, rest: '' };
  const head = `{"run":${JSON.stringify(run)},"seq":`;
  let seq = 0;
  let rest = '';
  for (let offset = 0; ;) {
    const bytes = fs.readPart(path, offset, CHUNK_BYTES);
    if (bytes.length === 0) break;
    offset += bytes.length;
    // Heads are ASCII: other signs may be cut at the end of a chunk without harm.
    const lines = (rest + Buffer.from(bytes).toString('latin1')).split('\n');
    rest = (lines.pop() ?? '').slice(0, MAX_LINE);
    for (const line of lines) if (line.startsWith(head)) seq = Math.max(seq, seqIn(line));
  }
  return { seq, rest };
}

/** The `seq` of a whole line; one that was cut off and ended later counts for nothing. */
function seqIn(line: string): number {
  try {
    const value: unknown = JSON.parse(line);
    const isLine = typeof value === 'object' && value !== null && 'seq' in value;
    return isLine && typeof value.seq === 'number' ? value.seq : 0;
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return 0;
    throw thrown;
  }
}

/**
 * Adds lines at the end of a file in one write. A line of its own that was cut off there is completed, any other is
 * ended first. Errors: system errors.
 */
export function appendLines(fs: FileSystem, path: string, lines: readonly SeqLine[], rest: string): void {
  const text = Buffer.from(lines.map((line) => line.text).join(''));
  const isCutOff = rest !== '' && text.toString('latin1').startsWith(rest);
  const bytes = isCutOff ? text.subarray(rest.length) : text;
  const file = fs.open(path, 'append');
  try {
    file.write(rest === '' || isCutOff ? bytes : Buffer.concat([Buffer.from('\n'), bytes]));
  } finally {
    file.close();
  }
}
