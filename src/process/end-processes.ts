/**
 * Ends processes that carry marks or stand in control groups, with everything below them.
 *
 * E1. A process is asked (SIGTERM) before it is killed, and has the whole grace time, unless that is 0.
 * E2. What was found once is followed until it is gone, also when its parent died and it carries no mark.
 * E3. A process id alone is never enough: only the process with the same start time is signalled.
 * E4. The process that asks is never among the found.
 * E5. What is killed is killed by its process group and its control group too, so that it starts no others meanwhile.
 */
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemCodeOf } from '../util/error.ts';
import type { Mark } from './marks.ts';
import { killGroup, membersOf, removeGroup } from './platform/control-group.ts';
import type { Birth } from './platform/births.ts';
import { listAllProcesses, listProcesses } from './platform/list-processes.ts';
import type { ProcessEntry } from './platform/process-entry.ts';
import { processTree } from './process-tree.ts';

/** Which processes are meant. */
export interface Chosen {
  readonly marks: readonly Mark[];
  /** The child that was the first to have the marks. Default: any process can have them. */
  readonly birth?: Birth | undefined;
  /** A process whose descendants count as well; it must be a child that was not yet waited for. */
  readonly root?: number | undefined;
  /** A session that a child of ours made; with it count those that processes which were seen have made. */
  readonly session?: number | undefined;
  /** Paths of control groups; removed once nothing is left. */
  readonly groups?: readonly string[];
  /** What was found before; whatever is found is added. */
  readonly seen?: Seen;
}

/** Processes by id and start. */
export type Seen = Map<string, ProcessEntry>;

/** Units: milliseconds. */
export interface Ending extends Chosen {
  /** Default 5,000. */
  readonly graceMs?: number;
  /** Gives up on processes that even SIGKILL does not end (stuck in the kernel). Default 30,000. */
  readonly limitMs?: number;
  /** One that ends by itself with the last of the others, the first of their namespace: not waited for and not counted. */
  readonly keeper?: number | undefined;
}

/** Shape: `found` counts the processes that there were; `survivors` live on, another user's or stuck in the kernel. */
export interface Ended {
  readonly found: number;
  readonly survivors: readonly ProcessEntry[];
  /** All other processes of this machine, as they were listed last. */
  readonly others: readonly ProcessEntry[];
}

/** Polling is cheap beside the seconds that matter: one listing costs a few milliseconds, and holds nobody up. */
const POLL_MS = 50;
/** A group in which somebody is stuck stays; whoever resumes the run tries again. */
const REMOVALS = 20;

/** Ends all processes that are meant and waits until none is left that can be ended. */
export async function endProcesses(ending: Ending): Promise<Ended> {
  const chosen = { graceMs: 5_000, limitMs: 30_000, groups: [], seen: new Map(), ...ending };
  const { graceMs, limitMs, groups, keeper } = chosen;
  const met = new Set<string>();
  const asked = new Map<string, boolean>();
  const refused = new Set<string>();
  const startedAt = performance.now();
  for (let kills = 0; ;) {
    const all = await listAllProcesses(chosen.marks, chosen.birth);
    const found = findAmong(all, chosen);
    const counted = found.filter(({ pid }) => pid !== keeper);
    for (const entry of counted) met.add(nameOf(entry));
    const open = counted.filter((entry) => !refused.has(nameOf(entry)));
    const elapsedMs = performance.now() - startedAt;
    if (isOver(open, groups, keeper) || elapsedMs >= graceMs + limitMs) {
      await removeAll(groups);
      return { found: met.size, survivors: counted, others: all.filter((entry) => !found.includes(entry)) };
    }
    if (elapsedMs < graceMs && ask(open, asked)) {
      await sleep(POLL_MS);
    } else {
      for (const entry of killAll(found, all, groups)) refused.add(nameOf(entry));
      // After the first kills it is looked again at once: somebody may have started another before.
      await sleep(Math.min(2 ** kills, POLL_MS));
      kills += 1;
    }
  }
}

/** Whether nobody is left; others may have begun in a group after the listing. */
function isOver(
  open: readonly ProcessEntry[],
  groups: readonly string[],
  keeper: number | undefined,
): boolean {
  const left = groups.flatMap(membersOf).filter((pid) => pid !== process.pid && pid !== keeper);
  return open.length === 0 && left.length === 0;
}

