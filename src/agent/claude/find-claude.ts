import { findProgram } from '../../process/find-program.ts';
import { AgentError } from '../agent-error.ts';

/** Where to look. Shape: `given` is the value of `--claude`. */
export interface ClaudePlaces {
  readonly given: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
}

/**
 * Finds the `claude` program: the one given, else that of `WFMAP_CLAUDE`, else the one on `PATH`.
 *
 * Shape: an absolute path.
 * Errors: throws {@link AgentError} `claude-not-found`.
 */
export function findClaude(places: ClaudePlaces): string {
  const { environment, folder } = places;
  const variable = environment['WFMAP_CLAUDE'];
  const searchPath = environment['PATH'] ?? '';
  const [name, origin] = places.given
    ? [places.given, '--claude']
    : variable
      ? [variable, 'WFMAP_CLAUDE']
      : ['claude', undefined];
  const path = findProgram(name, searchPath, folder);
  if (path !== undefined) return path;
  const help =
    'Install Claude Code (npm install -g @anthropic-ai/claude-code), or name it with --claude PATH; ' +
    '"--agent scripted" tries a map without it.';
  const message = origin
    ? `${origin} names "${name}", which is not a program that can be run.`
    : 'There is no program "claude" on PATH.';
  throw new AgentError('claude-not-found', message, { help });
}
