import type { AgentReply } from '../../agent/agent.ts';
import type { ShellReply } from '../../agent/shell/shell-runner.ts';
import type { Batch } from '../live/batch.ts';
import { blockKeyOf } from '../../model/address.ts';
import { isStopping, type LiveRun } from '../live/live-run.ts';
import { recordCommand } from './plan-command.ts';
import type { Planned } from '../live/planned.ts';
import { proceed } from './proceed.ts';
import { recordTurn } from './settle.ts';

/**
 * The work of a batch that is to begin: without that whose block was left later in the same batch, as when another
 * branch decided a join. That ends before it began and costs nothing; what takes its place is planned too.
 */
export function dropUnbegun(live: LiveRun, batch: Batch, planned: readonly Planned[]): readonly Planned[] {
  const { state } = live;
  const left = planned.filter((work) => isLeft(live, work));
  if (left.length === 0) return planned;
  const kept = planned.filter((work) => !left.includes(work));
  for (const work of left) if (work.kind === 'step') live.steps.delete(work.instance);
  if (state.status !== 'running') return kept;
  for (const work of left) {
    if (work.kind === 'turn') recordTurn(live, batch, work.open, NEVER_BEGUN);
    if (work.kind === 'command') recordCommand(batch, work.open, NEVER_BEGUN);
  }
  if (isStopping(live)) return kept;
  return dropUnbegun(live, batch, [...kept, ...proceed(live, batch)]);
}

function isLeft({ state }: LiveRun, work: Planned): boolean {
  if (work.kind !== 'step') return state.leftBehind.has(work.open.start);
  return state.blocks.get(blockKeyOf(work.instance.path)) !== work.instance;
}

const NEVER_BEGUN = {
  outcome: 'interrupted',
  durationMs: 0,
  costUsd: 0,
  tokens: 0,
  denials: [],
  sessionKnown: false,
} as const satisfies AgentReply & ShellReply;
