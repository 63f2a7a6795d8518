import { isContained } from '../../../util/is-contained.ts';
import { tasksOf } from '../../blocks/blocks.ts';
import type { Rule } from '../../blocks/rule.ts';

/** What a task writes lies in its work tree, and is named without patterns. */
export const unusableWritePath: Rule = ({ document }, report) => {
  for (const task of tasksOf(document.map)) {
    for (const path of 'writes' in task ? (task.writes ?? []) : []) {
      const problem = problemOf(path);
      if (problem === undefined) continue;
      report('unusable-write-path', document.spanOf(task, 'writes'), { task: task.name, path, problem });
    }
  }
};

function problemOf(path: string): string | undefined {
  if (!isContained(path)) return 'is not a path in the work tree, from its top';
  if (/[*?[\]{}]/.test(path)) return 'is a pattern';
  if (/[(),\\]/.test(path)) return 'has a sign that no permission rule can have: "(", ")", "," or "\\"';
  return /^[./]*$/.test(path) ? 'names no file or folder' : undefined;
}
