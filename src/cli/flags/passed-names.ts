import { UsageError } from '../io/usage-error.ts';

/**
 * The names of the variables that agents and commands get beside the usual ones: of the settings, and of `--env`.
 *
 * Shape: undefined where they get all. Errors: throws {@link UsageError} for a name that is not set, or is none.
 */
export function passedNames(
  given: readonly string[] | undefined,
  ofSettings: readonly string[] | undefined,
): readonly string[] | undefined {
  if (given === undefined || given.length === 0) return ofSettings;
  for (const name of given) {
    const [, ofValue] = /^(\w+)=/.exec(name) ?? [];
    if (ofValue !== undefined) {
      throw new UsageError(`--env=${ofValue}=… has a value, and takes only a name.`, {
        help: `Set the variable for wfmap itself: ${ofValue}=… wfmap …, with --env=${ofValue}`,
      });
    }
    if (process.env[name] === undefined) {
      throw new UsageError(`--env=${name}: the variable is not set.`, {
        help: 'Set it, or leave --env out.',
      });
    }
  }
  if (ofSettings === undefined) {
    throw new UsageError('--env has no effect: agents and commands get every variable.', {
      help: 'To pass only the usual ones and those of --env, write "environment": "minimal" in wfmap.config.json.',
    });
  }
  return [...new Set([...ofSettings, ...given])];
}
