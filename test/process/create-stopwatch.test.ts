import { afterEach, describe, expect, test, vi } from 'vitest';
import { createStopwatch } from '../../src/process/create-stopwatch.ts';

afterEach(() => vi.useRealTimers());

describe('a stopwatch', () => {
  test('tells once that its time is used up, without the time in which it was held', () => {
    vi.useFakeTimers();
    const onTimeout = vi.fn<() => void>();
    const watch = createStopwatch(100, onTimeout);
    vi.advanceTimersByTime(60);
    const go = watch.hold();
    vi.advanceTimersByTime(10_000);
    expect(onTimeout).not.toHaveBeenCalled();
    go();
    vi.advanceTimersByTime(39);
    expect(onTimeout).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onTimeout).toHaveBeenCalledOnce();
    expect(watch.isUsedUp()).toBe(true);
    expect(watch.end()).toBe(100);
  });

  test('goes on when the last of several holders lets it, and nobody lets it twice', () => {
    vi.useFakeTimers();
    const onTimeout = vi.fn<() => void>();
    const watch = createStopwatch(100, onTimeout);
    const [one, other] = [watch.hold(), watch.hold()];
    one();
    one();
    vi.advanceTimersByTime(1_000);
    expect(onTimeout).not.toHaveBeenCalled();
    other();
    vi.advanceTimersByTime(100);
    expect(onTimeout).toHaveBeenCalledOnce();
  });

  test('begins anew, also while it is held', () => {
    vi.useFakeTimers();
    const onTimeout = vi.fn<() => void>();
    const watch = createStopwatch(100, onTimeout);
    vi.advanceTimersByTime(90);
    watch.restart();
    vi.advanceTimersByTime(99);
    const go = watch.hold();
    watch.restart();
    go();
    vi.advanceTimersByTime(99);
    expect(onTimeout).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onTimeout).toHaveBeenCalledOnce();
  });

  test('stays as it is once it was ended', () => {
    vi.useFakeTimers();
    const onTimeout = vi.fn<() => void>();
    const watch = createStopwatch(100, onTimeout);
    const go = watch.hold();
    expect(watch.end()).toBe(0);
    expect(watch.isUsedUp()).toBe(false);
    go();
    vi.advanceTimersByTime(1_000);
    expect(onTimeout).not.toHaveBeenCalled();
  });
});
