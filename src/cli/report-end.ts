import type { Slip } from '../journal/slip.ts';
import type { RunState } from '../run/run-state.ts';
import { EXIT } from './exit-code.ts';
import { formatCommand, formatCost, formatCount, formatDuration, toOneLine } from './format.ts';

/** How a run came to rest, for a person: lines for standard output, and the exit code of the command. */
export interface EndReport {
  readonly lines: readonly string[];
  readonly exitCode: number;
}

/** A run that this process has left. Units: `tookMs` is the time of this process alone. */
export interface Left {
  readonly state: RunState;
  readonly slip: Slip;
  readonly tookMs: number;
  /** Words that whoever goes on with the run must say again. */
  readonly flags: readonly string[];
}

export function reportEnd({ state, slip, tookMs, flags }: Left): EndReport {
  const figures = `${formatCount(state.steps, 'step')}, ${formatDuration(tookMs)}, ${formatCost(state.costUsd)}`;
  if (state.finished !== undefined) {
    const { task, failed } = state.finished;
    const where =
      task === null ? 'ended' : `reached ${failed ? 'the failed end' : 'its end'} "${toOneLine(task)}"`;
    return { lines: [`${slip.name} ${where} (${figures}).`], exitCode: failed ? EXIT.failed : EXIT.done };
  }
  const { message = '', exitCode = EXIT.fault, reason } = state.paused ?? {};
  const lines = [`${slip.name} is paused (${figures}). ${toOneLine(message, 500)}`];
  const resume = formatCommand(['wfmap', 'resume', slip.name, ...flags]);
  if (reason === 'limit') {
    const isCost = state.limits.costUsd !== null && state.costUsd >= state.limits.costUsd;
    lines.push(`Raise the limit and go on with: ${resume} ${isCost ? '--max-cost=+5' : '--max-steps=+50'}`);
  } else {
    if (reason === 'failed')
      lines.push(`What the agent said: ${formatCommand(['wfmap', 'logs', slip.name])}`);
    lines.push(`Go on with: ${resume}`);
  }
  return { lines, exitCode };
}
