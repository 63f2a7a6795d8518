import type { RecordedEdits } from '../../model/recorded-edits.ts';
import type { ChangeReader } from '../host/change-reader.ts';
import type { LiveRun } from '../live/live-run.ts';
import { workFolderOf } from '../live/work-folder.ts';
import type { ChangesReply } from './message.ts';
import type { OpenTask } from '../state/run-state.ts';

/** What an execution has changed by then, with the texts of its files; undefined for nothing. */
export function editsOf(
  live: LiveRun,
  reader: ChangeReader,
  open: OpenTask,
  changes: ChangesReply,
): RecordedEdits | undefined {
  if ('fault' in changes) return undefined;
  const { added, modified, deleted } = changes;
  const paths = [...added, ...modified];
  if (paths.length + deleted.length === 0) return undefined;
  const { texts, left } = reader.texts(workFolderOf(live, open.address.block), paths);
  return { edits: { ...texts, ...Object.fromEntries(deleted.map((path) => [path, null])) }, left };
}
