import type { ClaimsRecord } from '../../model/event-records.ts';
import { lookAtProcess } from '../../process/look-at-process.ts';
import { runsAround } from '../../process/runs-around.ts';
import { UsageError } from '../io/usage-error.ts';

export const claimsFlag = {
  choices: ['pause', 'warn'],
  describe:
    'What a violated property does: pause the run before the next agent or command (default), or only warn; the run keeps it',
} as const;

/**
 * What `--claims` says, and who says it; undefined without it.
 *
 * Errors: throws UsageError for `warn` inside of a run: only a person accepts that a property is violated.
 */
export function readClaims(claims: string | undefined): ClaimsRecord | undefined {
  if (claims !== 'pause' && claims !== 'warn') return undefined;
  if (claims === 'warn' && runsAround().length > 0) {
    throw new UsageError('This process is inside of a run, so it cannot say --claims=warn.', {
      help: 'Do it from a terminal outside of all runs; a shell or tmux that was started in one counts as inside.',
    });
  }
  const { pid } = process;
  const { start = null, user = null, terminal = null } = lookAtProcess(pid, process.execPath) ?? {};
  return { mode: claims, by: { pid, isGone: false, start, user, terminal } };
}
