import { promptedTasksOf } from '../../names/declarations.ts';
import { type PromptedTask } from '../../../model/tasks.ts';
import { isRouted } from '../../blocks/routing.ts';
import type { PromptRule, PromptSubject } from '../../blocks/rule.ts';

/**
 * Where an agent must choose, something tells it how: a `choose` text, or a prompt that speaks of every action.
 *
 * One `choose` is enough: what the others are for often follows from it.
 */
export const unguidedChoice: PromptRule = (subject, report) => {
  for (const task of promptedTasksOf(subject.document.map)) {
    if (task.type !== 'claude' || task.signal !== undefined || isRouted(task)) continue;
    if (task.actions.length < 2 || task.actions.some((action) => action.choose !== undefined)) continue;
    const prompt = promptText(task, subject);
    if (prompt === undefined || task.actions.every((action) => prompt.includes(action.name))) continue;
    const actions = task.actions.map((action) => `"${action.name}"`).join(', ');
    const span = subject.document.spanOf(task, 'actions');
    report(
      'unguided-choice',
      { ...span, end: span.start + 1 },
      { task: task.name, actions },
      { evidence: 'heuristic' },
    );
  }
};

function promptText({ prompt }: PromptedTask, subject: PromptSubject): string | undefined {
  if (prompt.kind === 'verbatim') return prompt.text;
  const template = subject.templates.get(prompt);
  if (!template) return undefined;
  const templates = new Set([template]);
  // A set grows while it is walked.
  for (const each of templates) for (const partial of each.partials.values()) templates.add(partial);
  return Array.from(templates, ({ source }) => source.text).join('\n');
}
