import type { ChildBlockEndRecord } from '../../../model/event-records.ts';
import type { RunEventOf } from '../../../model/run-event.ts';
import { WORKFLOW_KEY } from '../../../model/address.ts';
import type { Value } from '../../../model/value.ts';
import type { BlockView, Execution } from '../../../view/run-view.ts';
import { listsSubtasks, noteOf, subtaskOf, type Following } from './following.ts';
import { createSubtask, createTrack, type SubtaskRun, type SubtaskStatus } from './map-run.ts';
import { memberOf, textIn, wordOf } from './member.ts';

// What the events of items and of maps inside do to the subtasks of a run.

/** The items of a task that has subtasks; those of its last visit that are gone are given up. */
export function listSubtasks(
  following: Following,
  { data: { task, items } }: RunEventOf<'items.listed'>,
  execution: Execution,
): void {
  const { run } = following;
  if (noteOf(following, execution)?.hasSubtasks !== true) return;
  const keys = new Set(items.map(({ key }) => key));
  for (const each of run.subtasks.values()) {
    if (each.listedBy === task && !keys.has(each.id)) each.status = 'superseded';
  }
  for (const { key, value } of items) {
    const known = run.subtasks.get(key);
    if (known === undefined) run.subtasks.set(key, createSubtask(key, value, task));
    else known.value = value;
  }
}

export function startItem(
  following: Following,
  { at, data: { key } }: RunEventOf<'item.started'>,
  execution: Execution,
): void {
  const subtask = itemOf(following, execution, key);
  const block = execution.children?.byKey.get(key);
  if (subtask === undefined || block === undefined) return;
  startSubtask(subtask, at);
  following.subtasks.set(block, subtask.id);
}

/** An item that never ran waits for one that failed. */
export function skipItem(
  following: Following,
  { data: { key, reason } }: RunEventOf<'item.skipped'>,
  execution: Execution,
): void {
  const subtask = itemOf(following, execution, key);
  if (subtask === undefined) return;
  subtask.status = 'blocked';
  subtask.lastError = reason;
}

/** What it came to before still holds. */
export function keepItem(
  following: Following,
  { data: { key } }: RunEventOf<'item.kept'>,
  execution: Execution,
): void {
  const subtask = itemOf(following, execution, key);
  if (subtask !== undefined) subtask.status = 'complete';
}

export function endItem(
  following: Following,
  { at, data }: RunEventOf<'item.finished'>,
  execution: Execution,
): void {
  const block = execution.children?.byKey.get(data.key);
  if (block !== undefined) following.subtasks.delete(block);
  const subtask = itemOf(following, execution, data.key);
  if (subtask !== undefined) endSubtask(subtask, at, data);
}

/** The commit that an item's work was merged with. */
export function mergeItem(
  following: Following,
  { data: { key, result } }: RunEventOf<'worktree.merged'>,
  execution: Execution,
): void {
  const subtask = itemOf(following, execution, key);
  if (subtask !== undefined) subtask.commit = result;
}

/** A map that is run for a subtask which is no item, as its inputs say. */
export function startMap(
  following: Following,
  { at, data }: RunEventOf<'workflow.started'>,
  execution: Execution,
): void {
  const block = mapBlockOf(execution);
  const found = subtaskIn(data.fields);
  if (block === undefined || found === undefined) return;
  if (subtaskOf(following, execution.block) !== undefined || listsSubtasks(following, block)) return;
  const { subtasks } = following.run;
  const subtask = subtasks.get(found.id) ?? createSubtask(found.id, found.value);
  subtasks.set(found.id, subtask);
  startSubtask(subtask, at);
  following.subtasks.set(block, found.id);
}

export function endMap(
  { run, subtasks }: Following,
  { at, data }: RunEventOf<'workflow.finished'>,
  block: BlockView,
): void {
  const id = subtasks.get(block);
  subtasks.delete(block);
  const subtask = id === undefined ? undefined : run.subtasks.get(id);
  if (subtask !== undefined) endSubtask(subtask, at, data);
}

/** The block of the map that a task runs. */
export function mapBlockOf({ children }: Execution): BlockView | undefined {
  return children?.byKey.get(WORKFLOW_KEY);
}

/**
 * The one subtask that a whole run works on, as its inputs say. A map with a list of subtasks begins each with its item: it may
 * have to read first what earlier runs left, and would write over it here.
 */
export function startOnlySubtask(following: Following, at: string): void {
  const { run, view, subtasks } = following;
  const found = subtaskIn(run.fields);
  if (found === undefined || listsSubtasks(following, view.root)) return;
  const subtask = createSubtask(found.id, found.value);
  run.subtasks.set(found.id, subtask);
  startSubtask(subtask, at);
  subtasks.set(view.root, found.id);
}

export function endOnlySubtask({ run, view, subtasks }: Following, event: RunEventOf<'run.finished'>): void {
  const id = subtasks.get(view.root);
  const subtask = id === undefined ? undefined : run.subtasks.get(id);
  const { outcome, ...end } = event.data;
  if (subtask !== undefined) endSubtask(subtask, event.at, { ...end, outcome: outcome ?? '' });
}

function itemOf(following: Following, execution: Execution, key: string): SubtaskRun | undefined {
  return noteOf(following, execution)?.hasSubtasks === true ? following.run.subtasks.get(key) : undefined;
}

/** Shape: an input `subtask` with an id, or an id alone. */
function subtaskIn(
  fields: Readonly<Record<string, Value>>,
): { readonly id: string; readonly value: Value } | undefined {
  const value = memberOf(fields, 'subtask') ?? null;
  const id = textIn(value, 'id') ?? textIn(fields, 'subtask', 'subtaskId');
  return id !== undefined && /^ST-\d{3,}$/.test(id) ? { id, value } : undefined;
}

function startSubtask(subtask: SubtaskRun, at: string): void {
  if (subtask.endedAt !== undefined) subtask.reworks += 1;
  subtask.status = 'in_progress';
  subtask.startedAt ??= at;
  subtask.endedAt = undefined;
  subtask.track = createTrack();
  subtask.retries = 0;
  subtask.lastError = undefined;
}

function endSubtask(
  subtask: SubtaskRun,
  at: string,
  { outcome, result, failed }: Pick<ChildBlockEndRecord, 'outcome' | 'result' | 'failed'>,
): void {
  subtask.status = statusOf(outcome, failed);
  subtask.outcome = outcome;
  subtask.endedAt = at;
  subtask.result = result;
  subtask.track.open.clear();
}

function statusOf(outcome: string, failed: boolean): SubtaskStatus {
  const word = wordOf(outcome);
  if (/^(?:skip|won_?t_do|abort|abandon)/.test(word)) return "won't_do";
  if (failed || /block|fail|conflict|escalat|cancel/.test(word)) return 'blocked';
  if (/supersede/.test(word)) return 'superseded';
  // Its tests are written, and nothing else.
  return /contract_ready/.test(word) ? 'pending' : 'complete';
}
