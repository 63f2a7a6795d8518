import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Where the configuration of Claude Code is. Shape: absolute paths; `workFolder` is `workRoot` or lies in it. */
export interface ClaudePlaces {
  readonly home: string;
  /** The user's own configuration. */
  readonly userFolder: string;
  readonly workRoot: string;
  readonly workFolder: string;
}

/** Finds the user's folder as Claude Code does: `CLAUDE_CONFIG_DIR`, else `.claude` in the home folder. */
export function claudePlacesOf(
  { HOME: given = '', CLAUDE_CONFIG_DIR: config = '' }: Readonly<Record<string, string | undefined>>,
  { workRoot, workFolder }: Pick<ClaudePlaces, 'workRoot' | 'workFolder'>,
): ClaudePlaces {
  const home = isAbsolute(given) ? given : homedir();
  const userFolder = isAbsolute(config) ? config : join(home, '.claude');
  return { home, userFolder, workRoot, workFolder };
}
