import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until something holds. Errors: throws after 20 s, with what `told` says then. */
export async function until(holds: () => boolean, told: () => string = () => ''): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`waited in vain: ${holds.toString()}\n${told()}`);
    await sleep(10);
  }
}
