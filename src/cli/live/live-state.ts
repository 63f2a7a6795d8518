import type { AgentProgress } from '../../agent/agent.ts';
import type { RunEvent, RunEventData } from '../../model/run-event.ts';

/** What the live view of a run shows. Units: ms of a clock of the caller's choice; US dollars. */
export interface LiveState {
  /** When this process began with the run; undefined until it has. */
  readonly runSince: number | undefined;
  /** The task under way; undefined when the block has nothing to show. */
  readonly task: LiveTask | undefined;
  /** Of all turns that have ended, those before a resume too. */
  readonly costUsd: number;
  /** Whether some turn gave no figure of its cost. */
  readonly costIsPartial: boolean;
  readonly tokens: number;
}

export interface LiveTask {
  readonly name: string;
  readonly execution: number;
  readonly visit: number;
  /** Processes started for it, from 1; 0 before the first. */
  readonly attempt: number;
  readonly since: number;
  /** What the agent said or did last, as it came. */
  readonly doing: string | undefined;
}

export const NOTHING_LIVE: LiveState = {
  runSince: undefined,
  task: undefined,
  costUsd: 0,
  costIsPartial: false,
  tokens: 0,
};

/** After these no task is under way; a person takes her time without being watched. */
const RESTS: ReadonlySet<RunEvent['type']> = new Set([
  'human.asked',
  'task.finished',
  'task.failed',
  'run.paused',
  'run.finished',
]);

/** The state after an event of the run. */
export function seeEvent(state: LiveState, event: RunEvent, now: number): LiveState {
  const { task } = state;
  if (event.type === 'run.started' || event.type === 'run.resumed') return { ...state, runSince: now };
  if (event.type === 'task.started') {
    const { task: name, execution } = event.data;
    const visit = event.address.visit ?? 1;
    return { ...state, task: { name, execution, visit, attempt: 0, since: now, doing: undefined } };
  }
  if ((event.type === 'agent.started' || event.type === 'shell.started') && task !== undefined) {
    const doing = event.type === 'shell.started' ? 'running the command' : undefined;
    return { ...state, task: { ...task, attempt: task.attempt + 1, doing } };
  }
  if (event.type === 'agent.finished') return addFigures(state, event.data);
  return RESTS.has(event.type) ? { ...state, task: undefined } : state;
}

function addFigures(state: LiveState, { costUsd, tokens }: RunEventData['agent.finished']): LiveState {
  return {
    ...state,
    costUsd: state.costUsd + (costUsd ?? 0),
    costIsPartial: state.costIsPartial || costUsd === null,
    tokens: state.tokens + (tokens ?? 0),
  };
}

/** Units: UTF-16. Of a longer text only the end is looked at. */
const LONGEST = 4000;

/** The state after what an agent said or did. */
export function seeProgress(state: LiveState, progress: AgentProgress): LiveState {
  const doing = doingOf(progress);
  if (state.task === undefined || doing === undefined) return state;
  return { ...state, task: { ...state.task, doing } };
}

function doingOf(progress: AgentProgress): string | undefined {
  if (progress.kind === 'ready') return undefined;
  if (progress.kind === 'retry') return progress.reason;
  if (progress.kind === 'tool') return `> ${progress.tool} ${progress.input.slice(0, LONGEST)}`;
  const lines = progress.text.slice(-LONGEST).split('\n');
  return lines.findLast((line) => line.trim() !== '');
}
