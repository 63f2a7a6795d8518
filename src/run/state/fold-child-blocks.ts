import { blockKeyOf, childPathOf, WORKFLOW_KEY } from '../../model/address.ts';
import type { ChildBlockEndRecord } from '../../model/event-records.ts';
import type { RunEventOf } from '../../model/run-event.ts';
import { CONFLICT } from '../../model/worktrees.ts';
import { invariant } from '../../util/invariant.ts';
import { takeBlockEnd } from './attempts.ts';
import { enterBlock, type BlockInstance } from './block-instance.ts';
import { boundNames, itemNames } from './bound-names.ts';
import { doesNotFit, instanceOf, openTaskOf } from './in-state.ts';
import { viewOf, type ItemView } from './item-view.ts';
import {
  createItems,
  createChildStates,
  UNMERGED,
  type ChildState,
  type ChildStates,
} from './child-states.ts';
import { removeBlocks } from './remove-blocks.ts';
import { stopAround } from './stopped-items.ts';
import type { OpenTask, RunState } from './run-state.ts';
import type { Block, Workspace } from '../../model/block.ts';
import { NO_NAMES } from '../../expression/types/extend-scope.ts';
import type { Scope } from '../../expression/types/value.ts';
import type { Program } from '../program/program.ts';
import type { Value } from '../../model/value.ts';

// What the events of branches, items and sub-maps do to the state of a run.

type ChildBlockEvent = RunEventOf<
  | 'branch.started'
  | 'branch.finished'
  | 'branch.cancelled'
  | 'item.started'
  | 'item.finished'
  | 'item.skipped'
  | 'item.kept'
>;

export function foldItemsListed(state: RunState, event: RunEventOf<'items.listed'>): void {
  const open = openTaskOf(state, event);
  if (open.task.type !== 'foreach') throw doesNotFit(event, `"${open.task.name}" has no items`);
  open.children = createItems(event.data.items, open.task);
  state.lists.add(open);
}

export function foldBranchStarted(state: RunState, event: RunEventOf<'branch.started'>): void {
  const open = openTaskOf(state, event);
  const { task } = open;
  const branch =
    task.type === 'parallel' ? task.branches.find(({ name }) => name === event.data.key) : undefined;
  if (task.type !== 'parallel' || branch === undefined) {
    throw doesNotFit(event, `"${task.name}" has no branch "${event.data.key}"`);
  }
  open.children ??= createChildStates(task.branches.map(({ name }) => name));
  childOf(open, event).status = 'running';
  const instance = instanceOf(state, event);
  const { workspace } = task;
  enterChild(state, event, { block: branch.block, outer: boundNames(instance), instance, workspace });
}

export function foldItemStarted(state: RunState, event: RunEventOf<'item.started'>): void {
  const open = openTaskOf(state, event);
  const child = childOf(open, event);
  const { task } = open;
  if (task.type !== 'foreach' || child.item === undefined) throw doesNotFit(event, 'it is no item');
  child.status = 'running';
  childrenOf(open).schedule?.start(event.data.key);
  const instance = instanceOf(state, event);
  const outer = itemNames(instance, task, child.item.value);
  const item = viewOf(childrenOf(open), child);
  enterChild(state, event, { block: task.body, outer, instance, workspace: task.workspace, item });
}

export function foldChildFinished(
  state: RunState,
  event: RunEventOf<'branch.finished' | 'item.finished'>,
): void {
  const open = openTaskOf(state, event);
  const { outcome, key } = event.data;
  const child = childOf(open, event);
  if (outcome === CONFLICT && isSimulatedMerge(state, open, event)) {
    child.isUnmerged = true;
    child.reason = UNMERGED;
  }
  endChild(open, child, { ...event.data, status: 'finished' });
  childrenOf(open).schedule?.end(key);
  takeBlockEnd(state, childPathOf(event.address, key), event.data);
  leaveChild(state, event, key);
  stopAround(state, instanceOf(state, event));
}

/** Whether a block that works in a worktree has none: only scripts say then where merges meet other changes. */
function isSimulatedMerge(
  state: RunState,
  { task }: OpenTask,
  { address, data }: RunEventOf<'branch.finished' | 'item.finished'>,
): boolean {
  const child = state.blocks.get(blockKeyOf(childPathOf(address, data.key)));
  return child?.worktree === undefined && 'workspace' in task && task.workspace.kind === 'worktree';
}

