import { waitOf, type ItemWait } from '../../view/item-wait.ts';
import type { BlockView, Execution, JudgedCall, SentMessage } from '../../view/run-view.ts';
import { askedCall } from '../../report/asked-call.ts';
import { senderText } from '../../report/answer-words.ts';

/**
 * Why an execution did not end well, or has not ended; null where it did or may.
 *
 * `isGone`: the process that drove the run is gone, and nobody was left to record that executions were cut off.
 */
export function errorOf(execution: Execution, isGone: boolean): string | null {
  const { ending, reason, isCutOff, isAsking, children } = execution;
  if (ending === 'failed') return reason;
  if (ending === 'cancelled') return 'cancelled';
  const isLeft = isGone && ending === null && !isAsking && children === null;
  return isCutOff || isLeft ? 'interrupted' : null;
}

/** The action that an execution has taken; null for none. */
export function actionOf({ ending, action }: Execution): string | null {
  return ending === 'finished' ? action : null;
}

/** Who answered an execution from elsewhere, in words; null where nobody did. */
export function answeredByOf({ answer }: Execution): string | null {
  return answer === null ? null : (senderText(answer) ?? null);
}

/** An execution as `wfmap show --json` prints it, with its child blocks as `parts`. Units: US dollars. */
export interface ExecutionJson
  extends
    Pick<Execution, 'number' | 'task' | 'visit' | 'address' | 'resumes' | 'start' | 'end'>,
    Pick<Execution, 'exitCode' | 'isAsking' | 'isStep' | 'costUsd' | 'turns' | 'commands' | 'session'>,
    Pick<Execution, 'denials' | 'survivors'> {
  /** The run directory of the map that it belongs to, from the work root; null for that of the run. */
  readonly slip: string | null;
  /** What it chose; null where it has not ended, or ended without an action. */
  readonly action: string | null;
  /** Why it did not end well, or has not ended; null where it did or may. */
  readonly error: string | null;
  /** Who answered it from elsewhere, in words; null where nobody did. */
  readonly answeredBy: string | null;
  /** Turns that gave no figure of their cost. */
  readonly turnsWithoutCost: number;
  /** What a person told its agents while they worked. */
  readonly messages: readonly SentMessage[];
  readonly askedCalls: readonly Omit<JudgedCall, 'isOver'>[];
  readonly parts: readonly ChildBlockJson[] | null;
}

/** A child block of an execution: a branch, an item, or a map that it runs. */
export interface ChildBlockJson
  extends
    Pick<BlockView, 'kind' | 'key' | 'status' | 'outcome' | 'failed' | 'reason' | 'waitsFor' | 'worktree'>,
    Partial<NonNullable<BlockView['map']>> {
  /** What an item waits for; absent for one that does not wait. */
  readonly wait?: ItemWait;
}

export function executionJson(execution: Execution, isGone: boolean): ExecutionJson {
  const { number, task, visit, address, block, resumes, start, end, exitCode, isAsking, isStep } = execution;
  const { costUsd, turns, commands, unpricedTurns, session, denials, calls, survivors, messages, children } =
    execution;
  return {
    number,
    task,
    visit,
    address,
    slip: block.slip,
    resumes,
    start,
    end,
    action: actionOf(execution),
    error: errorOf(execution, isGone),
    exitCode,
    isAsking,
    answeredBy: answeredByOf(execution),
    isStep,
    costUsd,
    turns,
    commands,
    turnsWithoutCost: unpricedTurns,
    session,
    denials,
    messages,
    askedCalls: calls.map(askedCall),
    survivors,
    parts: children === null ? null : children.list.map(childJson),
  };
}

function childJson(block: BlockView): ChildBlockJson {
  const { kind, key, status, outcome, failed, reason, waitsFor, map, worktree } = block;
  const wait = waitOf(block);
  return { kind, key, status, outcome, failed, reason, waitsFor, ...(wait && { wait }), worktree, ...map };
}
