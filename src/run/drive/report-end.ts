import type { AgentReply } from '../../agent/agent.ts';
import type { ShellReply } from '../../agent/shell/shell-runner.ts';
import { toError } from '../../util/error.ts';
import { instanceWith } from '../state/in-state.ts';
import type { SnapshotRecord } from '../../model/event-records.ts';
import type { ChangeReader } from '../host/change-reader.ts';
import type { AtWork } from '../live/at-work.ts';
import type { LiveRun } from '../live/live-run.ts';
import type { OpenTask } from '../state/run-state.ts';
import { baseOf, isOwnFolder, workFolderOf } from '../live/work-folder.ts';
import type { ChangesReply, EndReadings } from './message.ts';
import { findEvidence } from './find-evidence.ts';
import { changesAcrossStop, changesFromCopy } from './own-changes.ts';
import { editsOf } from './edits-of.ts';
import { putBack, type PutBack } from './put-back.ts';

type Reply = AgentReply | ShellReply;

/** Work under way. Shape: `calls` are the tool calls of an agent until now, a line each. */
interface Work<T extends Reply> {
  readonly reply: Promise<T>;
  readonly calls?: readonly string[];
}

/**
 * Reports how work ended, with what is changed where it worked, as far as that is to be read.
 *
 * Shape: settled when it was reported.
 */
export function reportEnd<T extends Reply>(
  live: LiveRun,
  open: OpenTask,
  { reply, calls = [] }: Work<T>,
  report: (reply: T, found: EndReadings | undefined) => void,
): Promise<unknown> {
  const readDiff = diffReaderOf(live, open);
  const readChanges = changesReaderOf(live, open, calls);
  if (readDiff === undefined && readChanges === undefined) {
    void reply.then((each) => report(each, undefined));
    return reply;
  }
  const read = async (): Promise<void> => {
    const given = await reply;
    // Together they could see a folder of which half is put back.
    const found = await readChanges?.(given);
    report(given, { diff: await readDiff?.(), ...found });
  };
  return read();
}

/** For guards and arguments that read `workspace`. */
function diffReaderOf(live: LiveRun, open: OpenTask): (() => Promise<string | undefined>) | undefined {
  const { worktrees } = live;
  const { task, address } = open;
  if (worktrees === undefined || address.block.length === 0 || task.type === 'end') return undefined;
  const { path, program } = instanceWith(live.state, open);
  if (program.facts.tasks.get(task)?.actionNames.has('workspace') !== true) return undefined;
  const folder = workFolderOf(live, path);
  const base = baseOf(live, path) ?? 'HEAD';
  return async () => {
    try {
      return await worktrees.diff(folder, base);
    } catch (thrown) {
      // A disk that is full must not cost the reply; the guards see what was read before.
      live.onProgress(open, { kind: 'text', text: toError(thrown).message });
      return undefined;
    }
  };
}

/** Of tasks that are compared. */
function changesReaderOf(
  live: LiveRun,
  open: OpenTask,
  calls: readonly string[],
): ((reply: Reply) => Promise<EndReadings | undefined>) | undefined {
  const { program, path } = instanceWith(live.state, open);
  const { changes } = live;
  const { isCompared: isRead, asksForChanges } = program.facts.tasks.get(open.task) ?? {};
  const at = live.atWork.get(open.start);
  if (isRead !== true && (changes === undefined || at?.effects === undefined)) return undefined;
  const { snapshot } = open;
  const isOwn = isOwnFolder(live, path);
  return async (reply) => {
    const isStopped = reply.outcome === 'interrupted';
    // In a folder of the run nobody changes anything until the resume.
    if (isStopped && (isOwn || changes === undefined)) return undefined;
    if (changes === undefined) {
      // Who asks whether anybody knows goes by the report where the script does not say it.
      if (asksForChanges === true && reply.changes === undefined) return undefined;
      return { changes: simulated(reply.changes) };
    }
    if (snapshot === undefined) return undefined;
    const found = await readOwn(live, changes, open, { snapshot, calls, isOwn });
    return isStopped ? found : await seeTo(live, changes, open, { found, snapshot, calls });
  };
}

/** Undoes in a folder of the run what its task must not change, and keeps what stays. */
async function seeTo(
  live: LiveRun,
  reader: ChangeReader,
  open: OpenTask,
  {
    found,
    ...known
  }: {
    readonly found: Pick<EndReadings, 'meanwhile'> & { readonly changes: ChangesReply };
    readonly snapshot: SnapshotRecord;
    readonly calls: readonly string[];
  },
): Promise<EndReadings> {
  if ('fault' in found.changes) return found;
  const at = live.atWork.get(open.start);
  const isOwn = at !== undefined && isOwnFolder(live, open.address.block);
  const read = isOwn ? await putBack(reader, at, known.snapshot, found.changes) : { changes: found.changes };
  const edits = editsOf(live, reader, open, read.changes);
  const ended =
    at === undefined ? found : await withEvidence(live, open, at, { read: { ...found, ...read }, ...known });
  return { ...ended, edits };
}

/** What an execution changed since its visit began, with what changed meanwhile by whom is not known. */
async function readOwn(
  live: LiveRun,
  reader: ChangeReader,
  { start, address, again, before }: OpenTask,
  {
    snapshot,
    calls,
    isOwn,
  }: { readonly snapshot: SnapshotRecord; readonly calls: readonly string[]; readonly isOwn: boolean },
): Promise<Pick<EndReadings, 'meanwhile'> & { readonly changes: ChangesReply }> {
  const at = live.atWork.get(start);
  const folder = workFolderOf(live, address.block);
  const frozen = frozenFor(at);
  const found = await reader.changesSince(folder, snapshot, frozen);
  if ('fault' in found) return { changes: found };
  if (at?.copy !== undefined && !(isOwn && isAmongReaders(at))) return changesFromCopy(found, calls, folder);
  if (isOwn || again === undefined) return { changes: found };
  const later = await reader.changesSince(folder, again, frozen);
  return 'fault' in later ? { changes: later } : changesAcrossStop(found, later, before ?? null);
}

function frozenFor(at: AtWork | undefined): readonly string[] {
  return at?.effects?.frozen ?? [];
}

/** Whether nobody at work in its folder may change it, so that whatever differs there was changed by one of them. */
function isAmongReaders({ beside }: AtWork): boolean {
  return [...beside].every(({ effects }) => effects?.writes === 'nothing' && !effects.mayCommit);
}

async function withEvidence(
  live: LiveRun,
  open: OpenTask,
  at: AtWork,
  {
    read,
    ...known
  }: {
    readonly read: PutBack & Pick<EndReadings, 'meanwhile'>;
    readonly snapshot: SnapshotRecord;
    readonly calls: readonly string[];
  },
): Promise<EndReadings> {
  if ('fault' in read.changes) return read;
  return {
    ...read,
    evidence: await findEvidence(live, open, at, {
      ...known,
      meanwhile: read.meanwhile,
      found: read.changes,
    }),
  };
}

function simulated(reported: Reply['changes']): ChangesReply {
  const { added, modified, deleted, commits } = reported ?? NO_CHANGES;
  return { added, modified, deleted, commits, count: added.length + modified.length + deleted.length };
}

const NO_CHANGES = { added: [], modified: [], deleted: [], commits: [] };
