import { bindingsOf } from '../bindings.ts';
import { placedBlocksOf, type PlacedBlock } from '../blocks.ts';
import { isPrompted } from '../declarations.ts';
import type { Rule } from '../rule.ts';

/** A parameter has another name than everything that a task binds, or goes through, where it can see it. */
export const shadowedBinding: Rule = ({ document }, report) => {
  for (const placed of placedBlocksOf(document.map)) {
    const names = visibleNamesOf(placed);
    if (names.size === 0) continue;
    for (const task of placed.block.tasks.filter(isPrompted)) {
      for (const param of task.params) {
        if (!names.has(param.name)) continue;
        report('shadowed-binding', document.spanOf(param, 'name'), { param: param.name, task: task.name });
      }
    }
  }
};

function visibleNamesOf(placed: PlacedBlock): ReadonlySet<string> {
  const names = new Set<string>();
  for (let each: PlacedBlock | undefined = placed; each; each = each.around?.outer) {
    for (const { name } of bindingsOf(each.block)) names.add(name);
    if (each.around?.task.type === 'foreach') names.add(each.around.task.item);
  }
  return names;
}
