import { childBlocksOf } from '../model/child-blocks.ts';
import type { Block, Task } from '../model/block.ts';
import type { WorkflowMap } from '../model/map.ts';
import { factsOf } from './facts-of.ts';
import type { EdgeKind, GraphBlock, GraphEdge, GraphNode, GraphWay, MapGraph } from './map-graph.ts';

/** A map with the maps that its tasks run, as far as they are to be drawn in their tasks, by the path that it writes. */
export interface DrawnMap {
  readonly map: WorkflowMap;
  readonly maps: ReadonlyMap<string, DrawnMap>;
}

/** More nodes than this are drawn as nothing: maps in maps grow by powers. */
export const MAX_NODES = 100_000;

/**
 * Makes the graph of a map. Linear; also of a map with errors, whose unknown targets become nodes of their own.
 *
 * Errors: none; what lies beyond {@link MAX_NODES} nodes is left out of its task.
 */
export function graphOfMap({ map, maps }: DrawnMap, title: string): MapGraph {
  const builder = new Builder();
  const block = builder.block(map.block, '', maps);
  return { title, description: map.description, block, size: builder.size };
}

class Builder {
  size = 0;

  block(block: Block, caption: string, maps: DrawnMap['maps']): GraphBlock {
    const places = new Map<string, number>();
    for (const [place, { name }] of block.tasks.entries()) if (!places.has(name)) places.set(name, place);
    const nodes = block.tasks.map((task) => this.#node(task, maps));
    const placeOf = (name: string): number => {
      const known = places.get(name);
      if (known !== undefined) return known;
      places.set(name, nodes.length);
      return nodes.push(this.#missing(name)) - 1;
    };
    const edges = edgesOf(block.tasks, placeOf);
    const start = nodes.length === 0 && block.start === '' ? undefined : placeOf(block.start);
    return { caption, start, nodes, edges };
  }

  #node(task: Task, maps: DrawnMap['maps']): GraphNode {
    this.size += 1;
    return {
      id: `n${this.size}`,
      name: task.name,
      kind: task.type,
      isFailed: task.type === 'end' && task.failed,
      facts: factsOf(task),
      description: task.description ?? '',
      blocks: this.#blocksIn(task, maps),
    };
  }

  #missing(name: string): GraphNode {
    this.size += 1;
    const id = `n${this.size}`;
    return { id, name, kind: 'missing', isFailed: true, facts: [], description: '', blocks: [] };
  }

  #blocksIn(task: Task, maps: DrawnMap['maps']): readonly GraphBlock[] {
    if (this.size > MAX_NODES) return [];
    const inner = task.type === 'workflow' ? maps.get(task.map) : undefined;
    if (inner) return [this.block(inner.map.block, '', inner.maps)];
    return childBlocksOf(task).map(({ block, key }) => this.block(block, key ?? '', maps));
  }
}

function edgesOf(tasks: readonly Task[], placeOf: (name: string) => number): readonly GraphEdge[] {
  const edges = new Map<string, { from: number; to: number; kind: EdgeKind; ways: GraphWay[] }>();
  for (const [from, task] of tasks.entries()) {
    for (const { kind, target, way } of waysOf(task)) {
      const to = placeOf(target);
      const key = `${from} ${to} ${kind}`;
      const edge = edges.get(key) ?? { from, to, kind, ways: [] };
      edge.ways.push(way);
      edges.set(key, edge);
    }
  }
  return [...edges.values()];
}

interface Way {
  readonly kind: EdgeKind;
  readonly target: string;
  readonly way: GraphWay;
}

/** All ways out of a task: its actions and where their limits lead, in written order, then those of the task itself. */
function waysOf(task: Task): readonly Way[] {
  if (task.type === 'end') return [];
  const ways: Way[] = [];
  const add = (kind: EdgeKind, target: string, label: string, more: Partial<GraphWay> = {}): void => {
    ways.push({ kind, target, way: { order: ways.length, label, guard: '', choose: '', ...more } });
  };
  for (const { name, target, when, choose = '', limit } of task.actions) {
    // A guard that is always true says that nobody chooses, which the picture shows by the only way out.
    const guard = when === undefined || when.text.trim() === 'true' ? '' : when.text;
    add('action', target, limit ? `${name}, at most ${limit.max}` : name, { guard, choose });
    if (limit) add('limit', limit.then, `${name}, after ${limit.max}`);
  }
  if (task.maxVisits) add('limit', task.maxVisits.then, `after ${times(task.maxVisits.max, 'visit')}`);
  if (task.onError !== undefined) add('error', task.onError, 'on error');
  return ways;
}

function times(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
