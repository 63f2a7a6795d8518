import { blockNodesOf } from '../../blocks/blocks.ts';
import { assignmentsOf } from '../../../model/tasks.ts';
import type { ReadsRule } from '../../reads/reads-rule.ts';

/** Something reads each name that a task sets. */
export const unreadName: ReadsRule = (reads, report) => {
  for (const subject of reads.project.subjects) {
    const values = reads.valuesOf(subject);
    const told = new Set<string>();
    for (const { block } of blockNodesOf(subject.document.map)) {
      told.clear();
      for (const task of block.tasks) {
        for (const assignment of assignmentsOf(task)) {
          const { name } = assignment;
          if (told.has(name) || values.bound(block, name).demand.isRead) continue;
          told.add(name);
          report('unread-name', subject.document.spanOf(assignment, 'name'), { name, task: task.name });
        }
      }
    }
  }
};
