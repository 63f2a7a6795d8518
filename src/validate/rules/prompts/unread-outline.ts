import { blockNodesOf } from '../../blocks/blocks.ts';
import type { PromptRule } from '../../blocks/rule.ts';
import { isKnown, templatesOf } from '../../names/declarations.ts';

/** What a task says of an outline of the project is for a prompt that names it. */
export const unreadOutline: PromptRule = (subject, report) => {
  const { map, spanOf } = subject.document;
  for (const { block } of blockNodesOf(map)) {
    for (const task of block.tasks) {
      if (task.type !== 'claude' || !isKnown(task, subject)) continue;
      if (templatesOf(task, subject).some(({ names }) => names.has('outline'))) continue;
      for (const field of ['outlineTokens', 'outlineFocus'] as const) {
        if (task[field] !== undefined)
          report('unread-outline', spanOf(task, field), { field, task: task.name });
      }
    }
  }
};
