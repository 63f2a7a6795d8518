import type { SubtaskRun, SubtaskStatus } from '../follow/map-run.ts';
import type { MapView } from './map-view.ts';
import { lineOf, wordOf } from '../follow/member.ts';

export type TerminalStatus = 'pending' | 'complete' | 'blocked' | "won't_do" | 'superseded';

/** How a workflow ended; `pending` until it does, and where only tests are written. */
export function terminalStatusOf({ run }: Pick<MapView, 'run'>): TerminalStatus {
  const { end } = run;
  if (end === undefined || isContractReady(run)) return 'pending';
  const word = wordOf(end.outcome);
  if (word === 'pending') return 'pending';
  if (VERDICTS.has(word)) return 'complete';
  if (/supersede/.test(word)) return 'superseded';
  if (/^(?:won_?t_do|abort|stop|cancel|skip)/.test(word)) return "won't_do";
  if (end.failed || /block|fail|escalat/.test(word)) return 'blocked';
  return 'complete';
}

/** What a review or a check comes to, whatever it says of the work. */
const VERDICTS: ReadonlySet<string> = new Set(['proceed', 'revise', 'block', 'needs_revision']);

/** Whether the run stopped on purpose with tests that wait for an implementation. */
export function isContractReady({ end }: MapView['run']): boolean {
  return end !== undefined && /contract_ready/.test(wordOf(end.outcome));
}

/** Why and where a workflow ended before all was done; undefined where it did not. */
export interface EarlyEnd {
  readonly byUser: boolean;
  readonly reason: string;
  readonly subtask: string | null;
}

export function earlyEndOf(view: MapView): EarlyEnd | undefined {
  const { run, subtasks } = view;
  const status = terminalStatusOf(view);
  if (run.end === undefined || status === 'pending' || status === 'complete') return undefined;
  const { choice, outcome } = run.end;
  const open = subtasks.find((each) => each.id === choice?.subtask) ?? subtasks.find((each) => !isOver(each));
  const reason =
    choice === undefined ? reasonOf(outcome, open) : (choice.reason ?? `chose "${choice.action}"`);
  return { byUser: choice !== undefined, reason: lineOf(reason, 1000), subtask: open?.id ?? null };
}

function reasonOf(outcome: string, subtask: SubtaskRun | undefined): string {
  return subtask?.lastError === undefined ? outcome : `${outcome}: ${subtask.lastError}`;
}

function isOver({ status }: SubtaskRun): boolean {
  return status !== 'pending' && status !== 'in_progress' && status !== 'blocked';
}

/** The status of a subtask: what was left undone when the work was called off will not be done. */
export function subtaskStatusOf(view: MapView, subtask: SubtaskRun): Exclude<SubtaskStatus, 'superseded'> {
  const { status } = subtask;
  if (status === 'superseded') return "won't_do";
  const isOpen = status === 'pending' || status === 'in_progress';
  return isOpen && terminalStatusOf(view) === "won't_do" ? "won't_do" : status;
}
