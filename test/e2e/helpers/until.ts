import { setTimeout as sleep } from 'node:timers/promises';

/** How long something may take on a machine that does much else: shorter than any test may. Units: ms. */
const MAX_MS = 50_000;

/** Waits until something holds. Errors: throws after {@link MAX_MS}, with what `told` says then. */
export async function until(holds: () => boolean, reported: () => string = () => ''): Promise<void> {
  const deadline = Date.now() + MAX_MS;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`waited in vain: ${holds.toString()}\n${reported()}`);
    await sleep(10);
  }
}
