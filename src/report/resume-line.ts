import type { RunEventData } from '../model/run-event.ts';
import { formatCommand } from '../util/format-command.ts';

type Limit = RunEventData['limit.reached']['limit'];

/** What raises each limit. */
const RAISED: Readonly<Record<Limit, string>> = {
  steps: '--max-steps=+50',
  costUsd: '--max-cost=+5',
  tokens: '--max-tokens=+500000',
  durationMs: '--max-duration=+30m',
  subscription: '--wait',
};

/** The flag with which a resume raises a limit. */
export function resumeFlagsOf(limit: Limit): string {
  return RAISED[limit];
}

/** The line that resumes a run that pauses at a limit; `flags` are those that a run does not keep. */
export function resumeLine(run: string, limit: Limit, flags: readonly string[] = []): string {
  const line = formatCommand(['wfmap', 'resume', run, ...flags, RAISED[limit]]);
  return limit === 'subscription'
    ? `Resume as soon as it is over with: ${line}`
    : `Raise the limit and resume with: ${line}`;
}
