import type { Action } from '../../../model/action.ts';
import type { ActiveTask, Block } from '../../../model/block.ts';
import { blocksOf } from '../../blocks/blocks.ts';
import { NearNames } from '../../blocks/near-names.ts';
import type { Rule } from '../../blocks/rule.ts';

/** `resets` names tasks and actions of the block that count something. */
export const unknownReset: Rule = ({ document }, report) => {
  for (const block of blocksOf(document.map)) {
    const actions = actionsOf(block);
    const names = new NearNames([...block.tasks, ...actions.map(({ action }) => action)]);
    const counting = countingNamesOf(block);
    for (const { task, action } of actions) {
      for (const reference of action.resets) {
        const { name } = reference;
        if (counting.has(name)) continue;
        const span = document.spanOf(reference);
        const params = { task: task.name, action: action.name, name };
        if (names.has(name)) report('ineffective-reset', span, params);
        else report('unknown-reset', span, params, { fix: names.fixFor(name, span, 'Reset') });
      }
    }
  }
};

function actionsOf({ tasks }: Block): readonly { readonly task: ActiveTask; readonly action: Action }[] {
  return tasks.flatMap((task) =>
    task.type === 'end' ? [] : task.actions.map((action) => ({ task, action })),
  );
}

/** Names of tasks with a limit of visits, and of actions with a limit. */
function countingNamesOf(block: Block): ReadonlySet<string> {
  const names = new Set<string>();
  for (const task of block.tasks) {
    if (task.type === 'end') continue;
    if (task.maxVisits) names.add(task.name);
    for (const { name, limit } of task.actions) if (limit) names.add(name);
  }
  return names;
}
