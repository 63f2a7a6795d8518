import { systemCodeOf } from './error.ts';

/** What a call of the system gives; undefined where it refuses: gone, hidden, or somebody else's. */
export function unlessRefused<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (thrown) {
    if (systemCodeOf(thrown) === undefined) throw thrown;
    return undefined;
  }
}
