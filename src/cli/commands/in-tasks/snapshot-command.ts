import type { Argv, CommandModule } from 'yargs';
import { takeSnapshot } from '../../../git/take-snapshot.ts';
import { reportDone } from '../../git/own-changes.ts';

export const snapshotCommand: CommandModule = {
  command: 'snapshot',
  describe: 'In a shell task: record the files as they are, for what commits or stashes later changes',
  builder: (yargs: Argv) =>
    yargs.usage(`wfmap snapshot

Records the commit that is checked out and the files as they are now, uncommitted ones too, as objects of git that no branch
refers to. Nothing of the repository changes. Prints the id of the snapshot: "wfmap commit --since=ID" and "wfmap set-aside
--since=ID" take only what has changed since.`),
  handler: async () => {
    reportDone(await takeSnapshot(process.cwd()), ({ id }) => id);
  },
};
