import type { Block } from '../../../model/block.ts';
import { isPrompted } from '../../../model/tasks.ts';
import { bindingsOf } from '../../names/bindings.ts';
import { blockNodesOf, type BlockNode } from '../../blocks/blocks.ts';
import type { Rule } from '../../blocks/rule.ts';

/** A parameter has another name than everything that a task binds, or goes through, where it can see it. */
export const shadowedBinding: Rule = ({ document }, report) => {
  const bound = new BoundIn();
  for (const blockNode of blockNodesOf(document.map)) {
    for (const task of blockNode.block.tasks.filter(isPrompted)) {
      for (const param of task.params) {
        if (!bound.sees(param.name, blockNode)) continue;
        report('shadowed-binding', document.spanOf(param, 'name'), { param: param.name, task: task.name });
      }
    }
  }
};

/** The names that blocks bind, each block's found once. */
class BoundIn {
  readonly #names = new Map<Block, ReadonlySet<string>>();

  sees(name: string, blockNode: BlockNode): boolean {
    for (let each: BlockNode | undefined = blockNode; each; each = each.around?.outer) {
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
