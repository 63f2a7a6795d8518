/**
 * Reads lines from the terminal of a run, one dialogue at a time.
 *
 * T1. The terminal is only taken while a dialogue is open, and is given back as it was.
 * T2. Ctrl-C is the run's: it comes to this process as the signal it would be without us.
 * T3. Ctrl-D ends the dialogue, and nothing but that; the terminal can be read again afterwards.
 * T4. Keys that were pressed before a dialogue began answer nothing.
 * T5. What others write meanwhile stands above the line that is being typed.
 * T6. A terminal that is hung up ends the dialogue without an error; the signal that comes with it ends it first.
 */
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

export interface TerminalStreams {
  readonly input: Readable & { readonly setRawMode?: (isRaw: boolean) => unknown };
  readonly output: Writable & { readonly columns?: number; readonly rows?: number };
}

export interface TerminalOptions extends TerminalStreams {
  /** Default: sends SIGINT to this process. */
  readonly onInterrupt?: () => void;
  /** How long keys that were pressed before are thrown away. Default 60. Units: ms. */
  readonly settleMs?: number;
}

/** A conversation at the terminal. */
export interface Dialogue {
  /** Whole lines, each as it is to be seen. */
  readonly say: (lines: readonly string[]) => void;
  /** The line that is typed after a prompt; undefined once the person or the signal has ended the dialogue. */
  readonly ask: (prompt: string) => Promise<string | undefined>;
  /** Writes whole lines of somebody else above the line that is being typed. */
  readonly above: (text: string) => void;
  readonly close: () => void;
}

const SETTLE_MS = 60;
/** How long the signal of a hang-up is waited for; not every process is sent one. Units: ms. */
const HANG_UP_MS = 500;

/** Begins a dialogue; undefined where the signal was aborted before it could, or nobody is there any more. */
export async function openDialogue(
  options: TerminalOptions,
  signal: AbortSignal,
): Promise<Dialogue | undefined> {
  const { input, output } = options;
  if (signal.aborted || isHungUp(input)) return undefined;
  // Where the terminal is gone, each change of its mode is reported as an error of the input.
  if (!input.listeners('error').includes(ignoreError)) input.on('error', ignoreError);
  await throwAwayKeys(options, signal);
  if (isHungUp(input)) await pause(HANG_UP_MS, signal);
  if (signal.aborted || isHungUp(input)) return undefined;
  // The marks by which a terminal brackets pasted text are no part of it: readline takes them off.
  const lines = createInterface({ input, output, terminal: true, historySize: 0 });
  return dialogueOn(lines, options, signal);
}

function isHungUp({ destroyed, readableEnded }: Readable): boolean {
  return destroyed || readableEnded;
}

function ignoreError(): void {
  // The end of the input says the same.
}

function dialogueOn(lines: Interface, options: TerminalOptions, signal: AbortSignal): Dialogue {
  const { input, output } = options;
  let isOver = false;
  let isAsking = false;
  let settle: ((line: string | undefined) => void) | undefined;
  /** Lines that came faster than they were asked for: from a paste. */
  const early: string[] = [];
  const answer = (line: string | undefined): void => {
    isAsking = false;
    const waiting = settle;
    settle = undefined;
    if (waiting !== undefined) waiting(line);
    else if (line !== undefined) early.push(line);
  };
  const clearPrompt = (): string => {
    const { rows } = lines.getCursorPos();
    return `\r${rows > 0 ? `\u001B[${rows}A` : ''}\u001B[J`;
  };
  const close = (): void => {
    if (isOver) return;
    isOver = true;
    signal.removeEventListener('abort', end);
    // A question that nobody needs any more goes; one that was left stays to be read.
    if (isAsking) output.write(signal.aborted ? clearPrompt() : '\r\n');
    lines.close();
    answer(undefined);
  };
  const end = (): void => close();
  const hangUp = (): void => {
    isAsking = false;
    if (!isOver) void pause(HANG_UP_MS, signal).then(close);
  };
  lines.on('line', answer);
  lines.on('close', () => (isHungUp(input) ? hangUp() : close()));
  lines.on('error', hangUp);
  lines.on('SIGINT', options.onInterrupt ?? interruptSelf);
  signal.addEventListener('abort', end);
  return {
    say: (some) => output.write(some.map((line) => `${line}\r\n`).join('')),
    ask: (prompt) =>
      new Promise((resolve) => {
        if (isOver) return resolve(undefined);
        const before = early.shift();
        if (before !== undefined) return resolve(before);
        settle = resolve;
        if (isHungUp(input)) return;
        isAsking = true;
        lines.setPrompt(prompt);
        lines.prompt();
      }),
    above: (text) => {
      const rows = isAsking ? lines.getCursorPos().rows : 0;
      const clear = isAsking ? clearPrompt() : '';
      // readline goes up again by the rows that it had, so it gets them back.
      output.write(`${clear}${text.replaceAll('\n', '\r\n')}${'\r\n'.repeat(rows)}`);
      if (isAsking) lines.prompt(true);
    },
    close,
  };
}

/** Reads for a moment and forgets it; without echo, as what is typed then is no part of the dialogue. */
async function throwAwayKeys(
  { input, settleMs = SETTLE_MS, onInterrupt = interruptSelf }: TerminalOptions,
  signal: AbortSignal,
): Promise<void> {
  if (settleMs === 0) return;
  const drop = (keys: Buffer | string): void => {
    if (keys.includes('\u0003')) onInterrupt();
  };
  input.setRawMode?.(true);
  input.on('data', drop);
  await pause(settleMs, signal);
  input.off('data', drop);
  input.setRawMode?.(false);
  input.pause();
}

/** Ends early where the signal is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}

function interruptSelf(): void {
  process.kill(process.pid, 'SIGINT');
}
