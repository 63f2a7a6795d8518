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

/** How a run stands still: why, and the limits that it has reached. */
export interface Resting {
  readonly paused: Pick<RunEventData['run.paused'], 'reason'> | undefined;
  readonly reached: readonly Pick<RunEventData['limit.reached'], 'limit'>[];
}

/** The limits that a run pauses at: a resume must raise each of them. */
export function limitsAt({ paused, reached }: Resting): readonly Limit[] {
  return paused?.reason === 'limit' ? reached.map(({ limit }) => limit) : [];
}

/** The flags without which a resume would pause at once. */
export function resumeFlagsOf(resting: Resting): readonly string[] {
  if (resting.paused?.reason === 'property') return ['--claims=warn'];
  return limitsAt(resting).map((limit) => {
    if (limit === 'subscription') return '--wait';
    const { flag, more } = RAISES[limit];
    return `${flag}=${more}`;
  });
}

/** The line that resumes a run at rest; `flags` are those that a run does not keep. */
export function resumeLine(run: string, resting: Resting, flags: readonly string[] = []): string {
  const line = formatCommand(['wfmap', 'resume', run, ...flags, ...resumeFlagsOf(resting)]);
  return `${resumeWords(resting)}: ${line}`;
}

function resumeWords(resting: Resting): string {
  if (resting.paused?.reason === 'property') return 'Accept it and resume with';
  const limits = limitsAt(resting);
  if (limits.length === 0) return 'Resume with';
  if (limits.every((each) => each === 'subscription')) return 'Resume as soon as it is over with';
  return `Raise the ${limits.length > 1 ? 'limits' : 'limit'} and resume with`;
}
