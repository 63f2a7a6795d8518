import { spawn } from 'node:child_process';
// A CommonJS package whose names Node does not see.
import headless, { type IBufferCell } from '@xterm/headless';

/** A part of a line in one colour. Shape: `color` is one of the 16 of a terminal, undefined for its own. */
export interface Run {
  readonly text: string;
  readonly color: number | undefined;
  readonly isBold: boolean;
  readonly isDim: boolean;
}

/** What a terminal shows from a moment on. Units: milliseconds from the first output. */
export interface Frame {
  readonly at: number;
  readonly lines: readonly (readonly Run[])[];
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** Units: milliseconds. A screen that stays for less is part of the next. */
const SHORTEST = 150;

/**
 * Runs a command at a terminal of its own and notes what that shows, each time that it has changed.
 *
 * Errors: rejects where the command fails, or where there is no `script` of the system.
 */
export async function recordTerminal(
  line: string,
  { columns, rows }: Size,
  cwd: string,
): Promise<readonly Frame[]> {
  const terminal = new headless.Terminal({ cols: columns, rows, allowProposedApi: true });
  const frames: Frame[] = [];
  const started = Date.now();
  const note = (at: number): void => {
    const lines = linesOf(terminal, rows);
    const last = frames.at(-1);
    if (JSON.stringify(last?.lines) === JSON.stringify(lines)) return;
    if (last !== undefined && at - last.at < SHORTEST) frames.pop();
    frames.push({ at: frames.length === 0 ? 0 : at, lines });
  };
  const inTerminal = `stty cols ${columns} rows ${rows}; exec ${line}`;
  const child = spawn('script', ['-qec', inTerminal, '/dev/null'], {
    cwd,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, TERM: 'xterm-256color', COLUMNS: '', LINES: '', NO_COLOR: '', CI: '' },
  });
  let isWritten = Promise.resolve();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const at = Date.now() - started;
    isWritten = isWritten
      .then(() => new Promise<void>((done) => terminal.write(text, done)))
      .then(() => note(at));
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  await isWritten;
  if (code !== 0) throw new Error(`"${line}" exited with ${code}.`);
  return frames;
}

function linesOf({ buffer }: headless.Terminal, rows: number): Frame['lines'] {
  return Array.from({ length: rows }, (_, row) => runsOf(buffer.active.getLine(buffer.active.baseY + row)));
}

function runsOf(line: ReturnType<headless.Terminal['buffer']['active']['getLine']>): readonly Run[] {
  if (line === undefined) return [];
  const runs: Run[] = [];
  for (let column = 0; column < line.translateToString(true).length; column += 1) {
    const cell = line.getCell(column);
    if (cell === undefined) break;
    const next = runOf(cell);
    const last = runs.at(-1);
    if (last === undefined || !looksLike(last, next)) runs.push(next);
    else runs[runs.length - 1] = { ...last, text: last.text + next.text };
  }
  return runs;
}

function runOf(cell: IBufferCell): Run {
  return {
    text: cell.getChars() === '' ? ' ' : cell.getChars(),
    color: cell.isFgPalette() ? cell.getFgColor() : undefined,
    isBold: cell.isBold() !== 0,
    isDim: cell.isDim() !== 0,
  };
}

function looksLike(a: Run, b: Run): boolean {
  return a.color === b.color && a.isBold === b.isBold && a.isDim === b.isDim;
}
