import type { ReadsRule } from '../../reads/reads-rule.ts';
import { lostResultsOf } from '../../reads/live-names.ts';

/** Each result is read on some way before another takes its place. */
export const overwrittenResult: ReadsRule = ({ project }, report) => {
  for (const subject of project.subjects) {
    for (const { task, name, by } of lostResultsOf(subject)) {
      report('overwritten-result', subject.document.spanOf(task, 'as'), { task: task.name, name, by });
    }
  }
};
