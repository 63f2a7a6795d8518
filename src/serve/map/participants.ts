import type { Served } from '../events/event-id.ts';
import type { Execution, RunView } from '../../view/run-view.ts';
import { placeOfTask } from '../../model/place.ts';
import type { FollowedRun } from '../events/followed-run.ts';

/** How an agent stands, in the words of MAP. */
export type AgentState = 'active' | 'busy' | 'idle' | 'suspended' | 'stopped' | 'failed' | 'orphaned';
export type TaskStatus = 'open' | 'in_progress' | 'blocked' | 'completed' | 'failed';

/** An agent as clients see it: a run, or an execution of one of its tasks, whose parent is what it is inside of. */
export interface MapAgent {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly role: string;
  readonly parent?: string;
  readonly state: string;
  readonly scopes: readonly string[];
  readonly capabilities?: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface MapTask {
  readonly id: string;
  readonly title: string;
  readonly status: TaskStatus;
  readonly assignee: string;
  readonly meta: Readonly<Record<string, unknown>>;
}

export interface MapScope {
  readonly id: string;
  readonly name: string;
  readonly joinPolicy: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

type AnyRun = Pick<FollowedRun<Served>, 'name' | 'entry'>;

/** Who owns the agents that are runs and tasks. */
export const SERVER = 'wfmap';

export function agentIdOf({ name }: AnyRun, execution?: Pick<Execution, 'number'>): string {
  return execution === undefined ? name : `${name}#${execution.number}`;
}

/** The agents that an execution is inside of, nearest first; of a run none. */
export function lineageOf(run: AnyRun, execution: Execution | undefined): readonly string[] {
  if (execution === undefined) return [];
  const { parent } = execution.block;
  return [agentIdOf(run, parent), ...lineageOf(run, parent)];
}

/** The run, and the number of an execution, that an agent's id names. */
export function readAgentId(id: string): { readonly run: string; readonly number: number | undefined } {
  const match = /^(.*)#(\d{1,9})$/s.exec(id);
  return match === null ? { run: id, number: undefined } : { run: match[1] ?? '', number: Number(match[2]) };
}

export function runStateOf(view: RunView): AgentState {
  if (view.status === 'paused') return 'suspended';
  if (view.status === 'finished') return view.finished?.data.failed === true ? 'failed' : 'stopped';
  return view.questions.size > 0 && view.atWork === 0 ? 'idle' : 'active';
}

export function executionStateOf(execution: Execution, view: RunView): AgentState {
  const { ending, isAsking, isAtWork, interruptedAt, isCutOff } = execution;
  if (ending !== null) return ending === 'failed' ? 'failed' : 'stopped';
  if (isCutOff) return 'stopped';
  if (view.status === 'finished') return 'stopped';
  if (isAsking) return 'idle';
  if (interruptedAt !== null || view.status === 'paused') return 'suspended';
  return isAtWork ? 'busy' : 'active';
}

export function taskStatusOf({ ending, isAsking }: Execution): TaskStatus {
  if (ending === 'finished') return 'completed';
  if (ending !== null) return 'failed';
  return isAsking ? 'blocked' : 'in_progress';
}

export function runAgentOf(run: AnyRun, view: RunView): MapAgent {
  const { started, costUsd, tokens } = view;
  return {
    id: agentIdOf(run),
    ownerId: SERVER,
    name: run.name,
    role: 'run',
    state: runStateOf(view),
    scopes: [run.name],
    metadata: { map: started?.data.map.path ?? null, agent: started?.data.agent ?? null, costUsd, tokens },
  };
}

export function executionAgentOf(run: AnyRun, execution: Execution, view: RunView): MapAgent {
  const { task, address, visit, start, end, costUsd, tokens, worker, block } = execution;
  return {
    id: agentIdOf(run, execution),
    ownerId: SERVER,
    name: task,
    role: task,
    parent: agentIdOf(run, block.parent),
    state: executionStateOf(execution, view),
    scopes: [run.name],
    metadata: { place: placeOfTask(address), visit, start, end, worker, costUsd, tokens },
  };
}

/** Shape: with the question where it asks one. Its nonce stays here: that is for answers on this machine. */
export function mapTaskOf(run: AnyRun, execution: Execution): MapTask {
  const id = agentIdOf(run, execution);
  const { task, address, visit, action, reason, question } = execution;
  return {
    id,
    title: task,
    status: taskStatusOf(execution),
    assignee: id,
    meta: {
      scopeId: run.name,
      place: placeOfTask(address),
      visit,
      action,
      reason,
      ...(question === null ? {} : { question: withoutNonce(question) }),
    },
  };
}

export function mapScopeOf(run: AnyRun, state: string): MapScope {
  const { started } = run.entry;
  return {
    id: run.name,
    name: run.name,
    joinPolicy: 'system',
    metadata: {
      run: started?.data.run ?? null,
      map: started?.data.map.path ?? null,
      startedAt: started?.at ?? null,
      state,
    },
  };
}

/** What an answer must name is not for the wire. */
export function withoutNonce(data: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(data).filter(([name]) => name !== 'nonce'));
}
