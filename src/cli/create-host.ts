import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createProcessTable } from '../journal/process-table.ts';
import { nodeFileSystem } from '../journal/node-file-system.ts';
import { endLeftovers } from '../process/end-leftovers.ts';
import { startWatchdog } from '../process/start-watchdog.ts';
import { systemClock } from '../run/clock.ts';
import { readConfig } from '../project/config.ts';
import { createMask, secretsOf } from '../run/mask.ts';
import type { RunHost } from '../run/host.ts';
import type { AgentChoice } from './agent-choice.ts';

/** A host on this machine, without what a command brings itself. */
export function createHost(
  { agent, channel }: AgentChoice,
  workRoot: string,
): Omit<RunHost, 'onEvent' | 'onProgress' | 'stop' | 'kill' | 'allowedTools'> {
  return {
    fs: nodeFileSystem,
    clock: systemClock,
    processes: createProcessTable(),
    newId: () => randomUUID(),
    agent,
    channel,
    workRoot,
    branch: branchOf(workRoot),
    guard: (marker) => {
      // The scripted agent starts no process that could be left behind.
      if (agent.kind === 'scripted') return () => Promise.resolve();
      const watchdog = startWatchdog({ marker, script: watchdogScript() });
      return watchdog.dismiss;
    },
    endLeftovers,
    mask: createMask(secretsOf(process.env, readConfig(workRoot).secrets)),
  };
}

/** The watchdog lies beside the bundled program, and in its own folder where the sources are run. */
function watchdogScript(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const places = [
    join(here, 'watchdog.js'),
    join(here, '../watchdog.js'),
    join(here, '../process/watchdog.ts'),
  ];
  return places.find((place) => existsSync(place)) ?? join(here, 'watchdog.js');
}

/** Units: the longest `HEAD` that git writes is far below this. */
const MAX_HEAD = 4096;

/** The branch that is checked out, "" for a detached head or outside git. Read without starting git. */
function branchOf(workRoot: string): string {
  const git = join(workRoot, '.git');
  const head = readHead(join(git, 'HEAD')) ?? readHead(join(gitFolderOf(git), 'HEAD')) ?? '';
  return /^ref: refs\/heads\/(.+)$/m.exec(head)?.[1]?.trim() ?? '';
}

/** In a worktree or submodule `.git` is a file that names the folder. */
function gitFolderOf(git: string): string {
  const target = /^gitdir: (.+)$/m.exec(readHead(git) ?? '')?.[1]?.trim();
  return target === undefined ? git : resolve(dirname(git), target);
}

function readHead(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').slice(0, MAX_HEAD);
  } catch {
    // No branch is a fact, not a fault: the folder may be outside git.
    return undefined;
  }
}
