/**
 * One writer a run: who holds a run's folder.
 *
 * The lock is a file that names its owner. It comes into being whole, as a second name of a file that was
 * written and synced before, so it can always be judged; and only its owner removes it.
 *
 * L1. Of all that try at once exactly one gets the lock.
 * L2. The lock of a living owner is never touched, and one of another machine neither.
 * L3. The lock of a dead owner D is replaced only by the holder of D's succession: a lock of its own, named
 *     after D, taken by these same rules. It replaces the lock in one rename, which also ends the succession.
 *     So a taker that judged D long ago finds either the succession taken or D no longer in the lock.
 * L4. After a crash anywhere there is no lock, or one of a dead owner. Left-over files are never read as locks.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { systemCodeOf } from '../util/error.ts';
import type { FileSystem } from './file-system.ts';
import { JournalError, withStorage } from './journal-error.ts';
import { decodeLockRecord, type LockRecord } from './lock-record.ts';
import type { ProcessTable } from '../model/processes.ts';

/** What a lock says of its owner beside the process. `run` marks the processes of the run; `at` is ISO 8601. */
export interface Owner {
  readonly run: string;
  readonly at: string;
}

export interface Lock {
  /** The owner that died with the lock; what its processes left is the new owner's to end. */
  readonly previous: LockRecord | undefined;
  readonly release: () => void;
}

/**
 * Takes the lock of a run's folder.
 *
 * Errors: throws `run-is-held`, `run-is-held-elsewhere`, `lock-damaged`, `storage-failed`.
 */
export function acquireLock(fs: FileSystem, folder: string, owner: Owner, processes: ProcessTable): Lock {
  const start = processes.find(processes.pid)?.start ?? null;
  const own: LockRecord = { id: randomUUID(), pid: processes.pid, start, host: processes.host, ...owner };
  const draft = join(folder, `lock-${own.id}.tmp`);
  const path = lockPathOf(folder);
  return withStorage('lock the run', folder, () => {
    try {
      writeDraft(fs, draft, own);
      const previous = take({ fs, folder, processes, own, draft }, path);
      return { previous, release: () => release(fs, path, own) };
    } finally {
      if (fs.kindOf(draft)) fs.remove(draft);
    }
  });
}

/**
 * Who holds a run's folder; undefined when nobody does.
 *
 * Shape: `mayBeSignalled` is for a process that surely wrote the lock, and is a wfmap: a lock is a file, which anybody may write.
 */
export function findHolder(fs: FileSystem, folder: string, processes: ProcessTable): Holder | undefined {
  return withStorage('read the lock of the run', folder, () => {
    const record = readLock(fs, lockPathOf(folder));
    if (!record) return undefined;
    const state = stateOf(record, processes);
    return { record, state, mayBeSignalled: state === 'living' && maySignal(record, processes) };
  });
}

interface Holder {
  readonly record: LockRecord;
  readonly state: 'living' | 'dead' | 'elsewhere';
  readonly mayBeSignalled: boolean;
}

function maySignal({ pid, start }: LockRecord, processes: ProcessTable): boolean {
  const running = processes.find(pid);
  return running !== undefined && start !== null && running.start === start && running.isWfmap();
}

function lockPathOf(folder: string): string {
  return join(folder, 'lock.json');
}

interface Taking {
  readonly fs: FileSystem;
  readonly folder: string;
  readonly processes: ProcessTable;
  readonly own: LockRecord;
  readonly draft: string;
}

/** Every turn means that another taker or an owner moved meanwhile. */
const MAX_TURNS = 1000;

function take(taking: Taking, path: string): LockRecord | undefined {
  const { fs, folder, processes, draft } = taking;
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    if (canLink(fs, draft, path)) return undefined;
    const found = readLock(fs, path);
    if (!found) continue;
    refuseUnlessDead(found, path, processes);
    const succession = join(folder, `lock-${found.id}.json`);
    take(taking, succession);
    if (readLock(fs, path)?.id === found.id) {
      fs.rename(succession, path);
      return found;
    }
    fs.remove(succession);
  }
  throw new JournalError('run-is-held', `The run "${folder}" is wanted by too many at once.`, { path });
}

function canLink(fs: FileSystem, from: string, to: string): boolean {
  try {
    fs.link(from, to);
    return true;
  } catch (thrown) {
    if (systemCodeOf(thrown) === 'EEXIST') return false;
    throw thrown;
  }
}

function refuseUnlessDead(found: LockRecord, path: string, processes: ProcessTable): void {
  const state = stateOf(found, processes);
  if (state === 'living') {
    const message = `The run is held by process ${found.pid} since ${found.at}.`;
    const help = 'Wait for it, or stop it with "wfmap stop".';
    throw new JournalError('run-is-held', message, { path, pid: found.pid, help });
  }
  if (state === 'elsewhere') {
    const message = `The run is held by process ${found.pid} of another machine, "${found.host}", since ${found.at}.`;
    const help = `Go on there; or, when that process is surely gone, remove "${path}".`;
    throw new JournalError('run-is-held-elsewhere', message, { path, pid: found.pid, help });
  }
}

/**
 * An owner is dead if its process is gone, or if another process has its id now. What this machine does not show counts as
 * living; but where it shows start times, no current wfmap wrote a lock without one, so it lives only with an older one.
 */
function stateOf(record: LockRecord, processes: ProcessTable): 'living' | 'dead' | 'elsewhere' {
  if (record.host !== processes.host) return 'elsewhere';
  const running = processes.find(record.pid);
  if (!running) return 'dead';
  if (running.start === null) return 'living';
  const isLiving = record.start === null ? running.isWfmap() : running.start === record.start;
  return isLiving ? 'living' : 'dead';
}

function writeDraft(fs: FileSystem, draft: string, record: LockRecord): void {
  const file = fs.open(draft, 'create');
  try {
    file.write(Buffer.from(`${JSON.stringify(record)}\n`));
    // L4: without it a power cut may leave the name of the lock and not its content.
    file.sync();
  } finally {
    file.close();
  }
}

function release(fs: FileSystem, path: string, own: LockRecord): void {
  withStorage('release the lock of the run', path, () => {
    if (readLock(fs, path)?.id === own.id) fs.remove(path);
  });
}

function readLock(fs: FileSystem, path: string): LockRecord | undefined {
  let bytes: Uint8Array;
  try {
    bytes = fs.readPart(path, 0, MAX_LOCK_BYTES);
  } catch (thrown) {
    if (systemCodeOf(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
  const record = decodeLockRecord(bytes);
  if (record) return record;
  const help = `When no wfmap works on this run, remove "${path}".`;
  throw new JournalError('lock-damaged', `The lock "${path}" does not name its owner.`, { path, help });
}

const MAX_LOCK_BYTES = 64 * 1024;
