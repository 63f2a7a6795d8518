import { spawn } from 'node:child_process';
import { until } from './until.ts';
import { PROGRAM } from './program.ts';

/** How a process of wfmap ended. Shape: `code` is null when a signal ended it. */
export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Both, for a message when something is not as it should be. */
  readonly reported: string;
}

/** A process of wfmap that may still go on. */
export interface Started {
  readonly pid: number;
  readonly end: Promise<Ended>;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Closes our end of both streams, as a reader such as `head` does. */
  readonly closeOutput: () => void;
  /** Waits until one of the streams holds a text. Errors: throws after a while, with what was told. */
  readonly says: (text: string | RegExp) => Promise<void>;
}

export interface StartOptions {
  readonly environment?: Record<string, string>;
  readonly input?: string;
  /** From the root of the project. */
  readonly folder?: string;
}

export function startWfmap(words: readonly string[], options: StartOptions, root: string): Started {
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    cwd: options.folder === undefined ? root : `${root}/${options.folder}`,
    env: options.environment,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  // A program that does not read its input may end first.
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  const reported = (): string => `$ wfmap ${words.join(' ')}\n${stdout}\n--- stderr\n${stderr}`;
  const end = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr, reported: reported() }));
  });
  return {
    pid: child.pid ?? 0,
    end,
    kill: (signal) => child.kill(signal),
    stdout: () => stdout,
    stderr: () => stderr,
    closeOutput: () => {
      child.stdout.destroy();
      child.stderr.destroy();
    },
    says: (text) =>
      until(() => {
        const all = stdout + stderr;
        return typeof text === 'string' ? all.includes(text) : text.test(all);
      }, reported),
  };
}
