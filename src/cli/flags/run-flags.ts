import type { Argv } from 'yargs';
import { dirtyFlag, gitFlagOptions, type GitFlags } from '../git/git-wishes.ts';
import { claimsFlag } from './claims-flag.ts';
import { UsageError } from '../io/usage-error.ts';

/** The flags that `run` and `resume` share, as yargs gives them. */
export interface RunFlags extends Pick<GitFlags, 'dirty'> {
  /** As it is given; the command decides the default. */
  readonly agent?: string | undefined;
  readonly claude?: string | undefined;
  readonly choose?: string | undefined;
  readonly allow?: readonly string[] | undefined;
  readonly env?: readonly string[] | undefined;
  readonly maxSteps?: string | undefined;
  readonly maxCost?: string | undefined;
  readonly maxTokens?: string | undefined;
  readonly maxDuration?: string | undefined;
  readonly concurrency?: string | undefined;
  readonly wait: boolean;
  readonly notify?: string | undefined;
  readonly 'accept-settings': boolean;
  readonly json: boolean;
  readonly input: boolean;
  readonly wall: boolean;
  readonly pr: boolean;
  readonly claims?: string | undefined;
}

export const runFlagOptions = {
  agent: {
    type: 'string',
    describe: 'Who does the work: claude (default), or scripted[:FILE] to play the map without a model',
  },
  claude: { type: 'string', describe: 'The claude program (else WFMAP_CLAUDE, else claude on PATH)' },
  choose: {
    choices: ['structured', 'text'],
    describe: 'How the agent names its action (default: what the installed claude can do)',
  },
  allow: {
    type: 'string',
    array: true,
    nargs: 1,
    describe: "A permission rule for all tasks, such as 'Bash(just *)'; may be repeated",
  },
  env: {
    type: 'string',
    array: true,
    nargs: 1,
    describe: 'A variable that agents and commands get where the settings pass only some; may be repeated',
  },
  'max-steps': {
    type: 'string',
    describe: 'Pause after so many steps; +N adds to the limit of a paused run',
  },
  'max-cost': { type: 'string', describe: 'Pause when so many US dollars are spent; +N adds to the limit' },
  'max-tokens': { type: 'string', describe: 'Pause when agents have used so many tokens; +N adds' },
  'max-duration': {
    type: 'string',
    describe: 'Pause after so much working time, such as 45m or 2h; +30m adds',
  },
  concurrency: {
    type: 'string',
    nargs: 1,
    describe: 'How many agents and commands may be at work at once (else WFMAP_CONCURRENCY, else 4)',
  },
  wait: {
    type: 'boolean',
    default: false,
    describe: "Sleep until the limit of the agent's subscription resets, instead of pausing",
  },
  dirty: dirtyFlag,
  notify: {
    type: 'string',
    nargs: 1,
    describe: 'A command for the shell when the run pauses or ends; $WFMAP_MESSAGE says what happened',
  },
  'accept-settings': {
    type: 'boolean',
    default: false,
    describe:
      "Accept the settings of the project and of Claude Code as they are now, and let the project's run their command",
  },
  json: { type: 'boolean', default: false, describe: 'Print the events of the run as JSON Lines' },
  input: { type: 'boolean', default: true, describe: 'Ask on the terminal; --no-input never does' },
  wall: {
    type: 'boolean',
    default: true,
    describe:
      'Put tasks behind a wall where this machine has one; --no-wall does without, also where the map needs one',
  },
  claims: claimsFlag,
  pr: {
    type: 'boolean',
    default: false,
    describe:
      'At an end that is not failed, push the branch of the run to origin and open a pull request with gh',
  },
} as const;

/** Names that a map's fields share the command line with, for near misses. */
export function flagNames(): readonly string[] {
  return [
    ...Object.keys({ ...runFlagOptions, ...gitFlagOptions }),
    'goal',
    'seed',
    'verbose',
    'gate-key',
    'help',
    'version',
    'no-input',
    'no-wall',
  ];
}

export function withRunFlags<T>(yargs: Argv<T>): Argv<T & RunFlags> {
  // The options above say the same to yargs at run time; its types cannot follow a shared table.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return yargs.options(runFlagOptions) as unknown as Argv<T & RunFlags>;
}

export function channelFlagOf({ choose }: RunFlags): 'structured' | 'text' | undefined {
  return choose === 'structured' || choose === 'text' ? choose : undefined;
}

/** Those of the flags that a run does not keep, as words for the line that resumes it. */
export function flagsToResume(flags: RunFlags & { readonly 'as-started'?: boolean }): readonly string[] {
  const { agent, claude, choose, allow, env, concurrency, notify, dirty } = flags;
  return [
    ...(flags['as-started'] === true ? ['--as-started'] : []),
    // That a run is scripted it keeps, but for the file.
    ...(agent?.startsWith('scripted:') === true ? [`--agent=${agent}`] : []),
    ...(claude === undefined ? [] : [`--claude=${claude}`]),
    ...(choose === undefined ? [] : [`--choose=${choose}`]),
    ...(allow ?? []).map((rule) => `--allow=${rule}`),
    ...(env ?? []).map((name) => `--env=${name}`),
    ...(concurrency === undefined ? [] : [`--concurrency=${concurrency}`]),
    ...switchesToResume(flags),
    // To set changes aside is for the start.
    ...(dirty === undefined || dirty === 'stash' ? [] : [`--dirty=${dirty}`]),
    ...(notify === undefined ? [] : [`--notify=${notify}`]),
  ];
}

function switchesToResume({ wait, wall, pr }: RunFlags): readonly string[] {
  return [...(wait ? ['--wait'] : []), ...(wall ? [] : ['--no-wall']), ...(pr ? ['--pr'] : [])];
}

/** A seed from the command line; 1 without one, so that the same line plays the same walk. Errors: throws {@link UsageError}. */
export function readSeed(text: string | undefined): number {
  if (text === undefined) return 1;
  const seed = Number(text);
  if (!Number.isInteger(seed) || seed < 0 || seed >= 2 ** 32) {
    throw new UsageError(`--seed "${text}" is not a whole number from 0 to 4294967295.`);
  }
  return seed;
}
