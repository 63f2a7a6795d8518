import { join } from 'node:path';
import { JOURNAL_FILE } from '../../journal/find-runs.ts';
import { openJournal } from '../../journal/journal.ts';
import type { RunDirectory } from '../../journal/run-directory.ts';
import { ROOT_ADDRESS } from '../../model/address.ts';
import { beginBatch } from '../live/batch.ts';
import type { RunHost } from '../host/host.ts';
import { lookForAnswers, recordRefusals, type Refusal } from '../people/look-for-answers.ts';
import { withLock } from './drive-held.ts';
import type { Program } from '../program/program.ts';
import { beginState } from './resume-run.ts';

/**
 * Sets aside the files in `answers/` that answer nothing, of a run that no process drives; for a caller that is about to
 * answer it.
 *
 * Only the holder of a run's lock moves anything there, so that what it looked at is what it moves. Errors: throws
 * JournalError, `run-is-held` among them.
 */
export async function refuseAnswers(
  host: Pick<RunHost, 'fs' | 'clock' | 'processes' | 'mask' | 'answerBox' | 'lookAt'>,
  {
    directory,
    runId,
    program,
  }: { readonly directory: RunDirectory; readonly runId: string; readonly program: Program },
): Promise<readonly Refusal[]> {
  return withLock(host, { directory, runId }, () => {
    const path = join(directory.folder, JOURNAL_FILE);
    const { made: state, journal } = openJournal(host.fs, path, () => beginState(program));
    try {
      const answers = host.answerBox(directory.folder);
      const looking = { ...host, state, answers, runFolder: directory.folder, strays: 0 };
      const { refusals } = lookForAnswers(looking, 'opening');
      const batch = beginBatch({
        ...looking,
        program,
        runId,
        append: journal.append,
        onEvent: () => undefined,
      });
      const { paused } = state;
      recordRefusals(batch, refusals);
      // The last record of a journal says how the run stands.
      if (paused !== undefined && refusals.length > 0) batch.add('run.paused', ROOT_ADDRESS, paused);
      batch.commit();
      return Promise.resolve(refusals);
    } finally {
      journal.close();
    }
  });
}
