import { parseArgs } from 'node:util';
import { closest } from '../../util/closest.ts';
import { flagFaults } from '../flags/flag-faults.ts';
import { UsageError } from '../io/usage-error.ts';
import { validateOptions, type ValidateOption } from './options.ts';

export type ValidateFormat = (typeof validateOptions.format.choices)[number];

/** What a command line of `wfmap validate` asks for. */
export interface ValidateRequest {
  readonly files: readonly string[];
  readonly format: ValidateFormat;
  readonly help: boolean;
  /** Whether to check again whenever a file changes. */
  readonly watch: boolean;
  readonly fix: boolean;
  readonly quiet: boolean;
  /** Whether to check what all maps of the project say together. */
  readonly project: boolean;
  /** Whether to look at what git is to commit. */
  readonly staged: boolean;
  readonly allowDeletions: boolean;
  /** Infinity when warnings never fail. */
  readonly maxWarnings: number;
  readonly stdinFilename: string | undefined;
}

/** Reads the arguments after `validate`. Errors: throws {@link UsageError}. */
export function readOptions(argv: readonly string[]): ValidateRequest {
  const parsed = parseArgs({
    args: [...argv],
    options: validateOptions,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const given = new Map<string, string | undefined>();
  for (const token of parsed.tokens) {
    if (token.kind !== 'option') continue;
    checkOption(token.name, token.rawName, token.value);
    if (given.has(token.name)) throw flagFaults.twice(token.rawName);
    given.set(token.name, token.value);
  }
  const request = {
    files: parsed.positionals,
    format: formatIn(given),
    help: given.has('help'),
    watch: given.has('watch'),
    fix: given.has('fix'),
    quiet: given.has('quiet'),
    project: given.has('project') || (parsed.positionals.length === 0 && !given.has('staged')),
    staged: given.has('staged'),
    allowDeletions: given.has('allow-deletions'),
    maxWarnings: countOf(given.get('max-warnings')),
    stdinFilename: given.get('stdin-filename'),
  } as const;
  refuseUnfit(request);
  return request;
}

function refuseUnfit({ fix, files, watch, staged, allowDeletions }: ValidateRequest): void {
  if (fix && files.includes('-')) throw new UsageError('--fix needs files; standard input has none.');
  if (allowDeletions && !staged)
    throw new UsageError('--allow-deletions goes with --staged, which counts them.');
  if (watch && (fix || staged))
    throw new UsageError(
      `--watch goes without ${fix ? '--fix' : '--staged'}: it only looks, at files as they are.`,
    );
  if (watch && files.includes('-')) throw new UsageError('--watch needs files; standard input has none.');
}

function checkOption(name: string, rawName: string, value: string | undefined): void {
  const option = new Map<string, ValidateOption>(Object.entries(validateOptions)).get(name);
  if (!option) throw flagFaults.unknown(rawName, 'validate', Object.keys(validateOptions));
  if (option.type === 'string' && (value === undefined || value === '')) throw flagFaults.noValue(rawName);
  if (option.type === 'boolean' && value !== undefined) throw flagFaults.takesNoValue(rawName);
}

function formatIn(given: ReadonlyMap<string, string | undefined>): ValidateRequest['format'] {
  const format = formatOf(given.get('format'));
  if (!given.has('json')) return format;
  if (given.has('format') && format !== 'json')
    throw new UsageError(`--json and --format ${format} say opposite things.`);
  return 'json';
}

function formatOf(text: string | undefined): ValidateRequest['format'] {
  if (text === undefined) return 'pretty';
  const { choices } = validateOptions.format;
  const format = choices.find((each) => each === text);
  if (format !== undefined) return format;
  const near = closest(text, choices);
  const help = near === undefined ? `The formats are ${choices.join(', ')}.` : `Did you mean ${near}?`;
  throw new UsageError(`There is no format "${text}".`, { help });
}

function countOf(text: string | undefined): number {
  if (text === undefined) return Infinity;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--max-warnings needs a whole number, not "${text}".`);
  return Number(text);
}
