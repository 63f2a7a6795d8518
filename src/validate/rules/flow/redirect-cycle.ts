import type { Task } from '../../../model/block.ts';
import { blocksOf } from '../../blocks/blocks.ts';
import type { Rule } from '../../blocks/rule.ts';

/** Where all visits of a task are used up, and those of every task it then leads to, a run still comes somewhere. */
export const redirectCycle: Rule = ({ document }, report) => {
  for (const { tasks } of blocksOf(document.map)) {
    const byName = new Map(tasks.map((task) => [task.name, task]));
    for (const ring of ringsOf(tasks, byName)) {
      const [first, ...others] = ring;
      if (first?.type === 'end' || !first?.maxVisits) continue;
      const related = others.slice(0, 5).map((task) => ({
        message: `"${task.name}" is part of the ring.`,
        span: document.spanOf(task, 'name'),
      }));
      const params = { task: first.name, others: others.length };
      report('redirect-cycle', document.spanOf(first.maxVisits, 'then'), params, { related });
    }
  }
};

/** Every task leads to at most one other, so each chain is walked until it meets what was walked before. */
function ringsOf(tasks: readonly Task[], byName: ReadonlyMap<string, Task>): readonly (readonly Task[])[] {
  const chainOf = new Map<Task, Task>();
  const rings: (readonly Task[])[] = [];
  for (const start of tasks) {
    const chain: Task[] = [];
    let task: Task | undefined = start;
    while (task && !chainOf.has(task)) {
      chainOf.set(task, start);
      chain.push(task);
      task = task.type === 'end' || !task.maxVisits ? undefined : byName.get(task.maxVisits.then);
    }
    if (task && chainOf.get(task) === start) rings.push(chain.slice(chain.indexOf(task)));
  }
  return rings;
}
