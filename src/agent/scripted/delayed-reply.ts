/** A reply that takes its time, and how to end the wait. */
export interface DelayedReply<T> {
  readonly reply: Promise<T>;
  readonly stop: () => void;
  readonly kill: () => void;
}

/** Gives a reply after some time, at once for 0; ended before that, it gives `interrupted`. Units: milliseconds. */
export function delayedReply<T>(ms: number, reply: T, interrupted: T): DelayedReply<T> {
  if (ms === 0) return { reply: Promise.resolve(reply), stop: () => undefined, kill: () => undefined };
  const { promise, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(() => resolve(reply), ms);
  const stop = (): void => {
    clearTimeout(timer);
    resolve(interrupted);
  };
  return { reply: promise, stop, kill: stop };
}
