/** Variables that `claude` gets beside the user's own. */
const OWN = {
  // It must not replace itself under a run.
  DISABLE_AUTOUPDATER: '1',
  // A turn ends with its result; work in the background would go on after it.
  CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
  // A start that fails is then told in a result message, too.
  CLAUDE_CODE_STARTUP_FAILURE_RESULTS: '1',
};

/**
 * The environment of a `claude` process: the user's, unchanged otherwise (logins and proxies live there).
 *
 * Shape: `shell` is the path of what its shell reads before each command, if there is such a file.
 */
export function claudeEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  shell?: string,
): Record<string, string | undefined> {
  return { ...environment, ...OWN, ...(shell === undefined ? {} : { CLAUDE_ENV_FILE: shell }) };
}