/** What has just ended may keep its group for a moment, though it is no member any more. */
async function removeAll(groups: readonly string[]): Promise<void> {
  for (let turn = 0; turn < REMOVALS; turn += 1) {
    for (const group of groups) removeGroup(group);
    if (!groups.some((group) => existsSync(group))) return;
    await sleep(POLL_MS);
  }
}

/** Asks each once to end. Shape: whether there is anybody who heard. */
function ask(open: readonly ProcessEntry[], asked: Map<string, boolean>): boolean {
  for (const entry of open) {
    const name = nameOf(entry);
    if (!asked.has(name)) asked.set(name, askToEnd(entry));
  }
  return open.length === 0 || open.some((entry) => asked.get(nameOf(entry)) === true);
}

/** Kills all processes that are meant at once, without waiting until they are gone. */
export function killProcesses(chosen: Chosen): void {
  const all = listProcesses(chosen.marks, chosen.birth);
  const found = findAmong(all, chosen);
  killAll(found, all, chosen.groups ?? []);
}

/** Notes what there is at this moment, so that it is known when it leaves later. */
export function noteProcesses(chosen: Chosen & { readonly seen: Seen }): void {
  findAmong(listProcesses(chosen.marks, chosen.birth), chosen);
}

/** What is alive now of what is meant, and of what was seen before. */
function findAmong(
  all: readonly ProcessEntry[],
  { root, session, groups = [], seen = new Map() }: Chosen,
): readonly ProcessEntry[] {
  const isSeen = (entry: ProcessEntry): boolean => seen.size > 0 && seen.has(nameOf(entry));
  const roots = new Set(groups.flatMap(membersOf));
  if (root !== undefined) roots.add(root);
  const sessions = session === undefined ? new Set() : ownSessions(all, { root, session, isSeen });
  for (const entry of all) if (isSeen(entry) || sessions.has(entry.session)) roots.add(entry.pid);
  roots.delete(process.pid);
  const found = processTree(all, roots).filter((entry) => entry.pid !== process.pid && entry.pid > 1);
  for (const entry of found) seen.set(nameOf(entry), entry);
  return found;
}

/**
 * Sessions that our child and its descendants have made.
 *
 * The number of a session is the id of who made it, and another process gets that once all of the session is gone. So a
 * session counts while somebody lives in it who was seen; that of the child itself also while nobody else has its id.
 */
function ownSessions(
  all: readonly ProcessEntry[],
  {
    root,
    session,
    isSeen,
  }: { root?: number | undefined; session: number; isSeen: (entry: ProcessEntry) => boolean },
): ReadonlySet<number | undefined> {
  const made = new Set(all.filter((entry) => isSeen(entry)).map((entry) => entry.session));
  made.delete(undefined);
  made.delete(all.find((entry) => entry.pid === process.pid)?.session);
  const hasOtherMaker = all.some((entry) => entry.pid === session && entry.pid !== root && !isSeen(entry));
  if (!hasOtherMaker) made.add(session);
  return made;
}

/** Shape: those that are beyond reach: another user's, and in no group of ours. */
function killAll(
  found: readonly ProcessEntry[],
  all: readonly ProcessEntry[],
  groups: readonly string[],
): readonly ProcessEntry[] {
  for (const group of groups) killGroup(group);
  const ours = new Set(found);
  const shared = new Set(all.filter((entry) => !ours.has(entry)).map((entry) => entry.group));
  for (const group of new Set(found.map((entry) => entry.group))) {
    if (group > 1 && !shared.has(group)) signal(-group, 'SIGKILL');
  }
  const inGroups = new Set(groups.flatMap(membersOf));
  return found.filter((entry) => !signal(entry.pid, 'SIGKILL') && !inGroups.has(entry.pid));
}

/** One that is stopped hears only once it goes on. Shape: as of {@link signal}. */
function askToEnd({ pid }: ProcessEntry): boolean {
  return signal(pid, 'SIGTERM') && signal(pid, 'SIGCONT');
}

function nameOf(entry: ProcessEntry): string {
  return `${entry.pid} ${entry.started}`;
}

/** Shape: false for another user's process, which cannot be ended from here. */
function signal(pid: number, name: 'SIGTERM' | 'SIGCONT' | 'SIGKILL'): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (thrown) {
    const code = systemCodeOf(thrown);
    if (code === 'EPERM') return false;
    // Gone since it was listed.
    if (code !== 'ESRCH') throw thrown;
    return true;
  }
}
