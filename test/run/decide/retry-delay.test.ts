import { describe, expect, test } from 'vitest';
import { randomOf, repliesOf, retriesOf, retryDelayMs } from '../../../src/run/decide/retry-delay.ts';
import { activeMsAt, isReserved, limitsReached } from '../../../src/run/decide/reaches-limit.ts';
import { createRunState, NO_LIMITS, type RunState } from '../../../src/run/state/run-state.ts';

describe('a further try', () => {
  test('is made twice, and a reply asked for again once, where the task does not say', () => {
    const none = { max: undefined, reply: undefined };
    expect([retriesOf(none), repliesOf(none)]).toEqual([2, 1]);
    expect([retriesOf({ max: 0, reply: 7 }), repliesOf({ max: 7, reply: 0 })]).toEqual([0, 0]);
  });

  test('waits from a second on twice as long each time, up to a minute, of which up to a half is left to chance', () => {
    const delays = (random: number): number[] =>
      [1, 2, 3, 6, 7, 60].map((retry) => retryDelayMs(retry, random));
    expect(delays(0)).toEqual([500, 1_000, 2_000, 16_000, 30_000, 30_000]);
    expect(delays(0.5)).toEqual([750, 1_500, 3_000, 24_000, 45_000, 45_000]);
    expect(delays(1)).toEqual([1_000, 2_000, 4_000, 32_000, 60_000, 60_000]);
    expect(retryDelayMs(1, 0.0009)).toBe(500);
  });

  test('waits alike on every machine, by the seed and the place alone', () => {
    const numbers = [
      [0, 0],
      [1, 5],
      [1, 6],
      [2, 5],
      [1.5, 5],
      [-7, 123_456],
    ].map(([seed = 0, place = 0]) => randomOf(seed, place));
    expect(numbers).toMatchInlineSnapshot(`
      [
        0,
        0.9683778982143849,
        0.281103502959013,
        0.8752879470121115,
        0.9683778982143849,
        0.5076850159093738,
      ]
    `);
  });
});

describe('a limit of a run', () => {
  const limits = { steps: 3, costUsd: 2, tokens: 100, durationMs: 5_000 };
  const stateWith = (more: Partial<RunState>): RunState => ({ ...createRunState(), limits, ...more });

  test('is reached where all of it is used, as are several in order', () => {
    const reached = (more: Partial<RunState>) => limitsReached(stateWith(more), 'entry', 0);
    expect(reached({ steps: 2, costUsd: 1.99, tokens: 99, activeMs: 4_999 })).toEqual([]);
    const until = null;
    const cost = { limit: 'costUsd', max: 2, used: 2, until };
    expect(reached({ steps: 3 })).toEqual([{ limit: 'steps', max: 3, used: 3, until }]);
    expect(reached({ costUsd: 2, tokens: 101 })).toEqual([
      cost,
      { limit: 'tokens', max: 100, used: 101, until },
    ]);
    expect(reached({ activeMs: 5_000 })).toEqual([{ limit: 'durationMs', max: 5_000, used: 5_000, until }]);
    expect(reached({ limits: NO_LIMITS, steps: 999, costUsd: 999 })).toEqual([]);
  });

  test('of steps is no reason to end one that has begun, though it be of none', () => {
    const state = stateWith({ steps: 9, limits: { ...NO_LIMITS, steps: 0 } });
    expect(limitsReached(state, 'entry', 0)).toMatchObject([{ limit: 'steps', max: 0, used: 9 }]);
    expect([limitsReached(state, 'turn', 0), limitsReached(state, 'command', 0)]).toEqual([[], []]);
  });

  test('of time counts what has gone by since the last event, while somebody is at work', () => {
    const working = { working: 1, status: 'running' as const, activeMs: 1_000, lastAtMs: 10_000 };
    expect(activeMsAt(stateWith(working), 12_500)).toBe(3_500);
    expect(activeMsAt(stateWith(working), 9_000)).toBe(1_000);
    expect(activeMsAt(stateWith({ ...working, working: 0 }), 12_500)).toBe(1_000);
    expect(limitsReached(stateWith(working), 'turn', 14_000)).toMatchObject([
      { limit: 'durationMs', used: 5_000 },
    ]);
  });

  test('of cost is set aside where those at work may use all that is left', () => {
    const reserved = (more: Partial<RunState>) => isReserved(stateWith(more));
    expect(reserved({ costUsd: 1, reservedUsd: 1 })).toBe(true);
    expect(reserved({ costUsd: 1, reservedUsd: 0.9 })).toBe(false);
    expect(reserved({ costUsd: 2, reservedUsd: 0 })).toBe(false);
    expect(reserved({ costUsd: 1, reservedUsd: 1, limits: NO_LIMITS })).toBe(false);
  });
});
