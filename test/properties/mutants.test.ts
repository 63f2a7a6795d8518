import { expect, test } from 'vitest';
import { runMutants } from './mutants.ts';

const COUNT = 2000;

test('a map that was changed at random is read, checked and laid out without a throw, and every fault has its place', async () => {
  const { broken, laidOut, units } = await runMutants({ from: 0, count: COUNT, workers: 1 });
  expect(broken).toEqual([]);
  // Else nothing but heaps of faults was tried.
  expect(laidOut).toBeGreaterThan(COUNT / 50);
  expect(units).toBeGreaterThan(COUNT * 100);
}, 120_000);
