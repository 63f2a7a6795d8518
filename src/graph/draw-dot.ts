import { displayWidth } from '../diagnostics/display-width.ts';
import { printable } from '../diagnostics/printable.ts';
import { cutText } from './fit-text.ts';
import type { GraphBlock, GraphEdge, GraphNode, MapGraph } from './map-graph.ts';

const MOST_NAME = 80;
const MOST_CODE = 48;

/**
 * Writes a map in the language of Graphviz.
 *
 * Shape: blocks in tasks are clusters; a line to a cluster leads to a node in it and is cut at its frame. Linear.
 * Errors: none.
 * Source: https://graphviz.org/doc/info/lang.html
 */
export function drawDot({ title, block }: MapGraph): string {
  const lines = [
    `digraph ${quoted(title)} {`,
    '  graph [compound=true, fontname="Helvetica", fontsize=11, nodesep=0.3, ranksep=0.35, style="rounded,filled", color="#818b98", fillcolor="#f6f8fa"]',
    '  node [shape=box, style="rounded,filled", fontname="Helvetica", fontsize=11, color="#59636e", fillcolor="#f0f3f6", margin="0.15,0.07"]',
    '  edge [fontname="Helvetica", fontsize=9, color="#818b98", arrowsize=0.7]',
  ];
  writeBlock(block, { id: 's', indent: '  ' }, lines);
  return `${lines.join('\n')}\n}\n`;
}

interface Place {
  readonly id: string;
  readonly indent: string;
}

function writeBlock({ nodes, edges, start }: GraphBlock, { id, indent }: Place, lines: string[]): void {
  const first = start === undefined ? undefined : nodes[start];
  if (first) {
    const mark = 'shape=circle, style=filled, label="", width=0.12, fillcolor="#818b98", color="#818b98"';
    lines.push(
      `${indent}${id} [${mark}]`,
      `${indent}${id} -> ${anchor(first, 'in')}${attributes(headOf(first))}`,
    );
  }
  for (const node of nodes) writeNode(node, indent, lines);
  for (const edge of edges) {
    const [from, to] = [nodes[edge.from], nodes[edge.to]];
    if (!from || !to) continue;
    const words = [`label=${quoted(edge.ways.map(wayText).join('\n'))}`, ...STYLES[edge.kind]];
    const [tail, head] = [anchor(from, 'out'), anchor(to, 'in')];
    if (from !== to || from.blocks.length === 0) {
      lines.push(`${indent}${tail} -> ${head}${attributes([...words, ...tailOf(from), ...headOf(to)])}`);
      continue;
    }
    // Graphviz cannot cut a line at a frame that both of its ends are in: it goes by a point outside.
    lines.push(
      `${indent}${from.id}r [shape=point, width=0.05, color="#818b98"]`,
      `${indent}${tail} -> ${from.id}r${attributes([...words, 'arrowhead=none', ...tailOf(from)])}`,
      `${indent}${from.id}r -> ${head}${attributes([...STYLES[edge.kind], ...headOf(to)])}`,
    );
  }
}

function writeNode(node: GraphNode, indent: string, lines: string[]): void {
  const { id, name, facts, blocks, kind, isFailed } = node;
  const texts = [cut(name, MOST_NAME), ...facts.map(({ text }) => cut(text, MOST_CODE))];
  const label = `label=${quoted(texts.join('\n'))}`;
  if (blocks.length === 0) {
    const look = LOOKS[kind === 'end' && isFailed ? 'failed' : kind];
    lines.push(`${indent}${id}${attributes([label, ...look])}`);
    return;
  }
  lines.push(`${indent}subgraph cluster_${id} {`, `${indent}  ${label}`);
  for (const [place, block] of blocks.entries()) {
    const inner = { id: `${id}s${place}`, indent: `${indent}  ` };
    if (block.caption === '') {
      writeBlock(block, inner, lines);
      continue;
    }
    const caption = `label=${quoted(cut(block.caption, MOST_NAME))}; fillcolor="#ffffff"`;
    lines.push(`${inner.indent}subgraph cluster_${id}b${place} {`, `${inner.indent}  ${caption}`);
    writeBlock(block, { ...inner, indent: `${inner.indent}  ` }, lines);
    lines.push(`${inner.indent}}`);
  }
  lines.push(`${indent}}`);
}

/** The node that a line to or from a task has its end at: of a cluster, where it is begun or where it is over. */
function anchor(node: GraphNode, side: 'in' | 'out'): string {
  const block = side === 'in' ? node.blocks[0] : node.blocks.at(-1);
  if (block === undefined) return node.id;
  const inner = block.nodes[side === 'in' ? (block.start ?? 0) : block.nodes.length - 1];
  if (inner === undefined) return `${node.id}s0`;
  return anchor(inner, side);
}

function headOf({ id, blocks }: GraphNode): readonly string[] {
  return blocks.length > 0 ? [`lhead=cluster_${id}`] : [];
}

function tailOf({ id, blocks }: GraphNode): readonly string[] {
  return blocks.length > 0 ? [`ltail=cluster_${id}`] : [];
}

function wayText({ label, guard }: GraphEdge['ways'][number]): string {
  const name = cut(label, MOST_NAME);
  return guard === '' ? name : `${name}\n${cut(guard, MOST_CODE)}`;
}

function attributes(words: readonly string[]): string {
  return words.length === 0 ? '' : ` [${words.join(', ')}]`;
}

/** A text in quotes, where a backslash begins a sign of Graphviz and `&` one of HTML. */
function quoted(text: string): string {
  const lines = text.split('\n').map((line) =>
    printable(line)
      .replaceAll('\\', '\\\\')
      .replaceAll('"', String.raw`\"`)
      .replaceAll('&', '&amp;'),
  );
  return `"${lines.join(String.raw`\n`)}"`;
}

function cut(text: string, width: number): string {
  return cutText(text.replaceAll(/\s+/g, ' ').trim(), width, displayWidth);
}

const STYLES: Readonly<Record<GraphEdge['kind'], readonly string[]>> = {
  action: [],
  limit: ['style=dashed', 'color="#9a6700"', 'fontcolor="#9a6700"'],
  error: ['style=dotted', 'color="#cf222e"', 'fontcolor="#cf222e"'],
};

const LOOKS: Readonly<Record<GraphNode['kind'] | 'failed', readonly string[]>> = {
  claude: ['color="#c9622c"', 'fillcolor="#fdf3ec"'],
  shell: ['style=filled'],
  human: ['color="#9a6700"', 'fillcolor="#fff8c5"', 'shape=house'],
  decide: ['color="#8250df"', 'fillcolor="#f5f0ff"', 'shape=hexagon', 'style=filled'],
  parallel: [],
  foreach: [],
  workflow: ['color="#0969da"', 'fillcolor="#e8f4ff"', 'peripheries=2'],
  end: ['color="#1a7f37"', 'fillcolor="#e6f9ea"', 'shape=oval', 'style=filled'],
  failed: ['color="#cf222e"', 'fillcolor="#ffefed"', 'shape=oval', 'style=filled'],
  missing: ['color="#cf222e"', 'fillcolor="#ffefed"', 'style="filled,dashed"'],
};
