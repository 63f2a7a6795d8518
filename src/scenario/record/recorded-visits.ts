import { blockKeyOf, visitKeyOf, type Address } from '../../model/address.ts';
import type { ChangesRecord } from '../../model/event-records.ts';
import type { RunEvent, RunEventData } from '../../model/run-event.ts';

/** A turn of an agent, or one run of a command. */
export interface RecordedTurn {
  readonly isLost: boolean;
  readonly of: 'agent' | 'command';
  agent: RunEventData['agent.finished'] | undefined;
  command: RunEventData['shell.finished'] | undefined;
  rejected: RunEventData['action.rejected'] | undefined;
  changes: ChangesRecord | undefined;
}

/** One execution of a task, with what is to be recorded of it. */
export interface RecordedExecution {
  /** Its place among all executions of the run, from 1. */
  readonly number: number;
  readonly address: Address;
  readonly turns: RecordedTurn[];
  isAsking: boolean;
  /** Whether the branch that it is in was cancelled. */
  isCancelled: boolean;
  answer: RunEventData['human.answered'] | undefined;
  chosen: RunEventData['action.chosen'] | undefined;
  finished: RunEventData['task.finished'] | undefined;
  failed: RunEventData['task.failed'] | undefined;
}

/**
 * The visits of a run, each with its last execution: what was interrupted, or failed and was resumed, has no place in a play, which
 * is never interrupted. In the order of their first starts.
 */
export function recordedVisits(events: readonly RunEvent[]): readonly RecordedExecution[] {
  const visits = new Map<string, RecordedExecution>();
  for (const event of events) {
    const key = visitKeyOf(event.address);
    if (event.type === 'task.started') visits.set(key, begun(event.data.execution, event.address));
    const execution = visits.get(key);
    if (execution !== undefined) take(execution, event);
    if (event.type === 'branch.cancelled') leave(visits, event.address, event.data.key);
  }
  return [...visits.values()];
}

function begun(number: number, address: Address): RecordedExecution {
  return {
    number,
    address,
    turns: [],
    isAsking: false,
    isCancelled: false,
    answer: undefined,
    chosen: undefined,
    finished: undefined,
    failed: undefined,
  };
}

/** Marks what is in a branch that was cancelled. */
function leave(
  visits: ReadonlyMap<string, RecordedExecution>,
  { block, task = '', visit = 1 }: Address,
  key: string,
): void {
  const left = blockKeyOf([...block, { task, key, activation: visit }]).slice(0, -1);
  for (const execution of visits.values()) {
    if (blockKeyOf(execution.address.block).startsWith(left)) execution.isCancelled = true;
  }
}

function take(execution: RecordedExecution, event: RunEvent): void {
  const turn = execution.turns.at(-1);
  switch (event.type) {
    case 'agent.started':
    case 'shell.started':
      execution.turns.push(turnOf(event));
      break;
    case 'agent.finished':
      if (turn !== undefined) turn.agent = event.data;
      break;
    case 'shell.finished':
      if (turn !== undefined) turn.command = event.data;
      break;
    case 'action.rejected':
      if (turn !== undefined) turn.rejected = event.data;
      break;
    case 'changes.read':
      if (turn !== undefined) turn.changes = event.data.changes ?? undefined;
      break;
    default:
      takeEnd(execution, event);
  }
}

function turnOf(event: Extract<RunEvent, { type: 'agent.started' | 'shell.started' }>): RecordedTurn {
  const buildsOnAnother =
    event.type === 'agent.started' && (event.data.continues || event.data.forks !== null);
  return {
    isLost: buildsOnAnother,
    of: event.type === 'agent.started' ? 'agent' : 'command',
    agent: undefined,
    command: undefined,
    rejected: undefined,
    changes: undefined,
  };
}

function takeEnd(execution: RecordedExecution, event: RunEvent): void {
  switch (event.type) {
    case 'human.asked':
      execution.isAsking = event.data.about === 'task';
      break;
    case 'human.answered':
      if (execution.isAsking) execution.answer = event.data;
      execution.isAsking = false;
      break;
    case 'action.chosen':
      execution.chosen = event.data;
      break;
    case 'task.finished':
      execution.finished = event.data;
      break;
    case 'task.failed':
      execution.failed = event.data;
      break;
    default:
      break;
  }
}
