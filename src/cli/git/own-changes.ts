import type { Argv } from 'yargs';
import type { GitFaultReply } from '../../git/git-error.ts';
import type { RunStart } from '../../git/run-changes.ts';
import { START_VARIABLES } from '../../model/start-variables.ts';
import { EXIT } from '../io/exit-code.ts';
import { UsageError } from '../io/usage-error.ts';
import { writeOut } from '../io/write-out.ts';

// What `commit` and `set-aside` share: shell tasks call them for the changes of their run.

export interface MessageArguments {
  readonly message: string;
}

export function withMessage(yargs: Argv, usage: string): Argv<MessageArguments> {
  return yargs.usage(usage).option('message', {
    type: 'string',
    nargs: 1,
    demandOption: 'Write --message=TEXT.',
    describe: 'The message of the commit or stash',
  });
}

/** How the run of this command found the folder: the engine tells it to every command. Errors: throws UsageError. */
export function startHere(): RunStart {
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
