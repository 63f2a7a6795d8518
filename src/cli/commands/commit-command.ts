import type { Argv, CommandModule } from 'yargs';
import { commitRunChanges } from '../../git/commit-run-changes.ts';
import { startHere, reportDone, withMessage, type MessageArguments } from '../git/own-changes.ts';

interface CommitArguments extends MessageArguments {
  readonly also?: string | undefined;
}

export const commitCommand: CommandModule<object, CommitArguments> = {
  command: 'commit',
  describe: "In a shell task: commit the run's own changes, nothing else",
  builder: (yargs: Argv) =>
    withMessage(
      yargs,
      `wfmap commit --message=TEXT

Commits what the run has changed since it began, with the hooks of the repository. What was uncommitted before is in no
commit and stays as it is, staged or not. Prints the commit that is checked out then; without a change none is made.
Where it is refused, prints what git or a hook said, and ends with 1.`,
    ).option('also', {
      type: 'string',
      nargs: 1,
      describe:
        'Files that an earlier run left for this one, one per line, relative to the top of the repository',
    }),
  handler: async ({ message, also = '' }) => {
    const start = { ...startHere(), also: also.split('\n') };
    reportDone(await commitRunChanges(process.cwd(), start, message), ({ head }) => head);
  },
};
