import { join } from 'node:path';
import { blockKeyOf, type Address, type BlockStep } from '../../model/address.ts';
import type { BlockInstance } from '../state/block-instance.ts';
import type { LiveRun, RunSettings } from './live-run.ts';

type Run = Pick<LiveRun, 'state'> & { readonly settings: Pick<RunSettings, 'workRoot' | 'workFolder'> };

/** Where the tasks of a block work: in the nearest worktree around them, else where the run does. */
export function workFolderOf({ state, settings }: Run, path: readonly BlockStep[]): string {
  const worktree = findAround(state.blocks, path, ({ worktree: own }) => own !== undefined)?.worktree;
  return worktree === undefined ? settings.workFolder : join(settings.workRoot, worktree.path);
}

/** The commit that the work of a block begins at; undefined outside of worktrees. */
export function baseOf({ state }: Pick<Run, 'state'>, path: readonly BlockStep[]): string | undefined {
  return findAround(state.blocks, path, ({ worktree }) => worktree !== undefined)?.worktree?.base;
}

/** Whether the run has made the folder that the tasks of a block work in: a worktree, in which nobody else works. */
export function isOwnFolder(run: Pick<Run, 'state'>, path: readonly BlockStep[]): boolean {
  return baseOf(run, path) !== undefined || (run.state.started?.git?.worktree ?? null) !== null;
}

/** Whether the tasks of a block are to change nothing: the nearest block that says where it works says so. */
export function isReadonly({ state }: Pick<Run, 'state'>, path: readonly BlockStep[]): boolean {
  const found = findAround(state.blocks, path, ({ workspace }) => workspace.kind !== 'shared');
  return found?.workspace.kind === 'readonly';
}

/** The task around a block, as the address of what concerns the block. */
export function addressAround(path: readonly BlockStep[]): Address {
  const step = path.at(-1);
  if (step === undefined) return { block: [] };
  return { block: path.slice(0, -1), task: step.task, visit: step.activation };
}

function findAround(
  blocks: ReadonlyMap<string, BlockInstance>,
  path: readonly BlockStep[],
  isIt: (instance: BlockInstance) => boolean,
): BlockInstance | undefined {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const instance = blocks.get(blockKeyOf(path.slice(0, depth)));
    if (instance !== undefined && isIt(instance)) return instance;
  }
  return undefined;
}
