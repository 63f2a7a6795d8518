import type { Block } from '../../../model/block.ts';
import { isPrompted } from '../../../model/tasks.ts';
import { bindingsOf } from '../../names/bindings.ts';
import { placedBlocksOf, type PlacedBlock } from '../../blocks/blocks.ts';
import type { Rule } from '../../blocks/rule.ts';

/** A parameter has another name than everything that a task binds, or goes through, where it can see it. */
export const shadowedBinding: Rule = ({ document }, report) => {
  const bound = new BoundIn();
  for (const placed of placedBlocksOf(document.map)) {
    for (const task of placed.block.tasks.filter(isPrompted)) {
      for (const param of task.params) {
        if (!bound.sees(param.name, placed)) continue;
        report('shadowed-binding', document.spanOf(param, 'name'), { param: param.name, task: task.name });
      }
    }
  }
};

/** The names that blocks bind, each block's found once. */
class BoundIn {
  readonly #names = new Map<Block, ReadonlySet<string>>();

  sees(name: string, placed: PlacedBlock): boolean {
    for (let each: PlacedBlock | undefined = placed; each; each = each.around?.outer) {
      if (this.#namesOf(each.block).has(name)) return true;
      if (each.around?.task.type === 'foreach' && each.around.task.item === name) return true;
    }
    return false;
  }

  #namesOf(block: Block): ReadonlySet<string> {
    const names = this.#names.get(block) ?? new Set(bindingsOf(block).map(({ name }) => name));
    this.#names.set(block, names);
    return names;
  }
}
