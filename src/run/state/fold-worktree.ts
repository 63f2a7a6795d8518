import type { RunEventOf, RunEventType } from '../../model/run-event.ts';
import { blockKeyOf, childPathOf } from '../../model/address.ts';
import type { BlockInstance } from './block-instance.ts';
import { doesNotFit, openTaskOf } from './in-state.ts';
import type { RunState } from './run-state.ts';
import { conflictReason, type Worktree } from './worktree.ts';

// What the events of worktrees do to the state of a run.

type WorktreeEventType = Extract<RunEventType, `worktree.${string}` | 'workspace.read'>;
type WorktreeEvent = { [T in WorktreeEventType]: RunEventOf<T> }[WorktreeEventType];

export const WORKTREE_FOLDS: {
  readonly [T in WorktreeEventType]: (state: RunState, event: RunEventOf<T>) => void;
} = {
  'worktree.planned': (state, event) => {
    const { path, branch, base, onto } = event.data;
    const instance = instanceIn(state, event);
    const { children } = openTaskOf(state, event);
    if (children !== undefined) children.hasWorktrees = true;
    instance.worktree = {
      path,
      branch,
      base,
      onto,
      phase: 'planned',
      end: undefined,
      head: undefined,
      conflicts: [],
    };
  },
  'worktree.made': (state, event) => {
    worktreeOf(state, event).phase = 'made';
  },
  'worktree.opened': (state, event) => {
    worktreeOf(state, event).phase = 'open';
  },
  'workspace.read': (state, event) => {
    const instance = instanceIn(state, event);
    instance.diff = event.data.diff;
    instance.isDiffFresh = true;
  },
  'worktree.left': (state, event) => {
    const { task: _, key, ...end } = event.data;
    const worktree = worktreeOf(state, event);
    worktree.phase = 'left';
    worktree.end = end;
    openTaskOf(state, event).children?.schedule?.rest(key);
  },
  'worktree.committed': (state, event) => {
    const worktree = worktreeOf(state, event);
    worktree.phase = 'committed';
    worktree.head = event.data.head;
  },
  'worktree.merged': (state, event) => {
    worktreeOf(state, event).phase = 'merged';
  },
  'worktree.conflicted': (state, event) => {
    const worktree = worktreeOf(state, event);
    worktree.phase = 'conflicted';
    worktree.conflicts = event.data.paths;
    const child = openTaskOf(state, event).children?.byKey.get(event.data.key);
    if (child === undefined) return;
    child.isUnmerged = true;
    child.reason = conflictReason(worktree);
  },
  'worktree.removed': () => undefined,
  'worktree.kept': () => undefined,
  'worktree.failed': (state, event) => {
    instanceIn(state, event).stuck = event.data.reason;
  },
};

function instanceIn(state: RunState, event: WorktreeEvent): BlockInstance {
  const { address, data } = event;
  const instance = state.blocks.get(blockKeyOf(childPathOf(address, data.key)));
  if (instance === undefined) throw doesNotFit(event, 'its block was never entered');
  return instance;
}

function worktreeOf(state: RunState, event: WorktreeEvent): Worktree {
  const { worktree } = instanceIn(state, event);
  if (worktree === undefined) throw doesNotFit(event, 'it has no worktree');
  return worktree;
}
