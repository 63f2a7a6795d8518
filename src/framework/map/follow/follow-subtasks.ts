import type { ChildBlockEndRecord } from '../../../model/event-records.ts';
import type { RunEventOf } from '../../../model/run-event.ts';
import type { Value } from '../../../model/value.ts';
import { innerBlockOf } from './block-places.ts';
import type { Following } from './following.ts';
import { createSubtask, createTrack, type SubtaskRun, type SubtaskStatus } from './map-run.ts';
import { memberOf, textIn, wordOf } from './member.ts';

// What the events of items and of maps inside do to the subtasks of a run.

/** The items of a task that has subtasks; those of its last visit that are gone are given up. */
export function listSubtasks({ run, places }: Following, event: RunEventOf<'items.listed'>): void {
  if (places.noteOf(event.address)?.hasSubtasks !== true) return;
  const { task, items } = event.data;
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

export function startItem({ run, places }: Following, event: RunEventOf<'item.started'>): void {
  const subtask = itemOf({ run, places }, event);
  if (subtask === undefined) return;
  startSubtask(subtask, event.at);
  places.enterSubtask(innerBlockOf(event.address, event.data.key), subtask.id);
}

/** An item that never ran waits for one that failed. */
export function skipItem(following: Following, event: RunEventOf<'item.skipped'>): void {
  const subtask = itemOf(following, event);
  if (subtask === undefined) return;
  subtask.status = 'blocked';
  subtask.lastError = event.data.reason;
}

/** What it came to before still holds. */
export function keepItem(following: Following, event: RunEventOf<'item.kept'>): void {
  const subtask = itemOf(following, event);
  if (subtask !== undefined) subtask.status = 'complete';
}

export function endItem(following: Following, event: RunEventOf<'item.finished'>): void {
  following.places.leave(innerBlockOf(event.address, event.data.key));
  const subtask = itemOf(following, event);
  if (subtask !== undefined) endSubtask(subtask, event.at, event.data);
}

/** The commit that an item's work was merged with. */
export function mergeItem(following: Following, event: RunEventOf<'worktree.merged'>): void {
  const subtask = itemOf(following, event);
  if (subtask !== undefined) subtask.commit = event.data.result;
}

/** A map that is run for a subtask which is no item, as its inputs say. */
export function startMap({ run, places }: Following, event: RunEventOf<'workflow.started'>): void {
  const block = innerBlockOf(event.address);
  places.enterMap(block, event.data.map);
  const found = subtaskIn(event.data.fields);
  if (found === undefined || places.subtaskOf(event.address.block) !== undefined) return;
  if (places.listsSubtasks(block)) return;
  const subtask = run.subtasks.get(found.id) ?? createSubtask(found.id, found.value);
  run.subtasks.set(found.id, subtask);
  startSubtask(subtask, event.at);
  places.enterSubtask(block, found.id);
}

export function endMap({ run, places }: Following, event: RunEventOf<'workflow.finished'>): void {
  const id = places.leave(innerBlockOf(event.address));
  const subtask = id === undefined ? undefined : run.subtasks.get(id);
  if (subtask !== undefined) endSubtask(subtask, event.at, event.data);
}

/**
 * The one subtask that a whole run works on, as its inputs say. A map with a list of subtasks begins each with its item: it may
 * have to read first what earlier runs left, and would write over it here.
 */
export function startOnlySubtask({ run, places }: Following, at: string): void {
  const found = subtaskIn(run.fields);
  if (found === undefined || places.listsSubtasks([])) return;
  const subtask = createSubtask(found.id, found.value);
  run.subtasks.set(found.id, subtask);
  startSubtask(subtask, at);
  places.enterSubtask([], found.id);
}

export function endOnlySubtask({ run, places }: Following, event: RunEventOf<'run.finished'>): void {
  const id = places.subtaskOf([]);
  const subtask = id === undefined ? undefined : run.subtasks.get(id);
  const { outcome, ...end } = event.data;
  if (subtask !== undefined) endSubtask(subtask, event.at, { ...end, outcome: outcome ?? '' });
}

function itemOf(
  { run, places }: Pick<Following, 'run' | 'places'>,
  {
    address,
    data,
  }: { readonly address: RunEventOf<'item.started'>['address']; readonly data: { readonly key: string } },
): SubtaskRun | undefined {
  return places.noteOf(address)?.hasSubtasks === true ? run.subtasks.get(data.key) : undefined;
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
