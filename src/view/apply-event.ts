import {
  blockKeyOf,
  childPathOf,
  visitKeyOf,
  WORKFLOW_KEY,
  type Address,
  type BlockStep,
} from '../model/address.ts';
import type { RunEvent, RunEventData, RunEventOf, RunEventType } from '../model/run-event.ts';
import { forgetEnded } from './forget-ended.ts';
import { titleOf } from './item-title.ts';
import {
  childOf,
  childrenOf,
  continueAround,
  isUnmerged,
  setStatus,
  stopAround,
  type Child,
} from './child-blocks.ts';
import {
  createBlock,
  createExecution,
  createRunView,
  type BlockView,
  type ChildBlocks,
  type Execution,
  type RunView,
} from './run-view.ts';
import { askAbout, beginWork, cutOff, endTurn, endTurnOf, takeMessage, takeVerdict } from './turns.ts';
import {
  closeQuestion,
  continueContainers,
  dropQuestion,
  executionsUnderWay,
  interrupt,
  leave,
  markLeft,
  rest,
  setAtWork,
} from './under-way.ts';

/** The view of a run, from all of its events. */
export function runViewOf(events: Iterable<RunEvent>): RunView {
  const view = createRunView();
  for (const event of events) applyEvent(view, event);
  return view;
}

/**
 * Takes one event into the view of a run.
 *
 * Shape: the execution that the event is about, which it may have started or ended; undefined for none, such as the run.
 */
export function applyEvent(view: RunView, event: RunEvent): Execution | undefined {
  const about: About = { view, execution: view.open.get(visitKeyOf(event.address)) };
  // Each entry takes the events of its own type; that `event` is one of them a type cannot say.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const take = TAKES[event.type] as (about: About, event: RunEvent) => void;
  passTime(view, event);
  const wasStep = about.execution?.isStep === true;
  take(about, event);
  const { execution } = about;
  if (!wasStep && execution?.isStep === true && !execution.resumes) view.steps += 1;
  view.lastAt = event.at;
  view.seq = event.seq;
  return execution;
}

/** What an event is about. */
interface About {
  readonly view: RunView;
  execution: Execution | undefined;
}

type Take<T extends RunEventType> = (about: About, event: RunEventOf<T>) => void;

const NOTHING = (): void => undefined;

