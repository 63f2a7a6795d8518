/**
 * Which ids the processes that are younger than a child of ours can have.
 *
 * Linux gives out ids upwards from the last one, and from the bottom again after the highest. So all that began after a child,
 * and with it all that the child has started, has an id between that of the child and the last one, until the ids come round.
 *
 * B1. Where the ids may have come round since, or the system does not tell, no ids are given: all processes are looked at.
 * B2. That they have not is seen by the forks since then. A fork that fails may use up an id and is not counted; so the
 *     distance of the ids must agree with the forks, and who wants to be sure asks for a child so young that no machine
 *     could have used up all ids since.
 *
 * Source: proc_loadavg(5), the last field is the last id; proc_stat(5), `processes` counts forks, of threads too.
 */
import { readlinkSync, statSync } from 'node:fs';
import { unlessRefused } from '../../util/unless-refused.ts';
import { shortTextOf } from './proc.ts';

/** When and as what a child began. */
export interface Birth {
  readonly pid: number;
  /** As a listing spells it; empty where the system does not tell. */
  readonly started: string;
  /** Forks of this machine before it; NaN where the system does not tell. */
  readonly forks: number;
  /** By the clock of `performance`. */
  readonly atMs: number;
}

/** Forks at the limits of a control group, and those that a signal interrupts, use up ids as well. */
const MAX_UNCOUNTED = 256;
/** No machine starts threads faster. Units: ms an id. */
const FASTEST_MS = 0.005;

/** How many forks there were on this machine, of processes and threads; NaN where it does not tell. */
export function countForks(root = '/proc'): number {
  return Number(/^processes (\d+)$/m.exec(shortTextOf(`${root}/stat`) ?? '')?.[1]);
}

/** The id that was given out last; NaN where the system does not tell. */
export function lastId(root = '/proc'): number {
  return Number(/ (\d+)\s*$/.exec(shortTextOf(`${root}/loadavg`) ?? '')?.[1]);
}

/**
 * The last id that a process which is younger than the child can have; the first is one above that of the child.
 *
 * Shape: undefined where there are no such bounds (B1). `isSure`: also if forks have failed by the thousand (B2).
 */
export function lastIdAfter(
  { pid, forks, atMs }: Birth,
  { isSure, root = '/proc' }: { readonly isSure: boolean; readonly root?: string | undefined },
): number | undefined {
  const ids = idsOf(root);
  const last = lastId(root);
  // Neither comparison holds for NaN.
  if (!(last >= pid)) return undefined;
  if (performance.now() - atMs < ids * FASTEST_MS) return last;
  if (isSure) return undefined;
  const forksSince = countForks(root) - forks;
  return forksSince < ids / 2 && last - pid <= forksSince + MAX_UNCOUNTED ? last : undefined;
}

const known = new Map<string, number>();

/** How many ids there are; NaN where what the system tells is not of this process's own ids, or is made up for a container. */
function idsOf(root: string): number {
  const ids = known.get(root) ?? readIds(root);
  known.set(root, ids);
  return ids;
}

function readIds(root: string): number {
  const isOwn = unlessRefused(() => readlinkSync(`${root}/self`)) === String(process.pid);
  const { dev } = statSync(root);
  const isGenuine = ['loadavg', 'stat'].every(
    (file) => unlessRefused(() => statSync(`${root}/${file}`))?.dev === dev,
  );
  return isOwn && isGenuine ? Number(shortTextOf(`${root}/sys/kernel/pid_max`)) : NaN;
}
