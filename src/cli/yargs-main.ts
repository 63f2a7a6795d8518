import yargs, { type Argv } from 'yargs';
import { shippedMaps } from '../project/resolve-map.ts';
import { closest } from '../util/closest.ts';
import { LISTED_COMMANDS, nameOf } from './listed-commands.ts';
import { terminalStyle } from './io/terminal-style.ts';
import { UsageError } from './io/usage-error.ts';
import { WFMAP_VERSION } from './io/version.ts';

/** Runs every command but `validate`, which has a faster way in. Errors: throws what the commands throw. */
export async function runYargs(argv: readonly string[]): Promise<void> {
  const parser = (await withCommands(yargs([...argv]).scriptName('wfmap'), argv))
    .usage('wfmap <command>\n\nRuns processes of coding agents that are written down as maps.')
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

/** Only the commands that the line names are loaded; of all others it is enough to know that they are there. */
async function withCommands(parser: Argv, argv: readonly string[]): Promise<Argv> {
  for (const listed of LISTED_COMMANDS) {
    const { command, describe, addTo } = listed;
    if (argv.includes(nameOf(listed))) await addTo(parser);
    else parser.command({ command, describe, handler: () => undefined });
  }
  return parser;
}

const COMMANDS = [...LISTED_COMMANDS.map(nameOf), 'completion'];
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
