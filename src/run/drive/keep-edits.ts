import type { RecordedEdits } from '../../model/recorded-edits.ts';
import type { ChangeReader } from '../host/change-reader.ts';
import type { LiveRun } from '../live/live-run.ts';
import { workFolderOf } from '../live/work-folder.ts';
import type { ChangesReply } from './message.ts';
import type { OpenTask } from '../state/run-state.ts';

/** Keeps what an execution has changed by then beside its log, so that a record of the run can have it. */
export function keepEdits(live: LiveRun, reader: ChangeReader, open: OpenTask, changes: ChangesReply): void {
  if ('fault' in changes) return;
  const { added, modified, deleted } = changes;
  const paths = [...added, ...modified];
  if (paths.length + deleted.length === 0) return;
  const { texts, left } = reader.texts(workFolderOf(live, open.address.block), paths);
  const edits: RecordedEdits['edits'] = {
    ...texts,
    ...Object.fromEntries(deleted.map((path) => [path, null])),
  };
  live.files.writeEdits(open, { edits, left });
}
