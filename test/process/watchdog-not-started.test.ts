import type { spawn } from 'node:child_process';
import { expect, test, vi } from 'vitest';
import { startWatchdog } from '../../src/process/start-watchdog.ts';

// As on a machine that has no shell, or is short of processes.
vi.mock('node:child_process', async (original) => {
  const real = await original<{ readonly spawn: typeof spawn }>();
  return { ...real, spawn: () => real.spawn('/nowhere/sh', { stdio: 'pipe' }) };
});

test('a watchdog that cannot be started is reported with what to look at', () => {
  expect(() => startWatchdog({ marker: 'none', script: '/nowhere/watchdog.js' })).toThrow(
    expect.objectContaining({
      name: 'ProcessError',
      code: 'watchdog-not-started',
      retryable: false,
      message: 'The watchdog process could not be started.',
      help: 'Check the limits of this machine on processes and memory.',
    }),
  );
});
