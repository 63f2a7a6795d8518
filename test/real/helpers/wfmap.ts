import { spawn, type ChildProcess } from 'node:child_process';

/** A process of wfmap under way. */
export interface Wfmap {
  readonly child: ChildProcess;
  readonly end: Promise<Ended>;
  /** What it has printed so far. */
  readonly printed: () => Printed;
}

export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

export interface Ended extends Printed {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

interface WfmapOptions {
  /** The built program. */
  readonly main: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Starts the built program; standard input is empty. */
export function startWfmap({ main, folder, environment }: WfmapOptions, args: readonly string[]): Wfmap {
  const child = spawn(process.execPath, [main, ...args], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const end = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode, signal) => resolve({ exitCode, signal, stdout, stderr }));
  });
  return { child, end, printed: () => ({ stdout, stderr }) };
}
