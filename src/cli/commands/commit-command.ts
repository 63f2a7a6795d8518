import type { Argv, CommandModule } from 'yargs';
import { commitRunChanges } from '../../git/commit-run-changes.ts';
import { startHere, tellDone, withMessage, type MessageArguments } from '../git/own-changes.ts';

export const commitCommand: CommandModule<object, MessageArguments> = {
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
    tellDone(done, 'fault' in done ? undefined : done.head);
  },
};
