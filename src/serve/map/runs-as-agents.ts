import type { Execution } from '../../view/run-view.ts';
import type { FollowedRun } from '../events/followed-run.ts';
import type { RunEvents } from '../events/run-events.ts';
import { MapError } from './map-error.ts';
import type { MapEvent } from './map-event.ts';
import {
  executionAgentOf,
  lineageOf,
  mapScopeOf,
  mapTaskOf,
  readAgentId,
  runAgentOf,
  runStateOf,
  type MapAgent,
  type MapScope,
  type MapTask,
} from './participants.ts';

export type ServedRun = FollowedRun<MapEvent>;

/** The runs of a project as MAP has them: scopes, agents, tasks. Errors: throws MapError; JournalError of a damaged run. */
export interface RunsAsAgents {
  readonly find: (name: string) => ServedRun;
  /** The run of an agent, and its execution where the agent is one. */
  readonly findAgent: (id: string) => { readonly run: ServedRun; readonly execution: Execution | undefined };
  /** Of the runs that are named, else of those under way. `isAll`: those that are over too. */
  readonly agents: (scopes: readonly string[], isAll: boolean) => readonly MapAgent[];
  readonly agentOf: (id: string) => MapAgent;
  /** The agents that an agent is inside of, nearest first; of one that is not there none. */
  readonly lineageOf: (id: string) => readonly string[];
  readonly tasks: (scopes: readonly string[], isAll: boolean) => readonly MapTask[];
  readonly scopes: () => readonly MapScope[];
  readonly scopeOf: (run: ServedRun) => MapScope;
}

export interface RunsOptions {
  readonly events: RunEvents<MapEvent>;
  /** Whether a living process drives a run. */
  readonly isDriven: (run: ServedRun) => boolean;
}

export function createRunsAsAgents({ events, isDriven }: RunsOptions): RunsAsAgents {
  const find = (name: string): ServedRun => {
    const run = events.find(name);
    if (run === undefined) throw new MapError('scope-not-found', `There is no run "${name}".`);
    return run;
  };
  const lookFor = (id: string) => {
    const { run: name, number } = readAgentId(id);
    const run = events.find(name);
    const execution = number === undefined ? undefined : executionOf(run?.view().executions ?? [], number);
    const isThere = run !== undefined && (number === undefined || execution !== undefined);
    return isThere ? { run, execution } : undefined;
  };
  const findAgent: RunsAsAgents['findAgent'] = (id) => {
    const found = lookFor(id);
    if (found === undefined) throw new MapError('agent-not-found', `There is no agent "${id}".`);
    return found;
  };
  const chosen = (scopes: readonly string[]): readonly ServedRun[] =>
    (scopes.length > 0
      ? scopes.flatMap((name) => events.find(name) ?? [])
      : [...events.runs].filter(({ isOver }) => !isOver)
    ).filter((run) => run.tryView() !== undefined);
  const runAgent = (run: ServedRun): MapAgent => {
    const agent = runAgentOf(run, run.view());
    // Its process has gone without a word.
    const isLost = run.view().status === 'running' && !isDriven(run);
    return isLost ? { ...agent, state: 'orphaned' } : agent;
  };
  const scopeOf = (run: ServedRun): MapScope => {
    const view = run.isOver ? undefined : run.tryView();
    return mapScopeOf(run, view === undefined ? (run.isOver ? 'finished' : 'damaged') : runStateOf(view));
  };
  return {
    find,
    findAgent,
    agents: (scopes, isAll) =>
      chosen(scopes).flatMap((run) => [
        runAgent(run),
        ...executionsOf(run, isAll).map((each) => executionAgentOf(run, each, run.view())),
      ]),
    agentOf: (id) => {
      const { run, execution } = findAgent(id);
      return execution === undefined ? runAgent(run) : executionAgentOf(run, execution, run.view());
    },
    lineageOf: (id) => {
      const found = lookFor(id);
      return found === undefined ? [] : lineageOf(found.run, found.execution);
    },
    tasks: (scopes, isAll) =>
      chosen(scopes).flatMap((run) => executionsOf(run, isAll).map((each) => mapTaskOf(run, each))),
    scopes: () => [...events.runs].map(scopeOf),
    scopeOf,
  };
}

function executionsOf(run: ServedRun, isAll: boolean): readonly Execution[] {
  const { executions, open } = run.view();
  if (isAll) return executions;
  return [...open.values()].filter(({ ending, isCutOff }) => ending === null && !isCutOff);
}

/** Numbers are places, counted from 1, as long as nothing was left out. */
function executionOf(executions: readonly Execution[], number: number): Execution | undefined {
  const likely = executions[number - 1];
  return likely?.number === number ? likely : executions.find((each) => each.number === number);
}
