import type { Argv, CommandModule } from 'yargs';
import { setAsideRunChanges } from '../../../git/set-aside-run-changes.ts';
import { RUN_VARIABLE } from '../../../process/marks.ts';
import { bringBack } from '../../git/make-surroundings.ts';
import { startHere, reportDone, withMessage, type MessageArguments } from '../../git/own-changes.ts';

export const setAsideCommand: CommandModule<object, MessageArguments> = {
  command: 'set-aside',
  describe: "In a shell task: stash the run's own uncommitted changes, nothing else",
  builder: (yargs: Argv) =>
    withMessage(
      yargs,
      `wfmap set-aside --message=TEXT

Sets aside, in a stash, what the run has changed and not committed. What was uncommitted before stays as it is; a file
that the run changed too gets back what it held. Prints the line that brings the changes back; nothing without any.`,
    ),
  handler: async ({ message, since }) => {
    const how = { message, run: process.env[RUN_VARIABLE] ?? '' };
    const done = await setAsideRunChanges(process.cwd(), startHere(since), how);
    reportDone(done, ({ stash }) => (stash === undefined ? undefined : bringBack(stash)));
  },
};
