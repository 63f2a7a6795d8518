import { existsSync, readdirSync } from 'node:fs';
import { lastId, lastIdAfter, type Birth } from './births.ts';
import { createWaits, readEnvironment, readStat, type ProcStat, type Waits } from './proc.ts';
import type { ProcessEntry } from './process-entry.ts';

/**
 * How often it looks for those that began meanwhile: a chain of processes, each of which starts the next and ends, has been
 * met for sure only once a look finds nobody new. On a busy machine that takes some looks, of half a millisecond each.
 */
const MOST_ROUNDS = 200;

/** Of so many ids each is looked at; of more those of which there is a process. */
const FEW_IDS = 64;

export interface LinuxListing {
  readonly marks: readonly string[];
  /** The child whose processes are looked for. Those that began before have no marks, and are left out where ids tell them. */
  readonly birth?: Birth | undefined;
  /** Whether it must be sure that ids do tell them. */
  readonly isSure?: boolean;
  readonly root?: string;
  readonly wait?: () => void;
}

/** A listing in steps of a process each. */
export type Walk = Generator<undefined, readonly ProcessEntry[]>;

/**
 * Lists processes from `/proc`.
 *
 * Errors: none. A process that ends while it is read is left out, one whose environment may not be read has no marks.
 */
export function* walkLinux(listing: LinuxListing): Walk {
  const { birth, isSure = false, root } = listing;
  const last = birth && lastIdAfter(birth, { isSure, root });
  const younger =
    birth === undefined || last === undefined ? undefined : yield* walkYounger(listing, birth, last);
  return younger ?? (yield* walkAll(listing));
}

function* walkAll({ marks, birth, root = '/proc', wait }: LinuxListing): Walk {
  const entries: ProcessEntry[] = [];
  const looked = new Set<string>();
  const looking = { marks, since: Number(birth?.started ?? ''), waits: createWaits(wait) };
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const fresh = readdirSync(root).filter((name) => /^\d+$/.test(name) && !looked.has(name));
    if (fresh.length === 0) break;
    for (const name of fresh) {
      looked.add(name);
      const entry = entryOf(root, Number(name), looking);
      if (entry !== undefined) entries.push(entry);
      yield;
    }
  }
  return entries;
}

/** The child and those that are younger; with them this process, to which some compare. Shape: undefined where ids have come round meanwhile. */
function* walkYounger(
  { marks, root = '/proc', wait }: LinuxListing,
  { pid, started }: Birth,
  last: number,
): Generator<undefined, readonly ProcessEntry[] | undefined> {
  const looking = { marks, since: Number(started), waits: createWaits(wait) };
  const entries: ProcessEntry[] = [];
  let above = pid - 1;
  let to = last;
  for (let round = 0; round < MOST_ROUNDS && to > above; round += 1) {
    for (const id of idsBetween(root, above, to)) {
      const entry = entryOf(root, id, looking);
      if (entry !== undefined && id !== process.pid) entries.push(entry);
      yield;
    }
    above = to;
    to = lastId(root);
  }
  // Nor where it is NaN.
  if (!(to >= above)) return undefined;
  const own = entries.length === 0 ? undefined : entryOf(root, process.pid, { ...looking, marks: [] });
  return own === undefined ? entries : [own, ...entries];
}

function idsBetween(root: string, above: number, to: number): readonly number[] {
  if (to - above <= FEW_IDS) {
    const ids = Array.from({ length: to - above }, (_none, at) => above + 1 + at);
    // Most are of nobody any more, which a reader would find out at five times the price.
    return ids.filter((id) => existsSync(`${root}/${id}`));
  }
  return readdirSync(root)
    .map(Number)
    .filter((id) => id > above && id <= to);
}

interface Looking {
  readonly marks: readonly string[];
  /** Environments, the dear part of a listing, are read of those alone that began no earlier. */
  readonly since: number;
  readonly waits: Waits;
}

/** Undefined for one that has ended. */
function entryOf(root: string, pid: number, { marks, since, waits }: Looking): ProcessEntry | undefined {
  const folder = `${root}/${pid}`;
  const before = readStat(folder);
  if (before === undefined || before.isThread) return undefined;
  if (marks.length === 0 || Number(before.started) < since) return toEntry(pid, before, false);
  const marked = holdsAll(readEnvironment(folder, waits) ?? '', marks);
  // Read last: an orphan is recognized by its current parent.
  return toEntry(pid, readStat(folder), marked);
}

function toEntry(pid: number, stat: ProcStat | undefined, marked: boolean): ProcessEntry | undefined {
  if (stat === undefined || stat.hasEnded) return undefined;
  const { parent, group, session, started } = stat;
  return { pid, parent, group, session, started, marked };
}

function holdsAll(environment: string, marks: readonly string[]): boolean {
  const text = `\0${environment}\0`;
  return marks.length > 0 && marks.every((mark) => text.includes(`\0${mark}\0`));
}
