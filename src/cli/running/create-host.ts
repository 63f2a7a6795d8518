import { randomBytes, randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECTIONS } from '../../framework/projections.ts';
import { createChangeReader } from '../../git/compare/create-change-reader.ts';
import { createSettingsGuard } from '../../git/compare/create-settings-guard.ts';
import { createWorktreeKeeper } from '../../git/worktree/create-worktree-keeper.ts';
import { createAnswerBox } from '../../journal/answer-box.ts';
import { createMessageBox } from '../../journal/message-box.ts';
import { createProjectFileSystem } from '../../journal/project-file-system.ts';
import { watchBox } from '../../journal/watch-runs.ts';
import { endLeftovers } from '../../process/end-leftovers.ts';
import { lookAtProcess } from '../../process/look-at-process.ts';
import { createProcessTable } from '../../process/process-table.ts';
import { endRunGroup, findGroupPlace } from '../../process/run-group.ts';
import { runsAround } from '../../process/runs-around.ts';
import { startWatchdog } from '../../process/start-watchdog.ts';
import { systemClock } from '../../run/host/clock.ts';
import { configPlacesOf } from '../../project/config.ts';
import { createMask } from '../../run/host/mask.ts';
import { secretsOf } from '../../run/host/secrets.ts';
import type { RunHost } from '../../run/host/host.ts';
import type { AgentChoice } from '../flags/agent-choice.ts';
import { branchOf } from '../io/branch-of.ts';
import { createOutliner } from '../io/create-outliner.ts';
import { ownScript } from '../io/own-script.ts';
import { createTaskWalls } from './create-task-walls.ts';
import { userFolder } from '../io/user-folder.ts';

export interface HostRequest {
  readonly workRoot: string;
  /** Names of variables whose values are masked in addition to those that suggest secrets. */
  readonly secrets: readonly string[];
  /** Paths whose changes count though git ignores them. */
  readonly compared: readonly string[];
  /** Whether tasks are to be behind a wall where one holds. */
  readonly wall: boolean;
  /** Receives what concerns no task. */
  readonly say: (line: string) => void;
}

/** A host on this machine, without what a command adds. */
export function createHost(
  { agent, channel, shell, asker, meetsConflict, variables }: AgentChoice,
  { workRoot, secrets, compared, wall, say }: HostRequest,
): Omit<RunHost, 'onEvent' | 'onProgress' | 'stop' | 'kill' | 'allowedTools' | 'waitsForLimits'> {
  const fs = createProjectFileSystem(workRoot);
  const guardedFiles = [...configPlacesOf(workRoot), join(userFolder('XDG_STATE_HOME'), '**')];
  return {
    fs,
    clock: systemClock,
    processes: createProcessTable(),
    newId: () => randomUUID(),
    newNonce: () => randomBytes(16).toString('hex'),
    lookAt: lookAtProcess,
    agent,
    shell,
    asker,
    ...(meetsConflict === undefined ? {} : { meetsConflict }),
    answerBox: (folder) => createAnswerBox(fs, folder, { watch: watchBox }),
    createMessageBox: (folder) => createMessageBox(fs, folder, { watch: watchBox }),
    channel,
    workRoot,
    guardedFiles,
    // A simulation changes no repository.
    ...(agent.kind === 'scripted'
      ? {}
      : {
          worktrees: createWorktreeKeeper(workRoot),
          createChangeReader: (store, without) => createChangeReader(store, without, compared),
          settingsGuard: createSettingsGuard(),
          outline: createOutliner(workRoot),
          walls: createTaskWalls({ workRoot, say, isWanted: wall, environment: process.env, guardedFiles }),
        }),
    projections: PROJECTIONS,
    artifacts: { realPath: realpathSync, say },
    say,
    within: runsAround(),
    branch: branchOf(workRoot),
    git: null,
    guard: (marker) => {
      // The scripted agent starts no process that could be left behind.
      if (agent.kind === 'scripted') return () => Promise.resolve();
      const within = findGroupPlace();
      const watchdog = startWatchdog({ marker, script: ownScript('process', 'watchdog'), within });
      return async () => {
        // While the watchdog is still there: it ends what we can no longer end ourselves.
        await endRunGroup(within, marker);
        await watchdog.dismiss();
      };
    },
    endLeftovers,
    mask: createMask([...secretsOf(process.env, secrets), ...secretsOf(variables, secrets)]),
  };
}
