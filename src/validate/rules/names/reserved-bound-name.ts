import { WORDS } from '../../../expression/cel/words.ts';
import { bindingsOf } from '../../names/bindings.ts';
import { blockNodesOf, type BlockNode } from '../../blocks/blocks.ts';
import { BUILT_IN_NAMES } from '../../names/built-ins.ts';
import type { Rule } from '../../blocks/rule.ts';

/** A bound name means one thing: it is no field, nothing built in, and no word of expressions. */
export const reservedBoundName: Rule = ({ document }, report) => {
  const fields = new Set(document.map.fields.map(({ name }) => name));
  for (const blockNode of blockNodesOf(document.map)) {
    const items = itemsAround(blockNode);
    for (const task of blockNode.block.tasks) {
      const use = task.type === 'foreach' ? useOf(task.item, fields, items) : undefined;
      if (task.type !== 'foreach' || use === undefined) continue;
      const span = document.spanOf(task, 'item');
      report('reserved-bound-name', span, { task: task.name, name: task.item, use });
    }
    for (const { name, task, assignment } of bindingsOf(blockNode.block)) {
      const use = useOf(name, fields, items);
      if (use === undefined) continue;
      const span = assignment ? document.spanOf(assignment, 'name') : document.spanOf(task, 'as');
      report('reserved-bound-name', span, { task: task.name, name, use });
    }
  }
};

/** The tasks around a block, by the names of their items. */
function itemsAround(blockNode: BlockNode): ReadonlyMap<string, string> {
  const items = new Map<string, string>();
  for (let { around } = blockNode; around; { around } = around.outer) {
    if (around.task.type === 'foreach') items.set(around.task.item, around.task.name);
  }
  return items;
}

function useOf(
  name: string,
  fields: ReadonlySet<string>,
  items: ReadonlyMap<string, string>,
): string | undefined {
  const owner = items.get(name);
  if (owner !== undefined) return `an item of task "${owner}"`;
  if (fields.has(name)) return 'a workslip field';
  if (BUILT_IN_NAMES.has(name)) return 'something built in';
  return WORDS.has(name) ? 'a word of the expression language' : undefined;
}
