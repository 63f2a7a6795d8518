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
  const types = boundTypesOf(program, block);
  if (outer.types.size === 0) return { types, values: bound };
  // Until it binds a name itself, a block sees that of the blocks around.
  return { types: new Map([...outer.types, ...types]), values: new Map([...outer.values, ...bound]) };
}

/** What a block inside of this one sees for as long as it runs: the names as they are now. */
export function namesInside(instance: BlockInstance): Scope {
  const { types, values } = boundNames(instance);
  return { types, values: new Map(values) };
}

/** The same for an item of a foreach, whose name is bound too. */
export function itemNames(instance: BlockInstance, task: ForeachTask, item: Value): Scope {
  const { types, values } = namesInside(instance);
  return {
    types: new Map([...types, [task.item, instance.program.facts.tasks.get(task)?.itemType ?? 'any']]),
    values: new Map([...values, [task.item, item]]),
  };
}

/** Nothing is bound yet: what a prompt is rendered from where there is no run. */
export function noBoundNames(program: Program, block: Block): Scope {
  return { types: boundTypesOf(program, block), values: new Map<string, Value>() };
}

function boundTypesOf({ facts }: Program, block: Block): ReadonlyMap<string, ValueType> {
  const types = facts.boundTypes.get(block);
  invariant(types !== undefined, 'a block is of the map of its program');
  return types;
}
