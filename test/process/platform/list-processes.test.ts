import { expect, test } from 'vitest';
import { inSlices, listAllProcesses, listProcesses } from '../../../src/process/platform/list-processes.ts';

/** Holds this thread for three milliseconds at each of its steps. */
function* slowWalk(steps: number) {
  for (let step = 0; step < steps; step += 1) {
    const until = performance.now() + 3;
    while (performance.now() < until);
    yield;
  }
  return [];
}

test('others have their turn during a long listing', async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 0);
  await inSlices(slowWalk(20));
  clearInterval(timer);
  expect(turns).toBeGreaterThanOrEqual(10);
});

test('both listings hold this process and its parent', async () => {
  for (const entries of [listProcesses([]), await listAllProcesses([])]) {
    const own = entries.find(({ pid }) => pid === process.pid);
    expect(own?.parent).toBe(process.ppid);
    expect(entries.some(({ pid }) => pid === process.ppid)).toBe(true);
  }
});
