import yargs, { type Arguments, type Argv, type MiddlewareFunction } from 'yargs';
import { readConfig } from '../project/config.ts';
import { shippedMaps } from '../project/resolve-map.ts';
import { closest } from '../util/closest.ts';
import { ALIASES, toComplete } from './flags/aliases.ts';
import { checkFlags, type DeclaredFlags } from './flags/check-flags.ts';
import { LISTED_COMMANDS, nameOf } from './listed-commands.ts';
import { terminalStyle } from './io/terminal-style.ts';
import { UsageError } from './io/usage-error.ts';
import { WFMAP_VERSION } from './io/version.ts';

/** Runs every command but `validate`, which has a faster way in. Errors: throws what the commands throw. */
export async function runYargs(words: readonly string[]): Promise<void> {
  const isCompleted = words[0] === '--get-yargs-completions';
  const { words: line, offered } = toComplete(isCompleted ? words.slice(2) : []);
  const argv = isCompleted ? [...words.slice(0, 2), ...line] : words;
  const usage = 'wfmap <command>\n\nRuns processes of coding agents that are written down as maps.';
  const parser = withCompletion(
    (await withCommands(yargs([...argv]).scriptName('wfmap'), argv)).usage(usage),
    argv,
  )
    // What that script asks; an option that yargs itself does not declare would be a word here.
    .option('get-yargs-completions', { type: 'boolean', hidden: true })
    .parserConfiguration({
      // Fields of a map are no options of the command: they are read by readFieldFlags.
      'unknown-options-as-args': true,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'strip-aliased': true,
    })
    .demandCommand(1, 'No command is named.')
    .middleware(checkedWords(argv), true)
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
  if (isCompleted && (await offerWords(line, offered))) return;
  await parser.parseAsync();
}

/** Checks the words of a line before yargs does. */
function checkedWords(argv: readonly string[]): MiddlewareFunction {
  const check = (read: Arguments, parser: { readonly getOptions: () => DeclaredFlags }): void => {
    // The words of a line that the shell asks to complete are no words of this one.
    if (read['get-yargs-completions'] !== undefined) return;
    checkFlags(argv, parser.getOptions());
    refuseStrayWords(read._.map(String));
    const [command = ''] = argv;
    const isHelp = asksForHelp(argv);
    // No command goes by other settings than are written there, and the first one says that they cannot be read.
    if (!isHelp && !WITHOUT_SETTINGS.has(command)) readConfig(process.cwd());
  };
  // yargs passes itself as well, which its types leave out.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return check as unknown as MiddlewareFunction;
}

/** yargs prints the script also where help is asked for. */
function withCompletion(parser: Argv, argv: readonly string[]): Argv {
  const describe = 'Print a script for shell completion';
  if (argv[0] !== 'completion' || !asksForHelp(argv)) return parser.completion('completion', describe);
  const usage = [
    'wfmap completion\n\nPrints a script for bash or zsh, whichever $SHELL names, that completes commands, flags, maps, fields, runs,',
    'tasks, actions and codes. The shell reads it at its start: wfmap completion >> ~/.bashrc',
  ];
  return parser.command({
    command: 'completion',
    describe,
    builder: (command: Argv) => command.usage(usage.join(' ')),
    handler: () => undefined,
  });
}

function asksForHelp(argv: readonly string[]): boolean {
  return argv.some((word) => word === '--help' || word === '-h');
}

/** Offers what the shell may complete a line with. Shape: whether that is all; else yargs adds the flags and choices of the command. */
async function offerWords(words: readonly string[], more: readonly string[]): Promise<boolean> {
  const { completeWords } = await import('./completion/complete-words.ts');
  const { offered, isAll } = completeWords(words, LISTED_COMMANDS.map(nameOf), more);
  const shell = `${process.env['SHELL']} ${process.env['ZSH_NAME']}`;
  // In zsh a description begins with a colon.
  const lines = shell.includes('zsh') ? offered.map((word) => word.replaceAll(':', '\\:')) : offered;
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
  return isAll;
}

/** Only the commands that the line names are loaded; of all others it is enough to know that they are there. */
async function withCommands(parser: Argv, argv: readonly string[]): Promise<Argv> {
  for (const listed of LISTED_COMMANDS) {
    const { command, describe, addTo } = listed;
    if (argv.includes(nameOf(listed))) await addTo(parser);
    else parser.command({ command, describe, handler: () => undefined });
  }
  for (const { words, describe } of ALIASES)
    parser.command({ command: words.join(' '), describe, handler: () => undefined });
  return parser;
}

const COMMANDS = [...LISTED_COMMANDS.map(nameOf), 'completion', 'help'];
const BEFORE_COMMANDS = ['--help', '-h', '--version', '--get-yargs-completions'];
/**
 * Settings have no say in what these do: a run can be stopped whatever they say, and `doctor` shows their fault beside others.
 * `init` reads them itself, but for taking back what it wrote.
 */
const WITHOUT_SETTINGS: ReadonlySet<string> = new Set(
  'doctor init explain completion key lsp acp stop steer commit snapshot set-aside checkpoint draft'.split(
    ' ',
  ),
);
/** These read their words themselves. */
const WITH_WORDS: ReadonlySet<string> = new Set([
  'run',
  'resume',
  'answer',
  'steer',
  'prompt',
  'eject',
  'fmt',
]);

function refuseUnknownCommand(command: string | undefined): void {
  if (command === undefined || COMMANDS.includes(command)) return;
  if (command.startsWith('-')) {
    const [flag = ''] = command.split('=');
    if (BEFORE_COMMANDS.includes(flag)) return;
    const near = closest(flag, BEFORE_COMMANDS);
    const help =
      near === undefined ? 'A command comes first: wfmap --help lists them.' : `Did you mean ${near}?`;
    throw new UsageError(`There is no flag ${flag} without a command.`, { help });
  }
  const near = shippedMaps().includes(command) ? `run ${command}` : closest(command, COMMANDS);
  const help =
    near === undefined ? `The commands are ${COMMANDS.join(', ')}.` : `Did you mean "wfmap ${near}"?`;
  throw new UsageError(`There is no command "${command}".`, { help });
}

/** Words that no option took; only some commands have a use for them. */
function refuseStrayWords([command = '', ...words]: readonly string[]): void {
  const [first] = command === 'runs' && words[0] === 'prune' ? words.slice(1) : words;
  if (first === undefined || WITH_WORDS.has(command)) return;
  throw new UsageError(`"${first}" is one word too many for "wfmap ${command}".`, {
    help: `See: wfmap ${command} --help`,
  });
}
