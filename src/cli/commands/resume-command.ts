import { relative, resolve, sep } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { artifactFolderOf } from '../../framework/map/artifact-folder.ts';
import { findRun } from '../../journal/find-run.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { requireCheckpoint } from '../checkpoint/require-checkpoint.ts';
import { aliasExamples } from '../flags/aliases.ts';
import { branchOf } from '../io/branch-of.ts';
import { refuseInside } from '../io/refuse-inside.ts';
import { UsageError } from '../io/usage-error.ts';
import { resumeHere, withResumeFlags, type ResumeFlags } from '../running/resume-here.ts';
import { runMap } from './run-command.ts';

interface ResumeArguments extends ResumeFlags {
  readonly 'from-checkpoint'?: string | undefined;
  readonly _: readonly (string | number)[];
}

export const resumeCommand: CommandModule<object, ResumeArguments> = {
  command: 'resume',
  describe: 'Resume an unfinished run',
  builder: (yargs: Argv) =>
    withResumeFlags(yargs)
      .usage(
        'wfmap resume [run] [--field=value …]\n\nResumes a run (default: the newest). Fields given here are ' +
          'one-time arguments of the task at which it resumes.',
      )
      .option('from', { type: 'string', describe: 'Restart at this task' })
      .option('from-checkpoint', {
        type: 'string',
        describe:
          'Start the map "resume" on a checkpoint that was not written by wfmap: this file, or the newest of the branch',
      })
      .example('wfmap resume', 'the newest run')
      .example('wfmap resume efficient/slip-003 --max-cost=+5', 'a run that reached its budget')
      .example('wfmap resume --from-checkpoint', 'work that was begun without wfmap')
      .example(aliasExamples('resume')),
  handler: async (argv) => {
    const [name, tokens] = nameAndTokens(argv._.map(String));
    const { 'from-checkpoint': checkpoint } = argv;
    process.exitCode =
      checkpoint === undefined
        ? await resumeRun(argv, name, tokens)
        : await resumeCheckpoint(
            { ...argv, _: [...(name === undefined ? [] : [name]), ...tokens] },
            checkpoint,
          );
  },
};

function resumeRun(
  argv: ResumeArguments,
  name: string | undefined,
  tokens: readonly string[],
): Promise<number> {
  const workFolder = process.cwd();
  const run = findRun(nodeFileSystem, { workRoot: findWorkRoot(workFolder), workFolder }, name);
  refuseInside(run, 'resume');
  return resumeHere(argv, run, tokens);
}

/** What is refused is refused before a run is started; the map looks at it again. */
function resumeCheckpoint({ from, ...argv }: ResumeArguments, written: string): Promise<number> {
  const [first] = argv._;
  if (from !== undefined || (first !== undefined && !String(first).startsWith('--'))) {
    throw new UsageError('--from-checkpoint starts a run: it goes with no run and no --from.', {
      help: 'A run of wfmap needs no checkpoint: wfmap resume [run]',
    });
  }
  const workFolder = process.cwd();
  const workRoot = findWorkRoot(workFolder);
  const artifacts = resolve(workRoot, artifactFolderOf(branchOf(workRoot)));
  const file = written === '' ? undefined : resolve(workFolder, written);
  requireCheckpoint({ artifacts, file });
  const named = file === undefined ? [] : [`--checkpoint=${relative(workRoot, file).replaceAll(sep, '/')}`];
  return runMap({ ...argv, verbose: false, _: ['run', 'resume', ...named, ...argv._] });
}

/** The run, where one is named, comes before all flags. */
function nameAndTokens([, first, ...rest]: readonly string[]): [string | undefined, readonly string[]] {
  if (first === undefined) return [undefined, []];
  return first.startsWith('--') ? [undefined, [first, ...rest]] : [first, rest];
}