/** What each type of event means to readers; the compiler asks for every type. */
const TAKES: { readonly [T in RunEventType]: Take<T> } = {
  'run.started': ({ view }, event) => {
    view.started = event;
    view.sources = event.data;
    view.settings = event.data.settings;
    view.wall = event.data.wall;
    view.wallSeq = event.data.wall === undefined ? undefined : event.seq;
    view.claims = event.data.claims?.mode ?? 'pause';
  },
  'run.paused': ({ view }, { seq, at, data }) => {
    view.status = 'paused';
    view.standsSeq = seq;
    view.paused = data;
    if (data.reason === 'interrupted') interrupt(view.root, at);
  },
  'run.resumed': resumeRun,
  'run.finished': ({ view }, event) => {
    view.status = 'finished';
    view.standsSeq = event.seq;
    view.finished = event;
    for (const each of view.questions) closeQuestion(view, each);
  },
  'task.started': startTask,
  'prompt.rendered': inTask((execution) => {
    execution.hasPrompt = true;
  }),
  'agent.started': ({ view, execution }, { data }) => {
    view.turns += 1;
    // What was slept through is over.
    view.reached = view.reached.filter(({ limit }) => limit !== 'subscription');
    if (execution === undefined) return;
    view.working.add(execution.seq);
    beginWork(execution, 'agent');
    execution.turns += 1;
    execution.unpricedTurns += 1;
    execution.session = data.session;
  },
  'agent.finished': (about, event) => {
    endTurn(about.view, event.data);
    about.view.working.delete(event.causedBy ?? about.execution?.seq ?? 0);
    if (about.execution === undefined) return;
    endTurnOf(about.execution, event);
    about.view.held.delete(about.execution);
  },
  'call.asked': inTask((execution, { data }, view) => {
    askAbout(execution, data);
    if (execution.isAtWork) view.held.add(execution);
  }),
  'call.answered': inTask((execution, { data }, view) => {
    takeVerdict(execution, data);
    if (execution.calls.every(({ isOver }) => isOver)) view.held.delete(execution);
  }),
  'message.sent': inTask((execution, { at, data }) => takeMessage(execution, { at, ...data })),
  'message.refused': ({ view }, { data }) => {
    view.refusedMessages.push(data);
  },
  'action.rejected': NOTHING,
  'action.chosen': inTask((execution, { data }) => {
    execution.action = data.action;
  }),
  'shell.started': inTask((execution, _, view) => {
    view.working.add(execution.seq);
    beginWork(execution, 'command');
    execution.commands += 1;
  }),
  'shell.finished': ({ view, execution }, { at, data, causedBy }) => {
    view.working.delete(causedBy ?? execution?.seq ?? 0);
    if (execution === undefined) return;
    execution.exitCode = data.exitCode;
    execution.workMs += data.durationMs;
    execution.survivors += data.survivors?.length ?? 0;
    if (data.outcome === 'interrupted') cutOff(execution, at);
  },
  'human.asked': inTask((execution, { seq, data }, view) => {
    execution.isStep = true;
    execution.isAsking = true;
    execution.question = data;
    execution.askedSeq = seq;
    setAtWork(view, execution, false);
    view.questions.delete(execution);
    view.questions.add(execution);
  }),
  'human.answered': inTask((execution, { data }, view) => {
    execution.isAsking = false;
    execution.answer = data;
    closeQuestion(view, execution);
    // It may let a command be run again.
    setAtWork(view, execution, execution.block.current === execution && execution.children === null);
  }),
  'human.refused': ({ view }, { data }) => {
    view.refusals.push(data);
  },
  'items.listed': inTask((execution, { data }, view) => {
    haveChildren(view, execution, 'item');
    for (const { key, value, after: waitsFor, exclusive } of data.items)
      childOf(view, execution, { kind: 'item', key, title: titleOf(value), waitsFor, exclusive });
  }),
  'item.started': inTask((execution, { data: { key } }, view) =>
    startChild(view, execution, { kind: 'item', key }),
  ),
  'item.finished': inTask((execution, { at, seq, data }, view) =>
    endChild(view, execution, { ...data, at, seq, kind: 'item' }),
  ),
  'item.skipped': inTask((execution, { data: { key, reason } }, view) => {
    haveChildren(view, execution, 'item');
    setStatus(childOf(view, execution, { kind: 'item', key }), 'skipped', reason);
  }),
  'item.kept': inTask((execution, { data: { key } }, view) => {
    haveChildren(view, execution, 'item');
    setStatus(childOf(view, execution, { kind: 'item', key }), 'kept');
  }),
  'branch.started': inTask((execution, { data: { key } }, view) =>
    startChild(view, execution, { kind: 'branch', key }),
  ),
  'branch.finished': inTask((execution, { at, seq, data }, view) =>
    endChild(view, execution, { ...data, at, seq, kind: 'branch' }),
  ),
  'branch.cancelled': inTask(cancelBranch),
  'worktree.planned': ({ view }, { address, data }) => {
    view.worktrees.push(data);
    const child = childAt(view, address, data.key);
    if (child) child.worktree = { path: data.path, branch: data.branch, kept: null };
  },
  // What became of a worktree is asked of git: the folder may have changed since.
  'worktree.made': NOTHING,
  'worktree.opened': NOTHING,
  'workspace.read': NOTHING,
  'snapshot.taken': NOTHING,
  'outline.read': NOTHING,
  'attempts.read': NOTHING,
  'changes.read': NOTHING,
  'worktree.left': NOTHING,
  'worktree.committed': NOTHING,
  'worktree.merged': NOTHING,
  'worktree.conflicted': NOTHING,
  'worktree.removed': NOTHING,
  'worktree.kept': ({ view }, { address, data: { key, reason } }) => {
    const child = childAt(view, address, key);
    if (child?.worktree) child.worktree = { ...child.worktree, kept: reason };
  },
  'worktree.failed': NOTHING,
  'workflow.started': inTask((execution, { data: { map, slip } }, view) =>
    startChild(view, execution, { kind: 'map', key: WORKFLOW_KEY, map: { map, slip } }),
  ),
  'workflow.finished': inTask((execution, { at, seq, data }, view) =>
    endChild(view, execution, { ...data, at, seq, kind: 'map', key: WORKFLOW_KEY }),
  ),
  'task.finished': inTask((execution, { at, seq, data }, view) => {
    execution.action = data.action ?? execution.action;
    endTask(view, execution, { at, seq, ending: 'finished' });
  }),
  'task.failed': inTask((execution, { at, seq, data }, view) => {
    execution.reason = data.reason;
    execution.isAsking = false;
    endTask(view, execution, { at, seq, ending: 'failed' });
    if (data.target === null) stopAround(execution.block, data.reason);
  }),
  'property.violated': ({ view }, event) => {
    view.violations.push(event);
    if (view.claims === 'pause') view.violated ??= event.data;
    // The task that was entered last in its block, or has just ended there.
    const entered = blockAt(view, event.address.block).executions.at(-1);
    if (entered !== undefined) entered.violations = [...entered.violations, event];
  },
  'limit.reached': ({ view }, { data }) => {
    view.reached = [...view.reached.filter(({ limit }) => limit !== data.limit), data];
  },
};

/** Takes events of an execution that is known. */
function childAt(view: RunView, address: Address, key: string): BlockView | undefined {
  return view.blocks.get(blockKeyOf(childPathOf(address, key)));
}

function inTask<T extends RunEventType>(
  take: (execution: Execution, event: RunEventOf<T>, view: RunView) => void,
): Take<T> {
  return ({ view, execution }, event) => {
    if (execution !== undefined) take(execution, event, view);
  };
}

