import { UsageError } from '../io/usage-error.ts';
import { flagIn, isValue, kebabOf } from './check-flags.ts';
import { flagFaults } from './flag-faults.ts';

/** Two words that mean another command, for people who know it by them. */
export interface Alias {
  readonly words: readonly [string, string];
  readonly describe: string;
  /** The command that it means. */
  readonly command: string;
  /** The flags that it must have. */
  readonly flags: readonly AliasFlag[];
}

interface AliasFlag {
  readonly name: string;
  /** What its value is. */
  readonly value: string;
  /** The flag of the command that it means; undefined for the word behind the command. */
  readonly means?: string;
}

/** Every alias. Help, completion and the reading of a line go by this table. */
export const ALIASES: readonly Alias[] = [
  {
    words: ['workflow', 'run'],
    describe: 'The same as run, in the words of the script workflow.ts',
    command: 'run',
    flags: [{ name: 'workflowMap', value: 'map' }],
  },
  {
    words: ['task', 'run'],
    describe: 'The same as resume --from, in the words of the script task.ts',
    command: 'resume',
    flags: [
      { name: 'slip', value: 'run' },
      { name: 'taskDefinitionName', value: 'task', means: 'from' },
    ],
  },
];

/** An alias as it is written: `wfmap workflow run --workflowMap=<map> [--field=value …]`. */
export function usageOf({ words, flags }: Alias): string {
  const needed = flags.map(({ name, value }) => `--${name}=<${value}>`);
  return ['wfmap', ...words, ...needed, '[--field=value …]'].join(' ');
}

/** For the help of a command: its aliases, as yargs takes examples. */
export function aliasExamples(command: string): [string, string][] {
  return ALIASES.filter((alias) => alias.command === command).map((alias) => [
    usageOf(alias),
    alias.describe,
  ]);
}

/**
 * A command line without aliases: what stands behind `wfmap`, as the command that is meant. Any other line stays as it is.
 *
 * Errors: throws {@link UsageError} where an alias lacks its second word or a flag, or has one twice; where help is asked for, what is missing is no fault.
 */
export function withoutAlias(argv: readonly string[]): readonly string[] {
  const alias = aliasOf(argv);
  if (alias === undefined) return argv;
  const [first, second] = alias.words;
  const asksHelp = argv.some((word) => word === '--help' || word === '-h');
  const hasBoth = argv[1] === second;
  const help = `Write ${usageOf(alias)}`;
  if (!hasBoth && !asksHelp) {
    throw new UsageError(`"wfmap ${first}" is followed by the word "${second}".`, { help });
  }
  const taken = takeFlags(alias, argv.slice(hasBoth ? 2 : 1));
  const [fault] = taken.faults;
  if (fault !== undefined) throw fault;
  const missing = alias.flags.filter((flag) => !taken.values.has(flag)).map(({ name }) => `--${name}`);
  if (missing.length > 0 && !asksHelp) {
    throw new UsageError(`"wfmap ${first} ${second}" needs ${missing.join(' and ')}.`, { help });
  }
  return lineOf(alias, taken);
}

export interface Completable {
  /** The line without its alias. */
  readonly words: readonly string[];
  /** What of the alias itself may stand in place of the last word. */
  readonly offered: readonly string[];
}

/** The same for a line that is to be completed, of which the last word is begun and others may be missing. Errors: none. */
export function toComplete(words: readonly string[]): Completable {
  const alias = aliasOf(words);
  const begun = words.at(-1);
  if (alias === undefined || begun === undefined || words.length === 1) return { words, offered: [] };
  if (words.length === 2) return { words, offered: [alias.words[1]] };
  return completed(alias, words.slice(2, -1), begun);
}

function completed(alias: Alias, words: readonly string[], begun: string): Completable {
  const taken = takeFlags(alias, words);
  const line = lineOf(alias, taken);
  const before = flagIn(words.at(-1) ?? '');
  const open = before?.value === undefined ? flagNamed(alias, before) : undefined;
  const flag = open?.means === undefined ? [] : [`--${open.means}`];
  const left = alias.flags.filter((each) => !taken.values.has(each)).map(({ name }) => `--${name}`);
  const mayBeFlag = open === undefined && begun.startsWith('-');
  return { words: [...line, ...flag, begun], offered: mayBeFlag ? left : [] };
}

function aliasOf([first]: readonly string[]): Alias | undefined {
  return ALIASES.find(({ words }) => words[0] === first);
}

interface Taken {
  readonly values: ReadonlyMap<AliasFlag, string>;
  readonly rest: readonly string[];
  readonly faults: readonly UsageError[];
}

/** Takes the flags of an alias out of words; what stands behind `--` is not read. */
function takeFlags(alias: Alias, words: readonly string[]): Taken {
  const end = words.indexOf('--');
  const [left, behind] = end < 0 ? [[...words], []] : [words.slice(0, end), words.slice(end)];
  const values = new Map<AliasFlag, string>();
  const rest: string[] = [];
  const faults: UsageError[] = [];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const typed = flagIn(word);
    const flag = flagNamed(alias, typed);
    if (typed === undefined || flag === undefined) {
      rest.push(word);
      continue;
    }
    if (values.has(flag)) faults.push(flagFaults.twice(typed.flag));
    const value = typed.value ?? (isValue(left[0]) ? left.shift() : undefined) ?? '';
    if (value === '') faults.push(flagFaults.noValue(typed.flag));
    else values.set(flag, value);
  }
  return { values, rest: [...rest, ...behind], faults };
}

function flagNamed({ flags }: Alias, typed: { readonly name: string } | undefined): AliasFlag | undefined {
  return flags.find(({ name }) => name === typed?.name || kebabOf(name) === typed?.name);
}

/** The word comes first: the commands read it before all flags. */
function lineOf({ command, flags }: Alias, { values, rest }: Taken): readonly string[] {
  const given = flags.flatMap((flag) => {
    const value = values.get(flag);
    return value === undefined ? [] : [{ ...flag, value }];
  });
  const words = given.filter(({ means }) => means === undefined).map(({ value }) => asWord(value));
  const others = given.filter(({ means }) => means !== undefined);
  return [command, ...words, ...others.map(({ means, value }) => `--${means}=${value}`), ...rest];
}

/** A path that begins with a dash would be read as a flag. */
function asWord(value: string): string {
  return value.startsWith('-') ? `./${value}` : value;
}
