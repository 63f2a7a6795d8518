import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Installs what wfmap is compared with and does not depend on. Errors: throws where npm does not end well. */
export function installPeers(): void {
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: join(import.meta.dirname, 'peers'),
    // Standard output is the benchmark's own.
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error(`npm ci in bench/peers ended with ${status}.`);
}
