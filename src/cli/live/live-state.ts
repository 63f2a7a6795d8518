import type { AgentProgress } from '../../agent/agent.ts';
import { visitKeyOf, type Address } from '../../model/address.ts';
import type { RunEvent } from '../../model/run-event.ts';
import type { Execution, RunView } from '../../view/run-view.ts';

/** What the live view shows in addition to the view of the run. Units: ms of a clock of the caller's choice. */
export interface LiveState {
  readonly view: RunView;
  /** When this process began with the run; undefined until it has. */
  runSince: number | undefined;
  /** Whether the run has paused or ended, or has not been resumed yet. */
  isResting: boolean;
  readonly notes: WeakMap<Execution, LiveNote>;
}

/** What this process has seen of an execution: when it started, and what its agent said or did last in an attempt. */
interface LiveNote {
  readonly since: number;
  readonly attempt: number;
  readonly doing: string | undefined;
}

/** `view` holds what a resumed run has behind it. */
export function createLiveState(view: RunView): LiveState {
  return { view, runSince: undefined, isResting: view.lastAt !== '', notes: new WeakMap() };
}

/** Called with each event that the view has taken, and the execution that it is about. */
export function seeEvent(
  state: LiveState,
  event: RunEvent,
  execution: Execution | undefined,
  now: number,
): void {
  if (event.type === 'run.started' || event.type === 'run.resumed') state.runSince = now;
  if (execution === undefined) state.isResting = state.view.status !== 'running';
  else if (event.type === 'task.started') {
    state.notes.set(execution, { since: now, attempt: 0, doing: undefined });
  }
}

/** When an execution started; 0 for one of before the resume. */
export function sinceOf({ notes }: LiveState, execution: Execution): number {
  return notes.get(execution)?.since ?? 0;
}

/** Processes started for an execution, from 1; 0 before the first. */
export function attemptOf({ turns, commands }: Execution): number {
  return turns + commands;
}

/** What an execution is doing just now, in words. */
export function doingOf({ notes }: LiveState, execution: Execution): string {
  const note = notes.get(execution);
  const said = note?.attempt === attemptOf(execution) ? note.doing : undefined;
  return said ?? (execution.worker === 'command' ? 'running the command' : 'waiting for the agent');
}

/** Units: UTF-16. Of a longer text only the end is looked at. */
const LONGEST = 4000;

/** Takes in what an agent said or did. */
export function seeProgress({ view, notes }: LiveState, address: Address, progress: AgentProgress): void {
  const execution = view.open.get(visitKeyOf(address));
  const doing = textOf(progress);
  if (execution === undefined || doing === undefined) return;
  const { since = 0 } = notes.get(execution) ?? {};
  notes.set(execution, { since, attempt: attemptOf(execution), doing });
}

function textOf(progress: AgentProgress): string | undefined {
  if (progress.kind === 'ready') return undefined;
  if (progress.kind === 'retry') return progress.reason;
  if (progress.kind === 'tool') return `> ${progress.tool} ${progress.input.slice(0, LONGEST)}`;
  const lines = progress.text.slice(-LONGEST).split('\n');
  return lines.findLast((line) => line.trim() !== '');
}
