import type { Block } from '../../../model/block.ts';
import { tasksOf } from '../../blocks/blocks.ts';
import type { Rule } from '../../blocks/rule.ts';
import { isLast, taskGraphOf } from '../../blocks/task-graph.ts';

/** As many branches as a join waits for can come to an end that is not failed. */
export const unreachableJoin: Rule = ({ document }, report) => {
  for (const task of tasksOf(document.map)) {
    if (task.type !== 'parallel' || task.atLeast === undefined) continue;
    const possible = task.branches.filter(({ block }) => canEndWell(block)).length;
    if (possible >= task.atLeast) continue;
    const params = { task: task.name, wanted: task.atLeast, possible, count: task.branches.length };
    report('unreachable-join', document.spanOf(task, 'join'), params);
  }
};

function canEndWell(block: Block): boolean {
  return [...taskGraphOf(block).reachable].some(
    (task) => isLast(task) && (task.type !== 'end' || !task.failed),
  );
}
