import { unionOf } from '../../expression/types/union-of.ts';
import type { ValueType } from '../../expression/types/value.ts';
import type { EndTask } from '../../model/block.ts';
import type { BlockNode } from './blocks.ts';
import { outcomeOf } from './container-types.ts';
import { isLast, taskGraphOf } from './task-graph.ts';

/**
 * The type of what a block comes to: the union of its ends that can be reached, keyed by outcome.
 *
 * Shape: `{outcome, result}`; an end without a result has null. A task without actions ends its block too, with its own name as
 * outcome and what it found out as no result. `counts` leaves ends out.
 */
export function blockTypeOf(
  { block }: BlockNode,
  typeOfResult: (end: EndTask) => ValueType,
  counts: (end: EndTask) => boolean = () => true,
): ValueType {
  const results = new Map<string, ValueType[]>();
  for (const task of taskGraphOf(block).reachable) {
    if (!isLast(task) || (task.type === 'end' && !counts(task))) continue;
    const outcome = task.type === 'end' ? task.outcome : task.name;
    const type = task.type === 'end' ? typeOfResult(task) : 'null';
    const known = results.get(outcome);
    if (known) known.push(type);
    else results.set(outcome, [type]);
  }
  return unionOf(Array.from(results, ([outcome, types]) => outcomeOf(outcome, unionOf(types))));
}
