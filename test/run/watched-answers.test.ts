import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AnswerBox } from '../../src/journal/answer-box.ts';
import type { Clock } from '../../src/run/host/clock.ts';
import type { RunHost } from '../../src/run/host/host.ts';
import { LONGEST_TIMER_MS } from '../../src/util/longest-timer.ts';
import { memoryBox } from '../helpers/performers.ts';
import { answered, puppetAgent } from '../helpers/puppet-agent.ts';
import { start, testHost, type TestHost } from '../helpers/run-host.ts';
import { createCrashingFileSystem } from '../journal/crashing-file-system.ts';
import { ignore, keyOf, program, slowAsker, tickingClock, YES } from './approval.ts';

let box: AnswerBox;
beforeEach(() => {
  box = memoryBox();
});
afterEach(() => {
  vi.useRealTimers();
});

function hostOf(more: Partial<RunHost>): TestHost {
  return testHost(createCrashingFileSystem(), '/project', puppetAgent(answered('Done')), more);
}

describe('a question whose answers are watched for', () => {
  /** A clock that keeps how long each sleeps; `tick` wakes them. */
  const sleepingClock = () => {
    const clock = tickingClock();
    const slept: number[] = [];
    const sleep: Clock['sleep'] = (ms, signal) => {
      slept.push(ms);
      return clock.sleep(ms, signal);
    };
    return { ...clock, slept, sleep };
  };
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  test('is looked at soon, and again when an answer comes, with no timer of its own', async () => {
    const asker = slowAsker();
    const clock = sleepingClock();
    let wake = ignore as () => void;
    const closed: string[] = [];
    const watched = {
      ...box,
      watch: (woken: () => void) => {
        wake = woken;
        return () => void closed.push('closed');
      },
    };
    const run = start(hostOf({ asker, clock, answerBox: () => watched }), program);
    await turn();
    clock.tick();
    await turn();
    clock.tick();
    await turn();
    expect(clock.slept).toEqual([250, LONGEST_TIMER_MS, LONGEST_TIMER_MS]);
    box.claim(keyOf(asker), YES);
    wake();
    wake();
    expect(clock.slept.slice(3)).toEqual([250, 250]);
    clock.tick();
    expect((await run).state.finished?.task).toBe('Shipped');
    expect(closed).toEqual(['closed']);
  });

  test('is looked at every ten seconds, whatever the watch tells', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const asker = slowAsker();
    const clock = sleepingClock();
    const deaf = { ...box, watch: () => ignore as () => void };
    const run = start(hostOf({ asker, clock, answerBox: () => deaf }), program);
    await turn();
    clock.tick();
    await turn();
    box.claim(keyOf(asker), YES);
    vi.advanceTimersByTime(9_999);
    expect(clock.slept).toEqual([250, LONGEST_TIMER_MS]);
    vi.advanceTimersByTime(1);
    expect((await run).state.finished?.task).toBe('Shipped');
  });

  test('is answered by what comes while the watch begins, though that tells nothing', async () => {
    const asker = slowAsker();
    const clock = sleepingClock();
    const watched = {
      ...box,
      watch: () => {
        box.claim(keyOf(asker), YES);
        return ignore as () => void;
      },
    };
    const run = start(hostOf({ asker, clock, answerBox: () => watched }), program);
    await turn();
    clock.tick();
    expect((await run).state.finished?.task).toBe('Shipped');
    expect(clock.slept[0]).toBe(250);
  });
});
