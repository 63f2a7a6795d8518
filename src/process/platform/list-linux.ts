import { readdirSync, readFileSync } from 'node:fs';
import type { ProcessEntry } from './process-entry.ts';
import { waitBriefly } from './wait-briefly.ts';

/** How often a listing waits for processes that are becoming other programs. */
const MOST_WAITS = 20;
/** How often it looks for those that began meanwhile: who starts another and ends is else never met. */
const MOST_ROUNDS = 5;
/** A thread of the kernel, which has no environment. Source: PF_KTHREAD of linux/sched.h. */
const IS_OF_KERNEL = 0x0020_0000;

/**
 * Lists processes from `/proc`.
 *
 * A process that is in the middle of an `execve` shows no environment for a moment, though it had one and will have
 * one again: it is waited for, as it would else be taken for nobody's, and left alive for ever by whoever ends those
 * of a run.
 *
 * Errors: none. A process that ends while it is read is left out, one whose environment may not be read has no marks.
 * Source: proc(5), `/proc/pid/stat` fields 3 to 6, 9, 22 and 51.
 */
export function listLinux(marks: readonly string[], how: LinuxListing = {}): readonly ProcessEntry[] {
  const { since = '', root = '/proc', wait = waitBriefly } = how;
  const entries: ProcessEntry[] = [];
  const looked = new Set<string>();
  let waits = 0;
  const look = (name: string): void => {
    looked.add(name);
    let found = readProcess(`${root}/${name}`, marks, since);
    for (; found?.isBetween === true && waits < MOST_WAITS; waits += 1) {
      wait();
      found = readProcess(`${root}/${name}`, marks, since);
    }
    if (found !== undefined) entries.push({ pid: Number(name), ...found.entry });
  };
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const fresh = readdirSync(root).filter((name) => /^\d+$/.test(name) && !looked.has(name));
    if (fresh.length === 0) break;
    for (const name of fresh) look(name);
  }
  return entries;
}

interface LinuxListing {
  /** Processes that began before have no marks: their environments, the dear part of a listing, are not read. */
  readonly since?: string;
  readonly root?: string;
  readonly wait?: () => void;
}

interface Found {
  readonly entry: Omit<ProcessEntry, 'pid'>;
  /** Whether it has no environment at this moment because it is becoming another program. */
  readonly isBetween: boolean;
}

/** Undefined for one that has ended. */
function readProcess(folder: string, marks: readonly string[], since: string): Found | undefined {
  const isOlder = since !== '' && Number(fieldsOf(folder)[19]) < Number(since);
  const environ = isOlder || marks.length === 0 ? undefined : textOf(`${folder}/environ`);
  const fields = fieldsOf(folder);
  const [state, parent] = fields;
  if (state === undefined || parent === undefined || state === 'Z' || state === 'X') return undefined;
  const isOfKernel = (Number(fields[6]) & IS_OF_KERNEL) !== 0;
  // The end of an environment that is empty, but there, is at some address; one that was read too early is read again.
  const isBetween = environ === '' && !isOfKernel && !isEmptied(folder, fields[48]);
  const marked = holdsAll(environ ?? '', marks);
  const [group, session] = [Number(fields[2]), Number(fields[3])];
  return { entry: { parent: Number(parent), group, session, started: fields[19] ?? '', marked }, isBetween };
}

/** The command stands in parentheses and may hold any character, so the fields are counted from its end. */
function fieldsOf(folder: string): readonly string[] {
  const stat = textOf(`${folder}/stat`) ?? '';
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Whether the environment is there, and empty. */
function isEmptied(folder: string, end: string | undefined): boolean {
  return end !== undefined && Number(end) > 0 && textOf(`${folder}/environ`) === '';
}

function holdsAll(environ: string, marks: readonly string[]): boolean {
  const text = `\0${environ}\0`;
  return marks.length > 0 && marks.every((mark) => text.includes(`\0${mark}\0`));
}

/** Undefined when it cannot be read: the process has gone, or belongs to somebody else. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}
