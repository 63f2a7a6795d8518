import type { RunEventData } from '../model/run-event.ts';
import { formatCommand } from '../util/format-command.ts';

type Limit = RunEventData['limit.reached']['limit'];

/** The limits that a resume can raise. */
export type RaisedLimit = Exclude<Limit, 'subscription'>;

/** What raises each limit: the flag of a resume, and how much it gives unless somebody says otherwise. */
export const RAISES: Readonly<Record<RaisedLimit, { readonly flag: string; readonly more: string }>> = {
  steps: { flag: '--max-steps', more: '+50' },
  costUsd: { flag: '--max-cost', more: '+5' },
  tokens: { flag: '--max-tokens', more: '+500000' },
  durationMs: { flag: '--max-duration', more: '+30m' },
};

/** The flag with which a resume raises a limit, or waits until it is over. */
export function resumeFlagOf(limit: Limit): string {
  if (limit === 'subscription') return '--wait';
  const { flag, more } = RAISES[limit];
  return `${flag}=${more}`;
}

/** The line that resumes a run that pauses at a limit; `flags` are those that a run does not keep. */
export function resumeLine(run: string, limit: Limit, flags: readonly string[] = []): string {
  const line = formatCommand(['wfmap', 'resume', run, ...flags, resumeFlagOf(limit)]);
  return limit === 'subscription'
    ? `Resume as soon as it is over with: ${line}`
    : `Raise the limit and resume with: ${line}`;
}
