import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createVirtualClock } from '../../../src/run/host/virtual-clock.ts';

const never = new AbortController().signal;
const YEAR = 365 * 24 * 3600 * 1000;

describe('a virtual clock', () => {
  test('wakes sleepers by their time, those of one time in order, and is at that time then', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(YEAR), { maxLength: 20 }), async (times) => {
        const clock = createVirtualClock(0);
        const woken: (readonly [number, number])[] = [];
        await Promise.all(
          times.map(async (ms, index) => {
            await clock.sleep(ms, never);
            woken.push([clock.now().getTime(), index]);
          }),
        );
        const wanted = times.map((ms, index) => [ms, index] as const).toSorted((a, b) => a[0] - b[0]);
        expect(woken).toEqual(wanted);
      }),
      { numRuns: 50 },
    );
  });

  test('lets everything else happen before time passes', async () => {
    const clock = createVirtualClock(0);
    const order: string[] = [];
    const slept = clock.sleep(0, never).then(() => order.push('slept'));
    await Promise.resolve()
      .then(() => Promise.resolve())
      .then(() => order.push('worked'));
    await slept;
    expect(order).toEqual(['worked', 'slept']);
  });

  test('lets go of who is woken by a signal, also of who would sleep for ever', async () => {
    const clock = createVirtualClock(0);
    const abort = new AbortController();
    const both = Promise.all([clock.sleep(YEAR, abort.signal), clock.sleep(Infinity, abort.signal)]);
    abort.abort();
    await both;
    await clock.sleep(5, abort.signal);
    expect([clock.now().getTime(), clock.wakes()]).toEqual([0, 0]);
  });
});
