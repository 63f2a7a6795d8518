import { join } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { findRun } from '../../journal/find-run.ts';
import { findRuns, JOURNAL_FILE, type RunEntry } from '../../journal/find-runs.ts';
import { readLastRecord } from '../../journal/journal-end.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { UsageError } from '../io/usage-error.ts';
import { exitOnSignals } from '../running/interrupts.ts';
import { watchRun } from '../watch/watch-run.ts';

interface WatchArguments {
  readonly run?: string | undefined;
  readonly json: boolean;
}

export const watchCommand: CommandModule<object, WatchArguments> = {
  command: 'watch [run]',
  describe: 'Watch a run that another process drives, until it ends',
  builder: (yargs: Argv) =>
    yargs
      .usage(
        'wfmap watch [run]\n\nShows what the terminal of the run shows: all of its lines, and below them, on a terminal, the tasks ' +
          'at work. Changes nothing. Ends when the run ends or nobody drives it any more, with the exit code of "wfmap run".',
      )
      .positional('run', {
        type: 'string',
        describe: 'The run (default: the newest that has not ended)',
      })
      .option('json', {
        type: 'boolean',
        default: false,
        describe: 'Print the events of the run as JSON Lines, those of before first',
      })
      .example('wfmap watch efficient/slip-003', 'from another terminal'),
  handler: async ({ run, json }) => {
    const workFolder = process.cwd();
    const workRoot = findWorkRoot(workFolder);
    const found =
      run === undefined ? newestUnfinished(workRoot) : findRun(nodeFileSystem, { workRoot, workFolder }, run);
    exitOnSignals();
    process.exitCode = await watchRun(found, json);
  },
};

/** Errors: throws {@link UsageError} where every run has ended. */
function newestUnfinished(workRoot: string): RunEntry {
  const found = findRuns(nodeFileSystem, workRoot).find(({ folder }) => {
    const last = readLastRecord(nodeFileSystem, join(folder, JOURNAL_FILE));
    // An end that cannot be told from a few bytes is one of a run that is being written, or is damaged.
    return last?.type !== 'run.finished';
  });
  if (found !== undefined) return found;
  throw new UsageError('There is no run here that has not ended.', {
    help: 'Name one to see how it went, or start one with "wfmap run <map>". "wfmap runs" lists them.',
  });
}
