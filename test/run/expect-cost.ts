import { expect } from 'vitest';

/** What a run cost is what the reference says, but for the last turns of cancelled blocks, which may never have begun. */
export function expectCost(
  costUsd: number,
  spent: { readonly costUsd: number; readonly late: number },
): void {
  expect(costUsd).toBeGreaterThan(spent.costUsd - 1e-6);
  expect(costUsd).toBeLessThan(spent.costUsd + spent.late + 1e-6);
}
