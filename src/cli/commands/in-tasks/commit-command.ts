import type { Argv, CommandModule } from 'yargs';
import { commitRunChanges, EDITED, type EditedFiles } from '../../../git/commit-run-changes.ts';
import { startHere, reportDone, withMessage, type MessageArguments } from '../../git/own-changes.ts';

interface CommitArguments extends MessageArguments {
  readonly also?: string | undefined;
  readonly edited: (typeof EDITED)[number];
}

/** So many are named. */
const MAX_NAMED = 100;

/** For guards and prompts of a map: JSON in one line. */
function refusalOf({ edited, before }: EditedFiles): string {
  const refused =
    'Files that had uncommitted edits when the work began were changed as well: ' +
    '--edited=commit commits them as they are, --edited=leave leaves them out.';
  return JSON.stringify({ refused, edited: edited.slice(0, MAX_NAMED), count: edited.length, before });
}

export const commitCommand: CommandModule<object, CommitArguments> = {
  command: 'commit',
  describe: "In a shell task: commit the run's own changes, nothing else",
  builder: (yargs: Argv) =>
    withMessage(
      yargs,
      `wfmap commit --message=TEXT

Commits what the run has changed since it began, with the hooks of the repository. What was uncommitted before is in no
commit and stays as it is, staged or not. Prints the commit; nothing where there was no change. Where it is refused, prints
what git or a hook said, and ends with 1. Files that had uncommitted edits before and that the run changed as well are for a
person to decide: without --edited the commit is refused, and what is printed is JSON that names them as "edited".`,
    )
      .option('also', {
        type: 'string',
        nargs: 1,
        describe:
          'Files that an earlier run left for this one, one per line, relative to the top of the repository',
      })
      .option('edited', {
        choices: EDITED,
        nargs: 1,
        default: 'refuse' as const,
        describe:
          'Files with edits from before that the run changed too: refuse the commit, commit them as they are, or leave them out',
      }),
  handler: async ({ message, since, also = '', edited }) => {
    const start = { ...startHere(since), also: also.split('\n') };
    const done = await commitRunChanges(process.cwd(), start, { message, edited });
    if ('edited' in done) reportDone({ fault: refusalOf(done) }, () => undefined);
    else reportDone(done, ({ head }) => head);
  },
};
