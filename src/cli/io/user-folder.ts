import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Where a person's account has files of a kind, unless the variable of this name says otherwise. */
const FOLDERS = { XDG_CONFIG_HOME: '.config', XDG_STATE_HOME: '.local/state' } as const;

/** The folder in which a person's account keeps files of wfmap of one kind. Source: XDG Base Directory Specification. */
export function userFolder(kind: keyof typeof FOLDERS): string {
  const { [kind]: given = '', HOME: home = '' } = process.env;
  // A path that is not absolute is to be passed over.
  const base = isAbsolute(given) ? given : join(isAbsolute(home) ? home : homedir(), FOLDERS[kind]);
  return join(base, 'wfmap');
}
