import { extendScope, over } from '../../expression/types/extend-scope.ts';
import type { Scope, ValueType } from '../../expression/types/value.ts';
import type { Block, ForeachTask } from '../../model/block.ts';
import type { Value } from '../../model/value.ts';
import { invariant } from '../../util/invariant.ts';
import type { BlockInstance } from './block-instance.ts';
import type { Program } from '../program/program.ts';

/**
 * The names that a task of a block can read in addition to inputs and its own: those that tasks of it bind, with what they
 * hold now, and those of the blocks around.
 *
 * Shape: every name that some task binds is declared; one that is not bound is absent.
 */
export function boundNames({ program, block, bound, outer }: BlockInstance): Scope {
  // Until it binds a name itself, a block sees that of the blocks around. They bind nothing while there are blocks inside of them.
  return { types: over(boundTypesOf(program, block), outer.types), values: over(bound, outer.values) };
}

/** What the block of an item of a foreach sees of the blocks around it: the name of the item is bound too. */
export function itemNames(instance: BlockInstance, task: ForeachTask, item: Value): Scope {
  const type = instance.program.facts.tasks.get(task)?.itemType ?? 'any';
  return extendScope(boundNames(instance), [[task.item, type, item]]);
}

/** The names that tasks of a block bind. */
export function boundTypesOf({ facts }: Program, block: Block): ReadonlyMap<string, ValueType> {
  const types = facts.boundTypes.get(block);
  invariant(types !== undefined, 'a block is of the map of its program');
  return types;
}
