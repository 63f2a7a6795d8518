import { LONGEST_TIMER_MS } from '../../util/longest-timer.ts';

/** A reply that takes its time, and how to end the wait. */
export interface DelayedReply<T> {
  readonly reply: Promise<T>;
  readonly stop: () => void;
  readonly kill: () => void;
}

/** Waits for some time, or until the signal aborts. Units: milliseconds. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** What a wait may come to: the reply, or what is said of work that was ended before. */
export interface Delayed<T> {
  readonly reply: T;
  readonly interrupted: T;
}

/** Gives a reply after some time, at once for 0; ended before that, it gives `interrupted`. Units: milliseconds. */
export function delayedReply<T>(
  ms: number,
  { reply, interrupted }: Delayed<T>,
  sleep: Sleep = realSleep,
): DelayedReply<T> {
  if (ms === 0) return { reply: Promise.resolve(reply), stop: () => undefined, kill: () => undefined };
  const ended = new AbortController();
  const stop = (): void => ended.abort();
  const waited = sleep(ms, ended.signal).then(() => (ended.signal.aborted ? interrupted : reply));
  return { reply: waited, stop, kill: stop };
}

/** How long an answer takes under a bound, and whether that is too long for it. Units: ms. */
export function timeWithin(
  wanted = 0,
  timeoutMs: number | undefined,
): { readonly ms: number; readonly isTooLong: boolean } {
  const isTooLong = timeoutMs !== undefined && wanted > timeoutMs;
  return { ms: isTooLong ? timeoutMs : wanted, isTooLong };
}

/** A reply that takes its time, with work that is done before the reply is given; not where the wait was ended. */
export function performed<T>(
  delayed: DelayedReply<T>,
  reply: T,
  work: (() => Promise<void>) | undefined,
): DelayedReply<T> {
  if (work === undefined) return delayed;
  const done = delayed.reply.then(async (given) => {
    if (given === reply) await work();
    return given;
  });
  return { ...delayed, reply: done };
}

/** Waits in real time. */
export function realSleep(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, Math.min(ms, LONGEST_TIMER_MS));
  const stop = (): void => {
    clearTimeout(timer);
    resolve();
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  return promise;
}
