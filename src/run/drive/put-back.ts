import type { ChangesRecord, PutBackRecord, SnapshotRecord } from '../../model/event-records.ts';
import type { ChangeReader } from '../host/change-reader.ts';
import type { AtWork } from '../live/at-work.ts';
import { brokenEffects } from '../program/broken-effects.ts';
import type { ChangesReply } from './message.ts';

/** What is changed where work ended, and what of it was undone at once. */
export interface PutBack {
  readonly changes: ChangesReply;
  readonly putBack?: PutBackRecord;
}

/**
 * Undoes what an execution changed that it must not, in a folder that nobody but the run works in.
 *
 * Where that is not possible, or others were at work there meanwhile, all stays as it is found, and is held against it.
 */
export async function putBack(
  reader: ChangeReader,
  { folder, effects, beside }: AtWork,
  snapshot: SnapshotRecord,
  found: ChangesRecord,
): Promise<PutBack> {
  if (effects === undefined || beside.size > 0) return { changes: found };
  const { paths, commits } = brokenEffects([effects], found);
  if (paths.length + commits.length === 0) return { changes: found };
  const refused = await reader.putBack(folder, snapshot, { paths, commits });
  if (refused !== undefined) return { changes: found };
  const changes = await reader.changesSince(folder, snapshot, effects.frozen);
  if ('fault' in changes) return { changes };
  const left = new Set([...changes.added, ...changes.modified, ...changes.deleted, ...changes.commits]);
  const isGone = (each: string): boolean => !left.has(each);
  return { changes, putBack: { paths: paths.filter(isGone), commits: commits.filter(isGone) } };
}
