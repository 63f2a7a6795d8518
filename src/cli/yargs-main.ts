import yargs from 'yargs';
import { shippedMaps } from '../project/resolve-map.ts';
import { closest } from '../util/closest.ts';
import { answerCommand } from './commands/answer-command.ts';
import { runCommand } from './commands/run-command.ts';
import { compileCommand } from './commands/compile-command.ts';
import { doctorCommand } from './commands/doctor-command.ts';
import { ejectCommand } from './commands/eject-command.ts';
import { explainCommand } from './commands/explain-command.ts';
import { fmtCommand } from './commands/fmt-command.ts';
import { logsCommand } from './commands/logs-command.ts';
import { promptCommand } from './commands/prompt-command.ts';
import { resumeCommand } from './commands/resume-command.ts';
import { runsCommand } from './commands/runs-command.ts';
import { showCommand } from './commands/show-command.ts';
import { stopCommand } from './commands/stop-command.ts';
import { testCommand } from './commands/test-command.ts';
import { validateHelpCommand } from './commands/validate-help-command.ts';
import { terminalStyle } from './terminal-style.ts';
import { UsageError } from './usage-error.ts';
import { WFMAP_VERSION } from './version.ts';

/** Runs every command but `validate`, which has a faster way in. Errors: throws what the commands throw. */
export async function runYargs(argv: readonly string[]): Promise<void> {
  const parser = yargs([...argv])
    .scriptName('wfmap')
    .usage('wfmap <command>\n\nRuns processes of coding agents that are written down as maps.')
    .command(runCommand)
    .command(resumeCommand)
    .command(answerCommand)
    .command(stopCommand)
    .command(runsCommand)
    .command(showCommand)
    .command(logsCommand)
    .command(promptCommand)
    .command(ejectCommand)
    .command(compileCommand)
    .command(fmtCommand)
    .command(doctorCommand)
    .command(validateHelpCommand)
    .command(testCommand)
    .command(explainCommand)
    .completion('completion', 'Print a script for shell completion')
    // What that script asks; an option that yargs itself does not declare would be a word here.
    .option('get-yargs-completions', { type: 'boolean', hidden: true })
    .parserConfiguration({
      // Fields of a map are no options of the command: they are read by readFieldFlags.
      'unknown-options-as-args': true,
      'parse-positional-numbers': false,
      'strip-aliased': true,
    })
    .demandCommand(1, 'No command is named.')
    .middleware((read) => {
      // The words of a line that the shell asks to complete are no words of this one.
      if (read['get-yargs-completions'] === undefined) refuseStrayWords(read._.map(String));
    })
    .version(WFMAP_VERSION)
    .help()
    .alias('help', 'h')
    .wrap(Math.min(terminalStyle(process.stdout).width, 110))
    .exitProcess(false)
    .showHelpOnFail(false)
    .fail((message: string | null, error: Error | undefined) => {
      throw (
        error ?? new UsageError(message ?? 'The command line cannot be read.', { help: 'See: wfmap --help' })
      );
    });
  refuseUnknownCommand(argv[0]);
  await parser.parseAsync();
}

const COMMANDS = [
  'run',
  'resume',
  'answer',
  'stop',
  'runs',
  'show',
  'logs',
  'prompt',
  'eject',
  'compile',
  'fmt',
  'doctor',
  'validate',
  'test',
  'explain',
  'completion',
];
/** These read their words themselves. */
const WITH_WORDS: ReadonlySet<string> = new Set(['run', 'resume', 'answer', 'prompt', 'eject', 'fmt']);

function refuseUnknownCommand(command: string | undefined): void {
  if (command === undefined || command.startsWith('-') || COMMANDS.includes(command)) return;
  const near = shippedMaps().includes(command) ? `run ${command}` : closest(command, COMMANDS);
  const help =
    near === undefined ? `The commands are ${COMMANDS.join(', ')}.` : `Did you mean "wfmap ${near}"?`;
  throw new UsageError(`There is no command "${command}".`, { help });
}

/** Words and flags that no option took; only some commands have a use for them. */
function refuseStrayWords([command = '', ...words]: readonly string[]): void {
  const [first] = command === 'runs' && words[0] === 'prune' ? words.slice(1) : words;
  if (first === undefined || WITH_WORDS.has(command)) return;
  const what = first.startsWith('-')
    ? `There is no flag ${first.replace(/=.*/s, '')}`
    : `"${first}" is one word too many`;
  throw new UsageError(`${what} for "wfmap ${command}".`, { help: `See: wfmap ${command} --help` });
}
