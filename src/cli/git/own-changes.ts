import type { Argv } from 'yargs';
import type { GitFaultReply } from '../../git/git-error.ts';
import type { RunStart } from '../../git/run-changes.ts';
import { readSnapshot } from '../../git/take-snapshot.ts';
import { START_VARIABLES } from '../../model/start-variables.ts';
import { EXIT } from '../io/exit-code.ts';
import { toOneLine } from '../io/format.ts';
import { UsageError } from '../io/usage-error.ts';
import { writeOut } from '../io/write-out.ts';

// What `commit` and `set-aside` share: shell tasks call them for the changes of their run.

export interface MessageArguments {
  readonly message: string;
  readonly since?: string | undefined;
}

export function withMessage(yargs: Argv, usage: string): Argv<MessageArguments> {
  return yargs
    .usage(usage)
    .option('message', {
      type: 'string',
      nargs: 1,
      demandOption: 'Write --message=TEXT.',
      describe: 'The message of the commit or stash',
    })
    .option('since', {
      type: 'string',
      nargs: 1,
      describe: 'Takes only what has changed since a snapshot, by the id that "wfmap snapshot" printed',
    });
}

/**
 * How the folder was before the changes of this command: at a snapshot, else at the start of the run, which the engine tells
 * to every command. Errors: throws UsageError.
 */
export function startHere(since = ''): RunStart {
  if (since !== '') {
    const snapshot = readSnapshot(since);
    if (snapshot !== undefined) return snapshot;
    throw new UsageError(`"${toOneLine(since, 100)}" is not the id of a snapshot.`, {
      help: 'Take what "wfmap snapshot" printed before the changes were made.',
    });
  }
  const { [START_VARIABLES.head]: head, [START_VARIABLES.tree]: tree } = process.env;
  if (head !== undefined && tree !== undefined) return { head, tree };
  throw new UsageError(
    'There is no record of the files at the start of the run, so its changes cannot be distinguished from yours.',
    {
      help: 'This command is for shell tasks of a run, in a git repository. If an older wfmap started the run, commit by hand.',
    },
  );
}

/** A refusal goes to standard output, because the map passes that on. */
export function reportDone<T extends object>(
  done: T | GitFaultReply,
  lineOf: (done: T) => string | undefined,
): void {
  const line = 'fault' in done ? done.fault : lineOf(done);
  if (line !== undefined) writeOut(`${line}\n`);
  if ('fault' in done) process.exitCode = EXIT.failed;
}
