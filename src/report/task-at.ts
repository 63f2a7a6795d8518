import type { Block, Task } from '../model/block.ts';
import type { Address } from '../model/address.ts';
import { childBlocksOf } from '../model/child-blocks.ts';
import type { Program } from '../run/program/program.ts';

/** The task that an address names in the map of a run; undefined where the map has none there. */
export function taskAt(program: Program, { block: path, task: name }: Address): Task | undefined {
  let at: { readonly program: Program; readonly block: Block } | undefined = {
    program,
    block: program.map.block,
  };
  for (const step of path) {
    at = insideOf(at, step.task, step.key);
    if (at === undefined) return undefined;
  }
  return at.block.tasks.find((each) => each.name === name);
}

function insideOf({ program, block }: { program: Program; block: Block }, name: string, key: string) {
  const task = block.tasks.find((each) => each.name === name);
  if (task === undefined) return undefined;
  if (task.type === 'workflow') {
    const inner = program.maps.get(task.map);
    return inner && { program: inner, block: inner.map.block };
  }
  const children = childBlocksOf(task);
  const child = children.find((each) => each.key === key) ?? children[0];
  return child && { program, block: child.block };
}
