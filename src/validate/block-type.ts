import { objectOf } from '../expression/result-type.ts';
import { typeOfExpression } from '../expression/type-of-expression.ts';
import { literalsOf, unionOf } from '../expression/union-of.ts';
import type { ValueType } from '../expression/value.ts';
import type { PlacedBlock } from './blocks.ts';
import { environmentsOf, onEntry } from './environments.ts';
import type { PromptSubject } from './rule.ts';
import { isLast, taskGraphOf } from './task-graph.ts';

/**
 * The type of what a block comes to: the union of its ends that can be reached, keyed by outcome.
 *
 * Shape: `{outcome, result}`; an end without a result has null. A task without actions ends its block too, with its own name as
 * outcome and what it found out as no result.
 */
export function blockTypeOf(placed: PlacedBlock, subject: PromptSubject): ValueType {
  const results = new Map<string, ValueType[]>();
  for (const task of taskGraphOf(placed.block).reachable) {
    if (!isLast(task)) continue;
    const outcome = task.type === 'end' ? task.outcome : task.name;
    const expression = task.type === 'end' && task.result ? subject.expressionOf(task.result) : undefined;
    const names = expression?.names.map(({ name }) => name) ?? [];
    const env = environmentsOf(subject).environmentOf(names, onEntry(placed, task));
    const type = expression ? typeOfExpression(expression, env) : 'null';
    results.set(outcome, [...(results.get(outcome) ?? []), type]);
  }
  return unionOf(
    Array.from(results, ([outcome, types]) =>
      objectOf([
        ['outcome', literalsOf([outcome])],
        ['result', unionOf(types)],
      ]),
    ),
  );
}
