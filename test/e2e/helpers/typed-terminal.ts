import { spawn } from 'node:child_process';
import { PROGRAM } from './program.ts';

/**
 * Somebody at a terminal.
 *
 * Shape: `typed` are prompts that are waited for, in order, with what is typed at each; the terminal is closed once `closedAt` is
 * shown.
 */
export interface Typing {
  readonly root: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly typed?: readonly (readonly [prompt: string, line: string])[];
  readonly closedAt?: string;
}

/**
 * Runs wfmap at a terminal of its own, as a person has one, and types there. Needs `script` of the system.
 *
 * Shape: `shown` is all that the terminal was sent.
 */
export async function typeInTerminal(
  words: readonly string[],
  { root, environment, typed = [], closedAt }: Typing,
): Promise<{ readonly code: number | null; readonly shown: string }> {
  const line = [process.execPath, PROGRAM, ...words].map((word) => `'${word}'`).join(' ');
  const options =
    process.platform === 'darwin' ? ['-q', '/dev/null', 'sh', '-c', line] : ['-qec', line, '/dev/null'];
  const child = spawn('script', options, { cwd: root, env: environment, stdio: ['pipe', 'pipe', 'inherit'] });
  const left = [...typed];
  let shown = '';
  let read = 0;
  // It may end before all is typed.
  child.stdin.on('error', () => undefined);
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    for (let [next] = left; next !== undefined; [next] = left) {
      const at = shown.indexOf(next[0], read);
      if (at < 0) break;
      read = at + next[0].length;
      left.shift();
      child.stdin.write(`${next[1]}\r`);
    }
    // It has the other end of the terminal.
    if (closedAt !== undefined && shown.includes(closedAt)) child.kill('SIGKILL');
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, shown }));
  });
}
