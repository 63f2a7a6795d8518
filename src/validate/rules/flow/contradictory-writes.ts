import { tasksOf } from '../../blocks/blocks.ts';
import type { Rule } from '../../blocks/rule.ts';

/** A task that writes nothing writes no path and does not commit; one that writes anything names no path. */
export const contradictoryWrites: Rule = ({ document }, report) => {
  for (const task of tasksOf(document.map)) {
    if (!('writes' in task) || task.writes === undefined) continue;
    const word = task.writes.find((each) => each === 'nothing' || each === 'anything');
    const other = task.writes.find((each) => each !== word);
    const beside = other ?? (word === 'nothing' && task.mayCommit ? 'mayCommit' : undefined);
    if (word === undefined || beside === undefined) continue;
    report('contradictory-writes', document.spanOf(task, 'writes'), { task: task.name, word, beside });
  }
};
