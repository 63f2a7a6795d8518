import { delimiter, isAbsolute } from 'node:path';

/**
 * What the shell of an agent's commands is to read before each, so that programs are found as its user finds them.
 *
 * Claude Code keeps the shell of its user in `~/.claude/shell-snapshots`, which other sessions read as well. Behind a wall
 * that folder cannot be written. Claude Code then takes a login shell, whose profile may set another PATH.
 *
 * Shape: lines of a POSIX shell. A file that the user has for this is read too, and has the last word.
 * Source: Claude Code, environment variable `CLAUDE_ENV_FILE`.
 */
export function shellStart({ PATH, CLAUDE_ENV_FILE }: Readonly<Record<string, string | undefined>>): string {
  const folders = (PATH ?? '').split(delimiter).filter(isAbsolute);
  const own = shellWord(CLAUDE_ENV_FILE ?? '');
  const lines = [
    ...(folders.length === 0 ? [] : [`export PATH=${shellWord(folders.join(delimiter))}`]),
    ...(CLAUDE_ENV_FILE === undefined || CLAUDE_ENV_FILE === '' ? [] : [`[ ! -r ${own} ] || . ${own}`]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** A word of a POSIX shell, whatever is in it. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
