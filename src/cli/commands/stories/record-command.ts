import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { printable } from '../../../diagnostics/printable.ts';
import { writeNewText, writeText } from '../../../project/write-text.ts';
import { EXIT } from '../../io/exit-code.ts';
import { formatCommand, formatCount, toOneLine } from '../../io/format.ts';
import { jsonText } from '../../io/json-text.ts';
import { UsageError } from '../../io/usage-error.ts';
import { writeErr, writeOut } from '../../io/write-out.ts';
import { recordHere, type RecordedFile } from '../../record/record-here.ts';
import { openRunWithEvents } from '../../views/open-run.ts';

interface RecordArguments {
  readonly run?: string | undefined;
  readonly output?: string | undefined;
  readonly force: boolean;
  readonly json: boolean;
}

export const recordCommand: CommandModule<object, RecordArguments> = {
  command: 'record [run]',
  describe: 'Record a run as a scenario that plays again without a model',
  builder: (yargs: Argv) =>
    yargs
      .usage(
        'wfmap record [run]\n\nWrites what a run was answered, by agents, commands and people, and what it changed, as a scenario for ' +
          '"wfmap test" and "--agent scripted:FILE". Secrets are masked, and folders of this machine become paths from the project. ' +
          'The record is played at once: where it does not come to the same end with the same steps, that is said, and the exit code is 1.',
      )
      .positional('run', {
        type: 'string',
        describe: 'The run, such as efficient/slip-003 (default: the newest)',
      })
      .option('output', {
        alias: 'o',
        type: 'string',
        nargs: 1,
        describe:
          'Write it to this file, such as workflows/scenarios/my.scenario.yaml (default: standard output)',
      })
      .option('force', { type: 'boolean', default: false, describe: 'Write over a file that is there' })
      .option('json', { type: 'boolean', default: false, describe: 'Print what was recorded as JSON' })
      .example('wfmap record fast/slip-001 -o fast.scenario.yaml', 'then: wfmap test fast.scenario.yaml'),
  handler: async ({ run, output, force, json }) => {
    const file = resolve(output ?? 'recorded.scenario.yaml');
    if (output !== undefined) refuseOther(output, file, force);
    const opened = openRunWithEvents(run);
    const found = await recordHere(opened, file);
    if (output !== undefined) (force ? writeText : writeNewText)(file, found.text);
    if (json) writeOut(`${jsonText(recordJson(opened.run.name, output, found), 'indented')}\n`);
    else {
      if (output === undefined) writeOut(found.text);
      writeErr(`${linesOf(opened.run.name, output, found).map(printable).join('\n')}\n`);
    }
    process.exitCode = found.differences.length === 0 ? EXIT.done : EXIT.failed;
  },
};

function refuseOther(output: string, file: string, force: boolean): void {
  if (!/\.scenario\.ya?ml$/.test(output)) {
    throw new UsageError(`"${output}" is not the name of a file of scenarios.`, {
      help: 'End it in .scenario.yaml: "wfmap test" finds it then.',
    });
  }
  if (!force && existsSync(file)) {
    throw new UsageError(`"${output}" is there already.`, {
      help: 'Name another file, or write over it with --force.',
    });
  }
}

/** What `wfmap record --json` prints. */
export interface RecordJson {
  readonly run: string;
  /** Where it was written; null for nowhere. */
  readonly file: string | null;
  /** The scenario, in YAML. */
  readonly text: string;
  readonly steps: number;
  readonly answers: number;
  /** How many files its agents and commands edited. */
  readonly editedFiles: number;
  readonly finished: boolean;
  readonly outcome: string | null;
  /** Where it ends, a sentence. */
  readonly end: string;
  /** What is not in it, sentences. */
  readonly left: readonly string[];
  /** Whether it plays to the same end with the same steps; what is otherwise, lines. */
  readonly plays: boolean;
  readonly differences: readonly string[];
}

function recordJson(
  run: string,
  output: string | undefined,
  { recorded, text, differences }: RecordedFile,
): RecordJson {
  const { steps, answered, edited, isFinished, outcome, end, left } = recorded;
  return {
    run,
    file: output ?? null,
    text,
    steps,
    answers: answered,
    editedFiles: edited,
    finished: isFinished,
    outcome,
    end,
    left,
    plays: differences.length === 0,
    differences,
  };
}

/** Units: lines. */
const MAX_DIFFERENCES = 20;

function linesOf(
  run: string,
  output: string | undefined,
  { recorded, differences }: RecordedFile,
): readonly string[] {
  const { steps, answered, edited, end, left } = recorded;
  const what = `${formatCount(steps, 'step')}, ${formatCount(answered, 'answer')}, ${formatCount(edited, 'edited file')}`;
  const rest = differences.length - MAX_DIFFERENCES;
  return [
    `Recorded ${run}${output === undefined ? '' : ` in ${toOneLine(output)}`}: ${what}. ${end}`,
    ...left,
    ...(differences.length === 0
      ? [
          `It plays to the same end, with the same steps.${output === undefined ? '' : ` Play it: ${formatCommand(['wfmap', 'test', output])}`}`,
        ]
      : [
          'It does not play as the run went:',
          ...differences.slice(0, MAX_DIFFERENCES).map((line) => `  ${line}`),
          ...(rest > 0 ? [`  … and ${rest} more lines`] : []),
        ]),
    'Secrets in it are masked by their names and values alone: look before you hand it on.',
  ];
}
