import { tasksOf } from '../../blocks/blocks.ts';
import type { Rule } from '../../blocks/rule.ts';

/** The words that set a worktree up are literal text, and look like it. */
export const uninterpolatedSetup: Rule = ({ document }, report) => {
  for (const task of tasksOf(document.map)) {
    if (task.type !== 'parallel' && task.type !== 'foreach') continue;
    const { workspace } = task;
    if (workspace.kind !== 'worktree' || workspace.setup?.some((word) => word.includes('${')) !== true)
      continue;
    const span = document.spanOf(task, 'workspace');
    report('uninterpolated-setup', { ...span, end: span.start + 1 }, { task: task.name });
  }
};
