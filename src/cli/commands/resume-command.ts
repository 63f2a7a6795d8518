import type { Argv, CommandModule } from 'yargs';
import { findRun } from '../../journal/find-run.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { refuseInside } from '../io/refuse-inside.ts';
import { resumeHere, withResumeFlags, type ResumeFlags } from '../running/resume-here.ts';

interface ResumeArguments extends ResumeFlags {
  readonly _: readonly (string | number)[];
}

export const resumeCommand: CommandModule<object, ResumeArguments> = {
  command: 'resume',
  describe: 'Resume an unfinished run',
  builder: (yargs: Argv) =>
    withResumeFlags(yargs)
      .usage(
        'wfmap resume [run] [--field=value …]\n\nGoes on with a run (default: the newest). Fields given here are ' +
          'one-time arguments of the task that it goes on with.',
      )
      .option('from', { type: 'string', describe: 'Restart at this task' })
      .example('wfmap resume', 'the newest run')
      .example('wfmap resume efficient/slip-003 --max-cost=+5', 'a run that reached its budget'),
  handler: async (argv) => {
    const [name, tokens] = nameAndTokens(argv._.map(String));
    const workFolder = process.cwd();
    const run = findRun(nodeFileSystem, { workRoot: findWorkRoot(workFolder), workFolder }, name);
    refuseInside(run, 'resume');
    process.exitCode = await resumeHere(argv, run, tokens);
  },
};

/** The run, where one is named, comes before all flags. */
function nameAndTokens([, first, ...rest]: readonly string[]): [string | undefined, readonly string[]] {
  if (first === undefined) return [undefined, []];
  return first.startsWith('--') ? [undefined, [first, ...rest]] : [first, rest];
}
