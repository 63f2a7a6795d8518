import type { Argv } from 'yargs';
import type { GitFaultReply } from '../../git/git-error.ts';
import type { RunStart } from '../../git/run-changes.ts';
import { EXIT } from '../exit-code.ts';
import { UsageError } from '../usage-error.ts';
import { writeOut } from '../write-out.ts';

// What the commands have in common that shell tasks call for the changes of their run.

export interface MessageArguments {
  readonly message: string;
}

export function withMessage(yargs: Argv, usage: string): Argv<MessageArguments> {
  return yargs.usage(usage).option('message', {
    type: 'string',
    nargs: 1,
    demandOption: 'Write --message=TEXT.',
    describe: 'What it is called',
  });
}

/** How the run of this command found the folder: the engine tells it to every command. Errors: throws UsageError. */
export function startHere(): RunStart {
  const { WFMAP_START_HEAD: head, WFMAP_START_TREE: tree } = process.env;
  if (head !== undefined && tree !== undefined) return { head, tree };
  throw new UsageError(
    'Nobody noted here how the files were when the run began, so its changes cannot be told from yours.',
    {
      help: 'This command is for shell tasks of a run, in a git repository. Where the run began with an older wfmap, commit by hand.',
    },
  );
}

/** A refusal goes to standard output: it is what the map hands on. */
export function tellDone<T extends object>(
  done: T | GitFaultReply,
  lineOf: (done: T) => string | undefined,
): void {
  const line = 'fault' in done ? done.fault : lineOf(done);
  if (line !== undefined) writeOut(`${line}\n`);
  if ('fault' in done) process.exitCode = EXIT.failed;
}
