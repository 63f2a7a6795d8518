import fc from 'fast-check';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { graphOfMap } from '../../../src/graph/graph-of-map.ts';
import type { GraphBlock, GraphEdge, GraphNode, MapGraph, NodeKind } from '../../../src/graph/map-graph.ts';
import { collect } from '../../../src/diagnostics/diagnostic.ts';
import { parse } from '../../../src/parse/parse.ts';

const ROOT = `${import.meta.dirname}/../../..`;

/** The graph of a map in a file, without the maps in it. */
export function graphOfFile(file: string): MapGraph {
  const document = parse({ name: file, text: readFileSync(file, 'utf8') }, collect().report);
  if (!document) throw new Error(`${file} is no map.`);
  return graphOfMap({ map: document.map, maps: new Map() }, basename(file, '.json'));
}

/** All maps that are shipped, by their paths. */
export const SHIPPED: readonly string[] = globSync(`${ROOT}/workflows/{*,parts/*}.json`).toSorted();

interface Shape {
  readonly kinds: readonly NodeKind[];
  readonly ways: readonly { readonly from: number; readonly to: number; readonly kind: GraphEdge['kind'] }[];
  readonly inner: readonly { readonly at: number; readonly shapes: readonly Shape[] }[];
}

const kind = fc.constantFrom<NodeKind>('claude', 'shell', 'human', 'decide', 'workflow', 'end');
const way = fc.record({
  from: fc.nat(11),
  to: fc.nat(11),
  kind: fc.constantFrom<GraphEdge['kind']>('action', 'action', 'limit', 'error'),
});

function shapes(depth: number): fc.Arbitrary<Shape> {
  return fc.record({
    kinds: fc.array(kind, { minLength: 1, maxLength: 12 }),
    ways: fc.array(way, { maxLength: 24 }),
    inner:
      depth === 0
        ? fc.constant([])
        : fc.array(
            fc.record({
              at: fc.nat(11),
              shapes: fc.array(shapes(depth - 1), { minLength: 1, maxLength: 3 }),
            }),
            { maxLength: 2 },
          ),
  });
}

/** Any graph with blocks in blocks. All names in it differ: `Task12x`, `Way34x`; `names` counts both. */
export const anyGraph: fc.Arbitrary<MapGraph> = shapes(2).map((shape) => new Maker().graph(shape));

class Maker {
  #nodes = 0;
  #ways = 0;

  graph(shape: Shape): MapGraph {
    const block = this.#block(shape, '');
    return { title: 'random', description: 'Any map', block, size: this.#nodes };
  }

  #block({ kinds, ways, inner }: Shape, caption: string): GraphBlock {
    const nodes = kinds.map((each, place): GraphNode => {
      const own = inner.find(({ at }) => at === place);
      this.#nodes += 1;
      const head = {
        id: `n${this.#nodes}`,
        name: `Task${this.#nodes}x`,
        isFailed: false,
        facts: place % 3 === 0 ? [{ text: 'a fact', isCode: true }] : [],
        description: '',
      };
      if (!own) return { ...head, kind: each, blocks: [] };
      const isOne = own.shapes.length === 1;
      const blocks = own.shapes.map((shape, branch) => this.#block(shape, isOne ? '' : `branch ${branch}`));
      return { ...head, kind: isOne ? 'foreach' : 'parallel', blocks };
    });
    const edges = new Map<string, GraphEdge>();
    for (const each of ways) {
      const [from, to] = [each.from % nodes.length, each.to % nodes.length];
      const key = `${from} ${to} ${each.kind}`;
      const known = edges.get(key)?.ways ?? [];
      this.#ways += 1;
      const next = {
        order: this.#ways,
        label: `Way${this.#ways}x`,
        guard: this.#ways % 3 === 0 ? 'a == b' : '',
        choose: '',
      };
      edges.set(key, { from, to, kind: each.kind, ways: [...known, next] });
    }
    return { caption, start: 0, nodes, edges: [...edges.values()] };
  }
}

/** The names of all tasks of a graph, and the labels of all its ways. */
export function namesIn({ nodes, edges }: GraphBlock): { readonly tasks: string[]; readonly ways: string[] } {
  const inner = nodes.flatMap(({ blocks }) => blocks.map(namesIn));
  return {
    tasks: [...nodes.map(({ name }) => name), ...inner.flatMap(({ tasks }) => tasks)],
    ways: [
      ...edges.flatMap(({ ways }) => ways.map(({ label }) => label)),
      ...inner.flatMap(({ ways }) => ways),
    ],
  };
}

/** How often a text occurs in another. */
export function count(text: string, part: string): number {
  return text.split(part).length - 1;
}
