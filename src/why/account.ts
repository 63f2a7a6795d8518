import type { RunEvent, RunEventData } from '../model/run-event.ts';
import type { RunNames } from '../run/host/projection.ts';
import type { Program } from '../run/program/program.ts';
import type { Execution, RunView } from '../view/run-view.ts';
import type { AccountStep } from './account-step.ts';
import { adviceOf } from './advice.ts';
import { chainOf } from './choose-chain.ts';
import { explainEnds } from './replay-routes.ts';

/**
 * Why a run stands where it stands, or how it came to its end.
 *
 * Shape: `reason` is one sentence, the one that the run was told by everywhere; `steps` are what led there, in the order in which
 * they ended; `costs` the tasks that cost most; `advice` the smallest things to change, the surest first.
 */
export interface RunAccount extends Pick<RunView, 'paused' | 'reached'> {
  readonly failed: boolean;
  readonly reason: string;
  readonly steps: readonly AccountStep[];
  readonly costs: readonly TaskCost[];
  readonly advice: readonly string[];
  /** The execution whose log says most; null where none has one. */
  readonly log: Execution | null;
  /** The task of the map itself that the run can go back to; null where nothing is to be done again. */
  readonly from: string | null;
}

/** Units: US dollars. */
export interface TaskCost {
  readonly task: string;
  readonly executions: number;
  readonly costUsd: number;
}

/** Explains a run by its journal and the map that it has. Errors: throws RunError where they do not fit. */
export function accountOf(
  events: readonly RunEvent[],
  view: RunView,
  source: { readonly program: Program; readonly run: RunNames },
): RunAccount {
  const chain = chainOf(view);
  const starts = new Set(chain.map(({ execution }) => execution.seq));
  const ends = explainEnds(events, { ...source, starts });
  const steps = chain.map((link) => ({ ...link, end: ends.get(link.execution.seq) }));
  return {
    failed: view.finished?.data.failed ?? false,
    reason: reasonOf(view, steps),
    steps,
    costs: costsOf(view.executions),
    advice: adviceOf({ view, steps }),
    paused: view.paused,
    reached: view.reached,
    log: logOf(steps),
    from: view.finished === undefined ? null : fromOf(steps),
  };
}

function reasonOf({ finished, paused }: RunView, steps: readonly AccountStep[]): string {
  if (paused !== undefined) return paused.message;
  if (finished !== undefined) return endReason(finished.data, steps);
  const open = steps.filter(({ end }) => end === undefined).at(-1)?.execution.task;
  return open === undefined ? 'It is between two tasks.' : `"${open}" has not ended.`;
}

function endReason(
  { reason, failed, task }: RunEventData['run.finished'],
  steps: readonly AccountStep[],
): string {
  if (reason !== undefined) return reason;
  // Journals of before have no reasons.
  const last = steps.findLast(({ depth }) => depth === 0)?.end?.reason;
  if (failed && last !== undefined) return last;
  return reachedWords(task);
}

/** How a run ended that says no more: at the task that was its end, or behind its last one. */
export function reachedWords(task: string | null): string {
  return task === null ? 'Its last task ended.' : `It reached "${task}".`;
}

/** Units: tasks. */
const MAX_COSTS = 5;

function costsOf(executions: readonly Execution[]): readonly TaskCost[] {
  const costs = new Map<string, TaskCost>();
  for (const { task, costUsd } of executions) {
    const { executions: count, costUsd: sum } = costs.get(task) ?? { executions: 0, costUsd: 0 };
    costs.set(task, { task, executions: count + 1, costUsd: sum + costUsd });
  }
  return [...costs.values()]
    .filter(({ costUsd }) => costUsd > 0)
    .toSorted((a, b) => b.costUsd - a.costUsd)
    .slice(0, MAX_COSTS);
}

/** The last task of the map itself that did some work: what came after it follows from it. */
function fromOf(steps: readonly AccountStep[]): string | null {
  const own = steps.filter(({ depth }) => depth === 0);
  return (
    own.findLast(({ execution }) => execution.isStep || execution.children !== null)?.execution.task ?? null
  );
}

/** That of the innermost block, the last one that an agent or a command worked on. */
function logOf(steps: readonly AccountStep[]): Execution | null {
  const worked = steps.filter(({ execution }) => execution.turns + execution.commands > 0);
  const depth = worked.reduce((most, each) => Math.max(most, each.depth), 0);
  return worked.findLast((each) => each.depth === depth)?.execution ?? null;
}
