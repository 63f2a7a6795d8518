import { spawnSync } from 'node:child_process';

/** Makes a named pipe, which whoever opens it would wait at. Node itself cannot. */
export function makePipe(path: string): void {
  const { status, stderr } = spawnSync('mkfifo', [path], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`mkfifo ${path}: ${stderr}`);
}
