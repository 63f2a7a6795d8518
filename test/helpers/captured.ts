import { vi } from 'vitest';
import { WfmapError } from '../../src/util/error.ts';

/** What something tells, and how it ends. */
export interface Captured<T> {
  readonly value: T | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** The error with its help, as a person is told it; "" where there was none. */
  readonly fault: string;
  /** All of it, for a golden. */
  readonly text: string;
}

/** Lets something write to the streams of this process and keeps what it writes. Errors: throws what is no error of wfmap. */
export async function captured<T>(act: () => T | Promise<T>): Promise<Captured<T>> {
  const written = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      written[stream] += String(text);
      return true;
    }),
  );
  // A golden has no colour, whatever the shell says that runs the tests.
  const { FORCE_COLOR: colour } = process.env;
  delete process.env['FORCE_COLOR'];
  let value: T | undefined;
  let fault = '';
  try {
    value = await act();
  } catch (thrown) {
    if (!(thrown instanceof WfmapError)) throw thrown;
    fault = `wfmap: ${thrown.message}\n${thrown.help === undefined ? '' : `  ${thrown.help}\n`}`;
  } finally {
    for (const spy of spies) spy.mockRestore();
    if (colour !== undefined) process.env['FORCE_COLOR'] = colour;
  }
  const { stdout, stderr } = written;
  const parts = [stderr === '' ? '' : `--- stderr\n${stderr}`, stdout === '' ? '' : `--- stdout\n${stdout}`];
  return { value, stdout, stderr, fault, text: parts.join('') + fault };
}
