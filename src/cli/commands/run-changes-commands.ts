import type { Argv, CommandModule } from 'yargs';
import { commitRunChanges } from '../../git/commit-run-changes.ts';
import type { GitFaultReply } from '../../git/git-error.ts';
import type { RunStart } from '../../git/run-changes.ts';
import { setAsideRunChanges } from '../../git/set-aside-run-changes.ts';
import { EXIT } from '../exit-code.ts';
import { UsageError } from '../usage-error.ts';
import { writeOut } from '../write-out.ts';

interface Arguments {
  readonly message: string;
}

export const commitCommand: CommandModule<object, Arguments> = {
  command: 'commit',
  describe: "In a shell task: commit the run's own changes, nothing else",
  builder: (yargs: Argv) =>
    withMessage(
      yargs,
      `wfmap commit --message=TEXT

Commits what the run has changed since it began, with the hooks of the repository. What was uncommitted before is in no
commit and stays as it is, staged or not. Prints the commit that is checked out then; without a change none is made.
Where it is refused, prints what git or a hook said, and ends with 1.`,
    ),
  handler: async ({ message }) => {
    const done = await commitRunChanges(process.cwd(), startHere(), message);
    tell(done, 'fault' in done ? undefined : done.head);
  },
};

export const setAsideCommand: CommandModule<object, Arguments> = {
  command: 'set-aside',
  describe: "In a shell task: stash the run's own uncommitted changes, nothing else",
  builder: (yargs: Argv) =>
    withMessage(
      yargs,
      `wfmap set-aside --message=TEXT

Sets aside, in a stash, what the run has changed and not committed. What was uncommitted before stays as it is; a file
that the run changed too gets back what it held. Prints the line that brings the changes back; nothing without any.`,
    ),
  handler: async ({ message }) => {
    const how = { message, run: process.env['WFMAP_RUN'] ?? '' };
    const done = await setAsideRunChanges(process.cwd(), startHere(), how);
    const stash = 'fault' in done ? undefined : done.stash;
    tell(done, stash === undefined ? undefined : `git stash apply ${stash}`);
  },
};

function withMessage(yargs: Argv, usage: string): Argv<Arguments> {
  return yargs.usage(usage).option('message', {
    type: 'string',
    nargs: 1,
    demandOption: 'Write --message=TEXT.',
    describe: 'What it is called',
  });
}

/** How the run of this command found the folder: the engine tells it to every command. Errors: throws UsageError. */
function startHere(): RunStart {
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
function tell(done: object | GitFaultReply, line: string | undefined): void {
  if ('fault' in done) {
    writeOut(`${done.fault}\n`);
    process.exitCode = EXIT.failed;
  } else if (line !== undefined) {
    writeOut(`${line}\n`);
  }
}
