/** Units: ms. */
const WAIT_MS = 1;

/** Holds this thread for a millisecond. */
export function waitBriefly(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
}
