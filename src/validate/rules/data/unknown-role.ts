import { tasksOf } from '../../blocks/blocks.ts';
import { roleOf } from '../../../model/tasks.ts';
import { rolePath } from '../../blocks/role-path.ts';
import type { PromptRule } from '../../blocks/rule.ts';

/** The role of an agent has a prompt, which can be read. */
export const unknownRole: PromptRule = ({ document, lookups }, report) => {
  for (const task of tasksOf(document.map)) {
    const role = roleOf(task);
    if (!role) continue;
    const { name } = role;
    const lookup = lookups.get(rolePath(name));
    const span = document.spanOf(role);
    if (lookup?.kind === 'missing') {
      const places = lookup.lookedIn.map((place) => `"${place}"`).join(' and ');
      report('unknown-role', span, { task: task.name, role: name, places });
    } else if (lookup?.kind === 'unreadable') {
      report('unreadable-template', span, { path: lookup.place, reason: lookup.reason });
    }
  }
};
