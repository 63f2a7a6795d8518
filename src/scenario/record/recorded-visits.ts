import { blockKeyOf, visitKeyOf, type Address } from '../../model/address.ts';
import type { ChangesRecord } from '../../model/event-records.ts';
import type { RunEvent, RunEventData } from '../../model/run-event.ts';

/** A turn of an agent, or one run of a command. */
export interface RecordedTurn {
  readonly of: 'agent' | 'command';
  /** Whether it needs a session that was there before. */
  readonly buildsOnAnother: boolean;
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

type Take<T extends RunEvent['type']> = (execution: RecordedExecution, data: RunEventData[T]) => void;

/** What an event means to the execution that it is about. */
const TAKES: { readonly [T in RunEvent['type']]?: Take<T> } = {
  'agent.started': ({ turns }, { continues, forks }) =>
    void turns.push(turnOf('agent', continues || forks !== null)),
  'shell.started': ({ turns }) => void turns.push(turnOf('command', false)),
  'agent.finished': inTurn((turn, data) => (turn.agent = data)),
  'shell.finished': inTurn((turn, data) => (turn.command = data)),
  'action.rejected': inTurn((turn, data) => (turn.rejected = data)),
  'changes.read': inTurn((turn, data) => (turn.changes = data.changes ?? undefined)),
  'human.asked': (execution, { about }) => (execution.isAsking = about === 'task'),
  'human.answered': (execution, data) => {
    if (execution.isAsking) execution.answer = data;
    execution.isAsking = false;
  },
  'action.chosen': (execution, data) => (execution.chosen = data),
  'task.finished': (execution, data) => (execution.finished = data),
  'task.failed': (execution, data) => (execution.failed = data),
};

function inTurn<T>(set: (turn: RecordedTurn, data: T) => void) {
  return ({ turns }: RecordedExecution, data: T): void => {
    const turn = turns.at(-1);
    if (turn !== undefined) set(turn, data);
  };
}

function take(execution: RecordedExecution, event: RunEvent): void {
  // Each entry takes the data of its own type; that `event` is of one of them a type cannot say.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const known = TAKES[event.type] as Take<RunEvent['type']> | undefined;
  known?.(execution, event.data);
}

function turnOf(of: RecordedTurn['of'], buildsOnAnother: boolean): RecordedTurn {
  return {
    of,
    buildsOnAnother,
    agent: undefined,
    command: undefined,
    rejected: undefined,
    changes: undefined,
  };
}
