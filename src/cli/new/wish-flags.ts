import { runFlagOptions, type RunFlags } from '../flags/run-flags.ts';
import { UsageError } from '../io/usage-error.ts';

const { agent, claude, allow, wait, input, json, wall } = runFlagOptions;
/** The flags of `wfmap run` that a run has which drafts a map. */
const ofRun = {
  agent,
  claude,
  allow,
  'max-cost': runFlagOptions['max-cost'],
  'max-tokens': runFlagOptions['max-tokens'],
  'max-duration': runFlagOptions['max-duration'],
  wait,
  'accept-settings': runFlagOptions['accept-settings'],
  input,
  json,
  wall,
} as const;

/** What `wfmap new` takes where an agent drafts the map. */
export const wishFlagOptions = {
  wish: {
    type: 'string',
    nargs: 1,
    describe: 'Let your agent draft the map from these words; nothing is written before a person says yes',
  },
  'wish-session': {
    type: 'string',
    nargs: 1,
    describe: 'With --wish: begin from a recorded session of Claude Code, a file of JSON lines',
  },
  ...ofRun,
} as const;

/** As yargs gives them. */
export interface WishFlags extends Pick<
  RunFlags,
  | 'agent'
  | 'claude'
  | 'allow'
  | 'maxCost'
  | 'maxTokens'
  | 'maxDuration'
  | 'wait'
  | 'accept-settings'
  | 'input'
  | 'json'
  | 'wall'
> {
  readonly wish?: string | undefined;
  readonly 'wish-session'?: string | undefined;
}

/** Flags of a pattern, and the value that each has where nobody gives it. */
const OF_PATTERN = { pattern: undefined, to: undefined, force: false, list: false };

/**
 * Refuses flags that have no effect: those of a pattern with a wish, those of a run without one.
 *
 * Errors: throws {@link UsageError}.
 */
export function refuseIdleFlags(argv: Readonly<Record<string, unknown>>): void {
  const isWish = argv['wish'] !== undefined;
  const flags = isWish
    ? Object.entries(OF_PATTERN)
    : [['wish-session', undefined] as const, ...Object.entries(ofRun).map(usualOf)];
  const idle = flags.find(([each, otherwise]) => argv[each] !== undefined && argv[each] !== otherwise);
  if (idle === undefined) return;
  const [name, usual] = idle;
  const flag = `--${usual === true ? 'no-' : ''}${name}`;
  throw isWish
    ? new UsageError(`--wish drafts a map in the map language, so ${flag} has no effect.`, {
        help: 'Leave one of the two out.',
      })
    : new UsageError(`${flag} is for a map that an agent drafts, and no --wish is given.`, {
        help: 'Write --wish "what the map is to do", or leave the flag out.',
      });
}

function usualOf([name, option]: [string, object]): readonly [string, unknown] {
  return [name, 'default' in option ? option.default : undefined];
}
