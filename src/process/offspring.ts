/**
 * All that one child of ours starts, wherever it goes.
 *
 * O1. In a control group nothing leaves: what the child starts ends with it.
 * O2. Without one, it is known by its mark, its place below the child, its session, and by having been noted before.
 * O3. What cannot be ended, or may be somebody else's, is named.
 */
import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Survivor } from '../model/event-records.ts';
import { unlessRefused } from '../util/unless-refused.ts';
import { endProcesses, killProcesses, noteProcesses, type Chosen, type Seen } from './end-processes.ts';
import { createAgentMark, OWNER_MARK, runMark, type Mark } from './marks.ts';
import { removeEmpty, removeGroup, startInGroup, type GroupPlace } from './platform/control-group.ts';
import { countForks, type Birth } from './platform/births.ts';
import { startedOf, wordsOf } from './platform/one-process.ts';
import { findStrays } from './platform/strays.ts';
import { childGroupOf } from './run-group.ts';

export interface Offspring {
  /** What the child's environment must hold. */
  readonly marks: readonly Mark[];
  /** Runs what starts the child, which gives its id. */
  readonly start: <T extends { readonly pid?: number | undefined }>(spawn: () => T) => T;
  /** Notes what there is at this moment, to know it once it has left. */
  readonly note: () => void;
  /** Kills it all. `isOver`: whether the child itself has been waited for. */
  readonly kill: (isOver: boolean) => void;
  /** Ends what the child has left. `keeper`: as of {@link endProcesses}. */
  readonly end: (
    graceMs: number,
    keeper?: number,
  ) => Promise<{ readonly leftovers: number; readonly survivors: readonly Survivor[] }>;
}

export function createOffspring(request: {
  readonly marker: string;
  readonly folder: string;
  readonly within: GroupPlace | undefined;
}): Offspring {
  const { marker, within } = request;
  const agent = createAgentMark();
  const group = within && childGroupOf(within, marker, agent);
  const seen: Seen = new Map();
  let pid: number | undefined;
  let birth: Birth | undefined;
  const chosen = (): Chosen & { readonly seen: Seen } => ({
    marks: [agent],
    birth,
    session: pid,
    seen,
    ...(group === undefined ? {} : { groups: [group] }),
  });
  return {
    marks: [runMark(marker), OWNER_MARK, agent],
    start: (spawn) => {
      const isLinux = process.platform === 'linux';
      const forks = isLinux ? countForks() : NaN;
      const atMs = performance.now();
      const child = startedIn(within, group, spawn);
      ({ pid } = child);
      if (pid !== undefined && isLinux) birth = { pid, started: startedOf(pid), forks, atMs };
      return child;
    },
    note: () => {
      if (pid !== undefined) noteProcesses({ ...chosen(), root: pid });
    },
    // The id of a child that was waited for may already be another process's.
    kill: (isOver) => killProcesses({ ...chosen(), root: isOver ? undefined : pid }),
    end: async (graceMs, keeper) => {
      const { found, survivors, others } = await endProcesses({ ...chosen(), graceMs, keeper });
      // The last one takes the group of the run with it.
      if (group !== undefined) removeEmpty(dirname(group));
      const strays =
        others.length === 0
          ? []
          : findStrays(others, {
              since: birth?.started ?? '',
              folder: unlessRefused(() => realpathSync(request.folder)) ?? request.folder,
            });
      return {
        leftovers: found,
        survivors: [
          ...survivors.map((entry) => survivorOf(entry.pid, true)),
          ...strays.map((entry) => survivorOf(entry.pid, false)),
        ],
      };
    },
  };
}

/** Where there is no group, or none can be made after all, it is started as it is. */
function startedIn<T extends { readonly pid?: number | undefined }>(
  within: GroupPlace | undefined,
  group: string | undefined,
  spawn: () => T,
): T {
  if (within === undefined || group === undefined) return spawn();
  let child: T | undefined;
  try {
    startInGroup(within, group, () => {
      child = spawn();
    });
    return child ?? spawn();
  } finally {
    if (child?.pid === undefined) {
      removeGroup(group);
      removeEmpty(dirname(group));
    }
  }
}

/** Units: UTF-16. */
const MAX_COMMAND = 200;

function survivorOf(pid: number, isOurs: boolean): Survivor {
  return { pid, command: wordsOf(pid).join(' ').slice(0, MAX_COMMAND), isOurs };
}
