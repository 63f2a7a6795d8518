import { spawn } from 'node:child_process';
import { PROGRAM } from '../e2e/helpers/program.ts';
import type { Project } from '../e2e/helpers/project.ts';

/** Runs wfmap at a terminal of its own, as a person has one, that nobody types at. Needs `script` of the system. */
export async function runInTerminal(
  { root, environment }: Project,
  words: readonly string[],
): Promise<{ readonly code: number | null; readonly shown: string }> {
  const line = [process.execPath, PROGRAM, ...words].map((word) => `'${word}'`).join(' ');
  const options =
    process.platform === 'darwin' ? ['-q', '/dev/null', 'sh', '-c', line] : ['-qec', line, '/dev/null'];
  const child = spawn('script', options, {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, shown }));
  });
}
