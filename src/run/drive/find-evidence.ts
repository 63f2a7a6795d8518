import { join, relative } from 'node:path';
import type {
  ChangesRecord,
  EvidenceRecord,
  MeanwhileRecord,
  SnapshotRecord,
} from '../../model/event-records.ts';
import type { AtWork } from '../live/at-work.ts';
import { brokenBy } from '../live/broken-by.ts';
import type { LiveRun } from '../live/live-run.ts';
import type { OpenTask } from '../state/run-state.ts';

/** So many calls are recorded. */
const MAX_CALLS = 20;

/**
 * Finds what is known of changes that an execution must not make, where they stay: both versions, and the calls of the
 * agent that name a file. Shape: undefined where there are no such changes.
 */
export async function findEvidence(
  live: LiveRun,
  open: OpenTask,
  at: AtWork,
  {
    snapshot,
    found,
    meanwhile,
    calls,
  }: {
    readonly snapshot: SnapshotRecord;
    readonly found: ChangesRecord;
    readonly meanwhile: MeanwhileRecord | undefined;
    readonly calls: readonly string[];
  },
): Promise<EvidenceRecord | undefined> {
  const { paths = [], commits = [] } = brokenBy(at, found, meanwhile) ?? {};
  if (live.changes === undefined || paths.length + commits.length === 0) return undefined;
  const versions = await live.changes.versions(at.folder, snapshot, paths);
  const file =
    'fault' in versions || versions.length === 0 ? undefined : live.files.writePatch(open, versions);
  const naming = calls.filter((call) => paths.some((path) => names(call, path, at.folder)));
  return {
    ...(file === undefined ? {} : { patch: relative(live.settings.workRoot, file) }),
    calls: naming.slice(-MAX_CALLS),
  };
}

/** Whether a call has a path as a word of its own, from the folder or whole. */
function names(call: string, path: string, folder: string): boolean {
  return [path, join(folder, path)].some((word) => namesPath(call, word));
}

/** Whether a call has a path as a word of its own. */
export function namesPath(call: string, path: string): boolean {
  const at = call.indexOf(path);
  return at !== -1 && !isOfPath(call[at - 1]) && !isOfPath(call[at + path.length]);
}

function isOfPath(character: string | undefined): boolean {
  return character !== undefined && /[\w./-]/.test(character);
}
