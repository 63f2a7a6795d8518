import { UsageError } from './usage-error.ts';

/**
 * Reads one-time arguments, `--name=value` or a bare `--name` for `true`, as text: the task's types say what they are.
 *
 * Errors: throws {@link UsageError} for a word that is no such argument.
 */
export function readArgs(tokens: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    tokens.map((token) => {
      const match = /^--([^=]+)(?:=(.*))?$/s.exec(token);
      if (match?.[1] === undefined) {
        throw new UsageError(`"${token}" is no argument.`, {
          help: 'Write arguments of a task as --name=value.',
        });
      }
      return [match[1], match[2] ?? 'true'];
    }),
  );
}
