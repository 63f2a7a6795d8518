import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createInterrupts } from '../../../src/cli/running/interrupts.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** What a signal calls that was taken last: the tests themselves listen, too. */
function signal(name: (typeof SIGNALS)[number]): void {
  process.listeners(name).at(-1)?.(name);
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)(
  'the first %s asks the run to stop, the second ends it, and at the last the process',
  (name, exitCode) => {
    const said: string[] = [];
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
    const before = SIGNALS.map((each) => process.listenerCount(each));
    const { stop, kill, dispose } = createInterrupts(
      (text) => said.push(text),
      () => true,
    );
    expect(SIGNALS.map((each) => process.listenerCount(each))).toEqual(before.map((count) => count + 1));
    expect([stop.aborted, kill.aborted]).toEqual([false, false]);
    signal(name);
    expect([stop.aborted, kill.aborted, stop.reason]).toEqual([
      true,
      false,
      { message: `Stopped by ${name}.`, exitCode },
    ]);
    vi.advanceTimersByTime(10_000);
    expect(exit).not.toHaveBeenCalled();
    signal(name);
    expect(kill.aborted).toBe(true);
    expect(said).toEqual(['Stopping: the agent gets 5 s to end. Again to end at once.']);
    vi.advanceTimersByTime(2_900);
    expect(exit).not.toHaveBeenCalled();
    vi.advanceTimersByTime(200);
    expect(exit).toHaveBeenCalledExactlyOnceWith(exitCode);
    dispose();
    expect(SIGNALS.map((each) => process.listenerCount(each))).toEqual(before);
  },
);

test('where nobody is at work, as while a person is asked, nothing is said of an agent', () => {
  const said: string[] = [];
  const { stop, dispose } = createInterrupts(
    (text) => said.push(text),
    () => false,
  );
  signal('SIGINT');
  expect(stop.aborted).toBe(true);
  expect(said).toEqual(['Stopping. Again to end at once.']);
  dispose();
});
