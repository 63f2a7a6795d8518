import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createWorktreeKeeper } from '../git/create-worktree-keeper.ts';
import { createAnswerBox } from '../journal/answer-box.ts';
import { createProcessTable } from '../journal/process-table.ts';
import { nodeFileSystem } from '../journal/node-file-system.ts';
import { endLeftovers } from '../process/end-leftovers.ts';
import { lookAtProcess } from '../process/look-at-process.ts';
import { runsAround } from '../process/runs-around.ts';
import { startWatchdog } from '../process/start-watchdog.ts';
import { systemClock } from '../run/clock.ts';
import { readConfig } from '../project/config.ts';
import { createMask, secretsOf } from '../run/mask.ts';
import type { RunHost } from '../run/host.ts';
import type { AgentChoice } from './agent-choice.ts';
import { branchOf } from './branch-of.ts';

/** A host on this machine, without what a command brings itself. `say` is told what concerns no task. */
export function createHost(
  { agent, channel, shell, asker }: AgentChoice,
  { workRoot, say }: { readonly workRoot: string; readonly say: (line: string) => void },
): Omit<RunHost, 'onEvent' | 'onProgress' | 'stop' | 'kill' | 'allowedTools' | 'waitsForLimits'> {
  return {
    fs: nodeFileSystem,
    clock: systemClock,
    processes: createProcessTable(),
    newId: () => randomUUID(),
    newNonce: () => randomBytes(16).toString('hex'),
    lookAt: lookAtProcess,
    agent,
    shell,
    asker,
    answerBox: (folder) => createAnswerBox(nodeFileSystem, folder),
    channel,
    workRoot,
    // A simulation changes no repository.
    ...(agent.kind === 'scripted' ? {} : { worktrees: createWorktreeKeeper() }),
    artifacts: { realPath: realpathSync, say },
    within: runsAround(),
    branch: branchOf(workRoot),
    git: null,
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