export function foldBranchCancelled(state: RunState, event: RunEventOf<'branch.cancelled'>): void {
  const open = openTaskOf(state, event);
  const end = { outcome: 'cancelled', result: null, failed: false };
  endChild(open, childOf(open, event), { ...end, status: 'cancelled' });
  leaveChild(state, event, event.data.key);
  stopAround(state, instanceOf(state, event));
}

export function foldItemSkipped(state: RunState, event: RunEventOf<'item.skipped'>): void {
  const open = openTaskOf(state, event);
  const end = { outcome: 'skipped', result: null, failed: false };
  endChild(open, childOf(open, event), { ...end, status: 'skipped' });
  childrenOf(open).schedule?.leave(event.data.key);
  stopAround(state, instanceOf(state, event));
}

export function foldItemKept(state: RunState, event: RunEventOf<'item.kept'>): void {
  const open = openTaskOf(state, event);
  const kept = instanceOf(state, event).kept.get(open.task.name)?.get(event.data.key);
  if (kept === undefined) throw doesNotFit(event, 'it has no result from before');
  const { outcome, result } = kept;
  endChild(open, childOf(open, event), { status: 'finished', outcome, result, failed: false });
  childrenOf(open).schedule?.leave(event.data.key);
}

export function foldWorkflowStarted(state: RunState, event: RunEventOf<'workflow.started'>): void {
  const open = openTaskOf(state, event);
  const instance = instanceOf(state, event);
  const program = instance.program.maps.get(event.data.map);
  if (program === undefined) throw doesNotFit(event, `there is no map "${event.data.map}"`);
  open.children = createChildStates([WORKFLOW_KEY]);
  const child = open.children.byKey.get(WORKFLOW_KEY);
  invariant(child !== undefined, 'a workflow has one child block');
  child.status = 'running';
  const { fields, slip } = event.data;
  // Another map sees nothing of where it runs.
  const inside = {
    block: program.map.block,
    outer: NO_NAMES,
    instance,
    program,
    fields,
    item: undefined,
    slip: slip ?? instance.slip,
  };
  enterChild(state, { ...event, data: { ...event.data, key: WORKFLOW_KEY } }, inside);
}

export function foldWorkflowFinished(state: RunState, event: RunEventOf<'workflow.finished'>): void {
  const open = openTaskOf(state, event);
  const child = childrenOf(open).byKey.get(WORKFLOW_KEY);
  invariant(child !== undefined, 'a workflow has one child block');
  endChild(open, child, { ...event.data, status: 'finished' });
  takeBlockEnd(state, childPathOf(event.address, WORKFLOW_KEY), event.data);
  leaveChild(state, event, WORKFLOW_KEY);
}

interface Entered {
  readonly block: Block;
  readonly outer: Scope;
  readonly instance: BlockInstance;
  readonly program?: Program;
  readonly fields?: Readonly<Record<string, Value>>;
  readonly workspace?: Workspace;
  readonly item?: ItemView | undefined;
  readonly slip?: string | null;
}

function enterChild(
  state: RunState,
  event: Pick<ChildBlockEvent, 'address'> & {
    readonly data: { readonly task: string; readonly key: string };
  },
  { block, instance, ...more }: Entered,
): void {
  const { address, data } = event;
  const path = childPathOf(address, data.key);
  const { program, fields, item, slip } = instance;
  const inner = enterBlock(path, block, {
    program,
    fields,
    item,
    slip,
    enteredAtMs: state.lastAtMs,
    ...more,
  });
  state.blocks.set(blockKeyOf(path), inner);
  state.movable.add(inner);
}

function leaveChild(state: RunState, { address }: Pick<ChildBlockEvent, 'address'>, key: string): void {
  removeBlocks(state, childPathOf(address, key));
}

function endChild(
  open: OpenTask,
  child: ChildState,
  end: Pick<ChildState, 'status' | 'outcome' | 'result' | 'failed'> & Pick<ChildBlockEndRecord, 'reason'>,
): void {
  const { status, outcome, result, failed, reason: endReason } = end;
  Object.assign(child, { status, outcome, result, failed, endReason });
  const children = childrenOf(open);
  children.left -= 1;
  children.ended.push(child);
  if (status === 'finished' && !failed) children.succeeded += 1;
}

function childrenOf({ children }: OpenTask): ChildStates {
  invariant(children !== undefined, 'a child block is one of several');
  return children;
}

function childOf(open: OpenTask, event: ChildBlockEvent): ChildState {
  const child = open.children?.byKey.get(event.data.key);
  if (child === undefined) throw doesNotFit(event, `"${open.task.name}" has no part "${event.data.key}"`);
  return child;
}
