import { answerNameOf } from '../../journal/answer-box.ts';
import { NO_NAMES } from '../../expression/types/extend-scope.ts';
import type { RunEvent, RunEventOf, RunEventType } from '../../model/run-event.ts';
import { blockKeyOf } from '../../model/address.ts';
import { takeBlockEnd } from './attempts.ts';
import { enterBlock, moveTo } from './block-instance.ts';
import {
  beginWork,
  chargeUnsettled,
  endWork,
  foldAgentFinished,
  foldAgentStarted,
  foldCallAnswered,
  foldCallAsked,
  foldMessageSent,
  workerOf,
} from './fold-agent.ts';
import {
  foldBranchCancelled,
  foldBranchStarted,
  foldItemKept,
  foldItemSkipped,
  foldItemsListed,
  foldItemStarted,
  foldChildFinished,
  foldWorkflowFinished,
  foldWorkflowStarted,
} from './fold-child-blocks.ts';
import { foldTaskFailed, foldTaskFinished, foldTaskStarted } from './fold-task.ts';
import { doesNotFit, instanceOf, openTaskOf } from './in-state.ts';
import type { Program } from '../program/program.ts';
import { leaveTask } from './remove-blocks.ts';
import { isActive } from './is-active.ts';
import { questionKeyOf } from './question-key.ts';
import { RUN_AGAIN } from './rerun-choices.ts';
import type { RunState } from './run-state.ts';
import { resumeStopped } from './stopped-items.ts';
import { WORKTREE_FOLDS } from './fold-worktree.ts';

/**
 * Takes one event into the state of a run.
 *
 * The only way a state ever changes, live and on replay: so folding a journal gives the state that the run had
 * (J4). No expression is evaluated: what one gave stands in the events. Constant work an event.
 * Errors: throws RunError `journal-does-not-fit` where the event cannot have happened in this state of
 * this map, as after an edit of the map.
 */
export function fold(state: RunState, event: RunEvent, program: Program): void {
  const atMs = Date.parse(event.at);
  // What is resumed may have been left by a process that died: nobody was at work since its last event.
  if (event.type !== 'run.resumed' && isActive(state)) state.activeMs += Math.max(0, atMs - state.lastAtMs);
  state.lastAtMs = atMs;
  state.lastSeq = event.seq;
  // Each entry takes the events of its own key; that `event` is one of them a type cannot say.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const take = FOLDS[event.type] as (state: RunState, event: RunEvent, program: Program) => void;
  take(state, event, program);
}

type Folds = {
  readonly [T in RunEventType]: (state: RunState, event: RunEventOf<T>, program: Program) => void;
};

const NOTHING = (): void => undefined;

