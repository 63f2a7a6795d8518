import { NearNames } from '../near-names.ts';
import type { Rule } from '../rule.ts';

/** Every action goes to a task of its block. */
export const unknownTarget: Rule = ({ document }, report) => {
  const names = new NearNames(document.map.block.tasks);
  for (const task of document.map.block.tasks) {
    if (task.type === 'end') continue;
    for (const action of task.actions) {
      if (names.has(action.target)) continue;
      const span = document.spanOf(action, 'target');
      const params = { task: task.name, action: action.name, target: action.target };
      report('unknown-target', span, params, { fix: names.fixFor(action.target, span) });
    }
  }
};
