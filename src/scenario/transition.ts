import type { ActiveTask, Block } from '../model/block.ts';
import type { Program } from '../run/program/program.ts';
import { blocksOfMap, nameOfBlock } from './program-blocks.ts';

/**
 * One way out of a task, as coverage counts them.
 *
 * Shape: an `action` that led to its target; the `limit` of an action, that led elsewhere; the `visits` of a task, whose
 * bound led whoever came to it elsewhere; the `error` of a task. `block` is "" in the block of the map; `action` is null
 * for what belongs to the whole task.
 */
export interface Transition {
  readonly kind: 'action' | 'limit' | 'visits' | 'error';
  readonly block: string;
  readonly task: string;
  readonly action: string | null;
  readonly target: string;
}

/** All transitions of one map, in written order; those of maps inside of it are theirs. */
export function transitionsOf(program: Pick<Program, 'map'>): readonly Transition[] {
  return blocksOfMap(program).flatMap((written) => transitionsIn(written.block, nameOfBlock(written)));
}

function transitionsIn(block: Block, name: string): readonly Transition[] {
  return block.tasks.flatMap((task) => (task.type === 'end' ? [] : transitionsFrom(task, name)));
}

function transitionsFrom(task: ActiveTask, block: string): readonly Transition[] {
  const at = { block, task: task.name };
  const { maxVisits, onError } = task;
  return [
    ...(maxVisits === undefined
      ? []
      : [{ ...at, kind: 'visits' as const, action: null, target: maxVisits.then }]),
    ...task.actions.flatMap(({ name, target, limit }): readonly Transition[] => [
      { ...at, kind: 'action', action: name, target },
      ...(limit === undefined ? [] : [{ ...at, kind: 'limit' as const, action: name, target: limit.then }]),
    ]),
    ...(onError === undefined ? [] : [{ ...at, kind: 'error' as const, action: null, target: onError }]),
  ];
}

/** The same for the same way out of the same task. */
export function transitionKey({ kind, block, task, action }: Omit<Transition, 'target'>): string {
  return JSON.stringify([kind, block, task, action]);
}

/** A transition as people read it: `Review -Rework-> Code`. */
export function transitionText({ kind, block, task, action, target }: Transition): string {
  const from = block === '' ? task : `${block}/${task}`;
  if (kind === 'error') return `${from} (onError) -> ${target}`;
  if (kind === 'visits') return `${from} (maxVisits) -> ${target}`;
  const how = kind === 'limit' ? ' (limit)' : '';
  return `${from} -${action}-> ${target}${how}`;
}