const FOLDS: Folds = {
  'run.started': (state, { data }, program) => {
    state.status = 'running';
    state.started = data;
    state.limits = data.limits;
    state.claims = data.claims?.mode ?? 'pause';
    const root = enterBlock([], program.map.block, {
      program,
      fields: data.fields,
      outer: NO_NAMES,
      enteredAtMs: state.lastAtMs,
    });
    state.blocks.set(blockKeyOf([]), root);
    state.movable.add(root);
  },
  'task.started': foldTaskStarted,
  'snapshot.taken': (state, event) => {
    const open = openTaskOf(state, event);
    if (open.snapshot === undefined) open.snapshot = event.data;
    else open.again = event.data;
  },
  'changes.read': (state, event) => {
    const open = openTaskOf(state, event);
    open.changes = event.data;
    open.isCompared = true;
  },
  'outline.read': (state, event) => {
    openTaskOf(state, event).outline = event.data.text;
  },
  'attempts.read': (state, event) => {
    openTaskOf(state, event).earlierAttempts = event.data.text;
  },
  'prompt.rendered': NOTHING,
  'agent.started': foldAgentStarted,
  'agent.finished': foldAgentFinished,
  'call.asked': foldCallAsked,
  'call.answered': foldCallAnswered,
  'message.sent': foldMessageSent,
  'message.refused': NOTHING,
  'action.rejected': (state, event) => {
    openTaskOf(state, event).rejected = event.data;
  },
  'action.chosen': NOTHING,
  'shell.started': (state, event) => {
    const open = openTaskOf(state, event);
    open.attempts += 1;
    open.command = event.data;
    beginWork(state, open);
  },
  'shell.finished': (state, event) => {
    const open = workerOf(state, event);
    if (open === undefined) return;
    endWork(state, open);
    // Only what was never started has surely done nothing.
    if (event.data.fault === 'permanent') open.command = undefined;
    if (event.data.fault === 'transport') open.retries += 1;
  },
  'human.asked': (state, event) => {
    const open = openTaskOf(state, event);
    open.question = event.data;
    open.askedAt = event.seq;
    state.waiting += 1;
  },
  'human.answered': (state, event) => {
    const open = openTaskOf(state, event);
    if (open.question === undefined) throw doesNotFit(event, 'nothing was asked');
    if (open.question.about === 'rerun' && event.data.action === RUN_AGAIN) open.command = undefined;
    state.answered.add(answerNameOf(questionKeyOf(open)));
    open.question = undefined;
    state.waiting -= 1;
  },
  'human.refused': () => undefined,
  'items.listed': foldItemsListed,
  'item.started': foldItemStarted,
  'item.finished': foldChildFinished,
  'item.skipped': foldItemSkipped,
  'item.kept': foldItemKept,
  'branch.started': foldBranchStarted,
  'branch.finished': foldChildFinished,
  'branch.cancelled': foldBranchCancelled,
  ...WORKTREE_FOLDS,
  'workflow.started': foldWorkflowStarted,
  'workflow.finished': foldWorkflowFinished,
  'task.finished': foldTaskFinished,
  'task.failed': foldTaskFailed,
  'property.violated': (state, { data }) => {
    if (state.claims === 'pause') state.violated ??= data;
  },
  'limit.reached': (state, { data }) => {
    state.reached = [...state.reached.filter(({ limit }) => limit !== data.limit), data];
  },
  'run.paused': (state, { data }) => {
    state.status = 'paused';
    state.paused = data;
  },
  'run.resumed': foldRunResumed,
  'run.finished': (state, { data }) => {
    state.status = 'finished';
    state.finished = data;
    takeBlockEnd(state, [], data);
  },
};

/** Tasks that were under way stay open: what goes on with them is a start of its own that names them. */
function foldRunResumed(state: RunState, event: RunEventOf<'run.resumed'>): void {
  const { limits, from, args, sources, claims } = event.data;
  state.status = 'running';
  state.paused = undefined;
  state.finished = undefined;
  state.reached = [];
  state.limits = limits;
  state.claims = claims?.mode ?? state.claims;
  // A person who leaves the map, or changes it, has decided what becomes of what it claimed.
  if (state.claims === 'warn' || from !== null || sources !== null) state.violated = undefined;
  chargeUnsettled(state);
  for (const each of state.blocks.values()) each.stuck = undefined;
  resumeStopped(state);
  const instance = instanceOf(state, event);
  if (from !== null) {
    const task = instance.tasks.get(from);
    if (task === undefined) throw doesNotFit(event, `the map has no task "${from}"`);
    leaveTask(state, instance);
    moveTo(instance, task);
    state.movable.add(instance);
    instance.nextArgs = {};
    // Restarted, a task begins anew, in a new session.
    instance.sessions.delete(from);
  }
  instance.nextArgs = { ...instance.nextArgs, ...args };
  // New arguments make a new prompt, which a session that knows the old one must not get.
  const open = state.open.get(instance.open ?? 0);
  if (open === undefined || Object.keys(args).length === 0) return;
  open.session = undefined;
  open.rejected = undefined;
}
