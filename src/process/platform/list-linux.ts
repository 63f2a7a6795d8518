import { readdirSync } from 'node:fs';
import { createWaits, readEnvironment, readStat, type Waits } from './proc.ts';
import type { ProcessEntry } from './process-entry.ts';

/**
 * How often it looks for those that began meanwhile: a chain of processes, each of which starts the next and ends, has been
 * met for sure only once a look finds nobody new. On a busy machine that takes some looks, of half a millisecond each.
 */
const MOST_ROUNDS = 200;

/**
 * Lists processes from `/proc`.
 *
 * Errors: none. A process that ends while it is read is left out, one whose environment may not be read has no marks.
 */
export function listLinux(marks: readonly string[], how: LinuxListing = {}): readonly ProcessEntry[] {
  const { since = '', root = '/proc', wait } = how;
  const entries: ProcessEntry[] = [];
  const looked = new Set<string>();
  const waits = createWaits(wait);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const fresh = readdirSync(root).filter((name) => /^\d+$/.test(name) && !looked.has(name));
    if (fresh.length === 0) break;
    for (const name of fresh) {
      looked.add(name);
      const entry = entryOf(`${root}/${name}`, { marks, since, waits });
      if (entry !== undefined) entries.push({ pid: Number(name), ...entry });
    }
  }
  return entries;
}

interface LinuxListing {
  /** Processes that began before have no marks: their environments, the dear part of a listing, are not read. */
  readonly since?: string;
  readonly root?: string;
  readonly wait?: () => void;
}

interface Looked {
  readonly marks: readonly string[];
  readonly since: string;
  readonly waits: Waits;
}

/** Undefined for one that has ended. */
function entryOf(folder: string, { marks, since, waits }: Looked): Omit<ProcessEntry, 'pid'> | undefined {
  const before = since === '' ? undefined : readStat(folder);
  const isOlder = before !== undefined && Number(before.started) < Number(since);
  const environment = isOlder || marks.length === 0 ? undefined : readEnvironment(folder, waits);
  // Read last: an orphan is recognized by its current parent.
  const stat = readStat(folder);
  if (stat === undefined || stat.hasEnded) return undefined;
  const { parent, group, session, started } = stat;
  return { parent, group, session, started, marked: holdsAll(environment ?? '', marks) };
}

function holdsAll(environment: string, marks: readonly string[]): boolean {
  const text = `\0${environment}\0`;
  return marks.length > 0 && marks.every((mark) => text.includes(`\0${mark}\0`));
}
