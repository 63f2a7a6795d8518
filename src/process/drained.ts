import type { Readable } from 'node:stream';

/** Units: ms, rounds. */
const QUIET_MS = 500;
const MAX_ROUNDS = 4;

/**
 * Waits until outputs of a program that is over are at their end; closes them where something else holds them open.
 *
 * A machine that is busy may let a second pass before it reads what has long been written. So time alone closes nothing:
 * each output was looked at once more, and nothing came. What goes on writing is cut after four rounds.
 */
export async function drained(outputs: readonly Readable[]): Promise<void> {
  let count = 0;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  for (const stream of outputs) stream.on('data', () => (count += 1));
  const wait = (seen: number, rounds: number): void => {
    timer = setTimeout(() => setImmediate(look, seen, rounds), QUIET_MS);
  };
  // Timers come before input: what lies in the pipes has been read once this is called.
  const look = (seen: number, rounds: number): void => {
    if (isOver) return;
    if (count === seen || rounds === 0) for (const stream of outputs) stream.destroy();
    else wait(count, rounds - 1);
  };
  wait(-1, MAX_ROUNDS);
  await Promise.all(outputs.map(closed));
  isOver = true;
  clearTimeout(timer);
}

async function closed(stream: Readable): Promise<void> {
  if (!stream.closed) await new Promise<void>((resolve) => stream.once('close', resolve));
}
