import { NearNames } from '../near-names.ts';
import type { Rule } from '../rule.ts';

/** `onError` names a task of its block. */
export const unknownErrorTarget: Rule = ({ document }, report) => {
  const names = new NearNames(document.map.block.tasks);
  for (const task of document.map.block.tasks) {
    if (task.type === 'end' || task.onError === undefined || names.has(task.onError)) continue;
    const span = document.spanOf(task, 'onError');
    const params = { task: task.name, target: task.onError };
    report('unknown-error-target', span, params, { fix: names.fixFor(task.onError, span) });
  }
};
