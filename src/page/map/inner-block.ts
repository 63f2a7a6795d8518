import type { GraphBlock, GraphNode } from '../../graph/map-graph.ts';

/** A block of a map. Shape: `place` is what the places of its tasks begin with, as `wfmap prompt` takes them. */
export interface InnerBlock {
  readonly block: GraphBlock;
  readonly place: string;
  /** The blocks around it, from the map inwards, each with its own address. */
  readonly around: readonly { readonly name: string; readonly path: string }[];
  readonly name: string;
}

/** The block at an address: `2.0,5.1` is the second block of task 5 in the first block of task 2. What is not there is the map itself. */
export function innerBlock(root: GraphBlock, path: string, title: string): InnerBlock {
  let found: InnerBlock = { block: root, place: '', around: [], name: title };
  const taken: string[] = [];
  for (const step of path.split(',')) {
    const [task, index] = step.split('.').map(Number);
    const node = found.block.nodes[task ?? Number.NaN];
    const block = node?.blocks[index ?? Number.NaN];
    if (node === undefined || block === undefined) break;
    const around = [...found.around, { name: found.name, path: taken.join(',') }];
    taken.push(step);
    found = {
      block,
      place: `${found.place}${node.name}/${keyOf(node, block)}/`,
      around,
      name: captionOf(node, block),
    };
  }
  return found;
}

/** How a place goes into a block of a task. */
function keyOf({ kind }: GraphNode, { caption }: GraphBlock): string {
  if (kind === 'workflow') return 'map';
  return caption === '' ? '*' : caption;
}

/** What a block of a task is called. */
export function captionOf({ name }: GraphNode, { caption }: GraphBlock): string {
  return caption === '' ? name : caption;
}