/** Time counts while an agent or command works that does not wait for a person; a process that died did not. */
function passTime(view: RunView, { type, at }: RunEvent): void {
  if (type === 'run.resumed' || view.status !== 'running' || view.working.size <= view.held.size) return;
  // Where the clock was set back no time has passed.
  view.activeMs += Math.max(0, Date.parse(at) - Date.parse(view.lastAt)) || 0;
}

function resumeRun({ view }: About, { seq, at, data }: RunEventOf<'run.resumed'>): void {
  view.status = 'running';
  view.standsSeq = undefined;
  view.working.clear();
  view.paused = undefined;
  view.finished = undefined;
  view.reached = [];
  resumeClaims(view, data);
  view.sources = data.sources ?? view.sources;
  view.settings = data.settings ?? view.settings;
  if (data.wall !== undefined) {
    view.wall = data.wall;
    view.wallSeq = seq;
  }
  if (data.unwatched !== undefined) view.unwatched ??= { seq, at, count: data.unwatched };
  // A run that goes to another task asks nobody any more.
  if (data.from !== null) for (const each of view.questions) dropQuestion(view, each);
  // What is open now was open when the process before died, whose last sign of life was the event before.
  interrupt(view.root, view.lastAt);
  rest(view, view.root);
  if (data.from === null) {
    continueContainers(view.root);
    return;
  }
  for (const block of view.blocks.values()) if (block.status === 'running') markLeft(block, at);
  leave(view, view.root, { at, isLeft: true });
}

function resumeClaims(view: RunView, { claims, from, sources }: RunEventData['run.resumed']): void {
  view.claims = claims?.mode ?? view.claims;
  // A person who leaves the map, or changes it, has decided what becomes of what it claimed.
  if (view.claims === 'warn' || from !== null || sources !== null) view.violated = undefined;
}

function startTask(about: About, event: RunEventOf<'task.started'>): void {
  const { view, execution: before } = about;
  if (before !== undefined) {
    cutOff(before, view.lastAt);
    closeQuestion(view, before);
  }
  const block = blockAt(view, event.address.block);
  leave(view, block, { at: event.at, isLeft: false });
  const execution = createExecution(event, block);
  if (before !== undefined) execution.violations = before.violations;
  about.execution = execution;
  view.executions.push(execution);
  view.open.set(visitKeyOf(event.address), execution);
  block.executions.push(execution);
  block.current = execution;
  setAtWork(view, execution, true);
  continueAround(block);
  forgetEnded(view);
}

function endTask(
  view: RunView,
  execution: Execution,
  { at, seq, ending }: { readonly at: string; readonly seq: number; readonly ending: 'finished' | 'failed' },
): void {
  execution.end = at;
  execution.endSeq = seq;
  execution.ending = ending;
  closeQuestion(view, execution);
  view.open.delete(visitKeyOf(execution.address));
  if (execution.block.current === execution) leave(view, execution.block, { at, isLeft: false });
}

function haveChildren(view: RunView, execution: Execution, kind: ChildBlocks['kind']): void {
  childrenOf(execution, kind);
  setAtWork(view, execution, false);
}

function startChild(view: RunView, execution: Execution, of: Child): void {
  haveChildren(view, execution, of.kind);
  setStatus(childOf(view, execution, of), 'running');
}

interface ChildEnd extends Omit<RunEventData['item.finished'], 'task'> {
  readonly kind: ChildBlocks['kind'];
  readonly at: string;
  readonly seq: number;
}

function endChild(
  view: RunView,
  execution: Execution,
  { kind, key, at, seq, outcome, failed, reason }: ChildEnd,
): void {
  const child = childOf(view, execution, { kind, key });
  setStatus(child, 'finished', reason ?? null);
  child.outcome = outcome;
  child.failed = failed;
  child.endAt = at;
  child.endSeq = seq;
  const children = childrenOf(execution, kind);
  if (failed) children.failed += 1;
  if (isUnmerged(child)) children.unmerged += 1;
  leave(view, child, { at, isLeft: false });
}

/** What was under way in it ends; what that costs is still counted. */
function cancelBranch(
  execution: Execution,
  { at, seq, data }: RunEventOf<'branch.cancelled'>,
  view: RunView,
): void {
  const branch = childOf(view, execution, { kind: 'branch', key: data.key });
  setStatus(branch, 'cancelled');
  for (const each of executionsUnderWay(branch)) {
    closeQuestion(view, each);
    if (each.end !== null) continue;
    each.end = at;
    each.endSeq = seq;
    each.ending = 'cancelled';
    each.isAsking = false;
  }
  branch.endSeq = seq;
  markLeft(branch, at);
  leave(view, branch, { at, isLeft: true });
}

/** The block at the end of a path; a new one where nothing has told of it. */
function blockAt(view: RunView, path: readonly BlockStep[]): BlockView {
  const known = view.blocks.get(blockKeyOf(path));
  if (known !== undefined) return known;
  const { key = '' } = path.at(-1) ?? {};
  const kind = key === WORKFLOW_KEY ? 'map' : 'item';
  const stray = createBlock({ kind, path, parent: undefined, key, slip: null });
  view.blocks.set(blockKeyOf(path), stray);
  return stray;
}
