import type { Report } from '../../../diagnostics/diagnostic.ts';
import type { Block, Task } from '../../../model/block.ts';
import type { MapDocument } from '../../../model/map-document.ts';
import { blocksOf } from '../../blocks/blocks.ts';
import type { Rule } from '../../blocks/rule.ts';
import { strongComponents } from '../../blocks/strong-components.ts';
import { isLast, reach, taskGraphOf, type TaskGraph } from '../../blocks/task-graph.ts';

/**
 * From wherever a run can come to, it can come to an end.
 *
 * Each loop that nothing leads out of is told once, at its first task. A block without any end has that said
 * on its own.
 */
export const endlessLoop: Rule = ({ document }, report) => {
  for (const block of blocksOf(document.map)) checkBlock(block, document, report);
};

function checkBlock(block: Block, document: MapDocument, report: Report): void {
  const graph = taskGraphOf(block);
  const tasks = [...graph.reachable];
  const ends = tasks.filter(isLast);
  if (ends.length === 0) return;
  const ending = reach(ends, reversed(graph));
  const lost = block.tasks.filter((task) => graph.reachable.has(task) && !ending.has(task));
  const places = new Map(lost.map((task, index) => [task, index]));
  const nextOf = (task: Task) => graph.next.get(task) ?? [];
  for (const loop of strongComponents(lost, nextOf)) {
    const [first, ...others] = [...loop].toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
    // What leads on to another loop is told there.
    if (!first || [...loop].some((task) => nextOf(task).some((next) => !loop.has(next)))) continue;
    const related = others.slice(0, 5).map((task) => ({
      message: `"${task.name}" is part of the loop.`,
      span: document.spanOf(task, 'name'),
    }));
    report(
      'endless-loop',
      document.spanOf(first, 'name'),
      { task: first.name, others: others.length },
      { related },
    );
  }
}

function reversed(graph: TaskGraph): Map<Task, Task[]> {
  const before = new Map<Task, Task[]>();
  for (const [task, nexts] of graph.next) {
    for (const next of nexts) {
      const list = before.get(next);
      if (list) list.push(task);
      else before.set(next, [task]);
    }
  }
  return before;
}
