/**
 * The options of `wfmap validate`, for `util.parseArgs` and for the help that yargs prints.
 */
export const validateOptions = {
  format: {
    type: 'string',
    describe: 'How to print what was found',
    choices: ['pretty', 'concise', 'json', 'sarif', 'github', 'markdown'],
    default: 'pretty',
  },
  json: { type: 'boolean', describe: 'The same as --format json' },
  fix: {
    type: 'boolean',
    describe: 'Apply the fixes that cannot change what a run does, then say what remains',
  },
  quiet: { type: 'boolean', describe: 'Show errors only; warnings still count for --max-warnings' },
  project: {
    type: 'boolean',
    describe:
      'Check too what all maps of the project say together: that something reads, gives or binds each value. Without files that is done anyway',
  },
  staged: {
    type: 'boolean',
    describe:
      'Look at what git is to commit: without files, only at its roles (prompts/agents); refuse those that lose more than 500 lines',
  },
  'allow-deletions': { type: 'boolean', describe: 'With --staged: let roles lose as many lines as they do' },
  'max-warnings': { type: 'string', describe: 'Fail when there are more warnings than this', argument: 'n' },
  watch: {
    type: 'boolean',
    describe: 'Check again whenever a file changes that was looked at, until Ctrl-C',
  },
  help: { type: 'boolean', short: 'h', describe: 'Print this help' },
  'stdin-filename': {
    type: 'string',
    describe: 'The path that standard input (-) stands for',
    argument: 'path',
  },
} as const satisfies Record<string, ValidateOption>;

/** One option. Shape: `argument` names the value in help. */
export interface ValidateOption {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly describe: string;
  readonly choices?: readonly string[];
  readonly default?: string;
  readonly argument?: string;
}
