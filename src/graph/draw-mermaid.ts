import { printable } from '../diagnostics/printable.ts';
import { cutText } from './fit-text.ts';
import type { EdgeKind, GraphBlock, GraphEdge, GraphNode, MapGraph } from './map-graph.ts';
import { displayWidth } from '../diagnostics/display-width.ts';

const MOST_NAME = 80;
const MOST_CODE = 48;

/** Mermaid draws no more edges than this unless its own settings say so, which GitHub's do not. */
export const MERMAID_EDGES = 500;

/** How many edges the text has for Mermaid, starts included. */
export function mermaidEdges({ edges, nodes, start }: GraphBlock): number {
  const inner = nodes.flatMap((node) => node.blocks.map(mermaidEdges));
  return inner.reduce((sum, each) => sum + each, edges.length + Number(start !== undefined));
}

/**
 * Writes a map as a flowchart of Mermaid, as GitHub and others show it in Markdown.
 *
 * Shape: blocks in tasks are subgraphs; ids are plain, so that no name can be a word of Mermaid. Linear.
 * Errors: none.
 * Source: https://mermaid.js.org/syntax/flowchart.html
 */
export function drawMermaid({ title, block }: MapGraph): string {
  const lines = [`%% ${printable(title).replaceAll(/[%{}]/g, ' ')}`, 'flowchart TD'];
  writeBlock(block, { id: 's', indent: '  ' }, lines);
  lines.push(...CLASSES);
  return `${lines.join('\n')}\n`;
}

interface Place {
  readonly id: string;
  readonly indent: string;
}

function writeBlock({ nodes, edges, start }: GraphBlock, { id, indent }: Place, lines: string[]): void {
  const first = start === undefined ? undefined : nodes[start];
  if (first) lines.push(`${indent}${id}(( )):::start --> ${first.id}`);
  for (const node of nodes) writeNode(node, indent, lines);
  for (const edge of edges) {
    const [from, to] = [nodes[edge.from], nodes[edge.to]];
    if (!from || !to) continue;
    const label = edge.ways.map(wayText).join('<br>');
    lines.push(
      from === to && from.blocks.length > 0
        ? // Mermaid cannot lead a subgraph to itself.
          `${indent}${from.id}r(("↺")):::again\n${indent}${from.id} ${ARROWS[edge.kind]}|"${label}"| ${from.id}r --> ${from.id}`
        : `${indent}${from.id} ${ARROWS[edge.kind]}|"${label}"| ${to.id}`,
    );
  }
}

function writeNode(node: GraphNode, indent: string, lines: string[]): void {
  const { id, blocks, kind, isFailed } = node;
  const text = [node.name, ...node.facts.map((fact) => fact.text)]
    .map((each, place) => mermaidText(cut(each, place === 0 ? MOST_NAME : MOST_CODE)))
    .join('<br>');
  if (blocks.length === 0) {
    const [open, close] = SHAPES[kind];
    const style = kind === 'end' && isFailed ? 'failed' : kind === 'end' ? 'done' : kind;
    lines.push(`${indent}${id}${open}"${text}"${close}:::${style}`);
    return;
  }
  lines.push(`${indent}subgraph ${id}["${text}"]`);
  for (const [place, block] of blocks.entries()) {
    const inner = { id: `${id}s${place}`, indent: `${indent}  ` };
    if (block.caption === '') {
      writeBlock(block, inner, lines);
      continue;
    }
    lines.push(`${inner.indent}subgraph ${id}b${place}["${mermaidText(cut(block.caption, MOST_NAME))}"]`);
    writeBlock(block, { ...inner, indent: `${inner.indent}  ` }, lines);
    lines.push(`${inner.indent}end`);
  }
  lines.push(`${indent}end`);
}

function wayText({ label, guard }: GraphEdge['ways'][number]): string {
  const name = mermaidText(cut(label, MOST_NAME));
  return guard === '' ? name : `${name}<br>${mermaidText(cut(guard, MOST_CODE))}`;
}

/**
 * A text in quotes. What Mermaid, its Markdown, its HTML or its icons could take for their own becomes a code of its sign;
 * `#` begins such a code. No text can be empty.
 */
function mermaidText(text: string): string {
  const shown = printable(text.replaceAll(/\s+/g, ' ').trim());
  const safe = shown
    .replaceAll(/["#&<>`*_~$%{}[\]|\\;@^]|:(?! )|\/\/|^[-+](?= )|(?<=^\d+)[.)]/g, (signs) =>
      Array.from(signs, (sign) => `#${sign.codePointAt(0)};`).join(''),
    )
    // Words of Mermaid that some versions find in quotes too.
    .replaceAll(/\bend\b/g, 'en#100;')
    .replaceAll(/direction(?= )/g, 'directio#110;');
  return safe === '' ? '#160;' : safe;
}

function cut(text: string, width: number): string {
  return cutText(text.replaceAll(/\s+/g, ' '), width, displayWidth);
}

const ARROWS: Readonly<Record<EdgeKind, string>> = { action: '-->', limit: '-.->', error: '-.->' };

const SHAPES: Readonly<Record<GraphNode['kind'], readonly [string, string]>> = {
  claude: ['(', ')'],
  shell: ['[', ']'],
  human: ['[/', '\\]'],
  decide: ['{{', '}}'],
  parallel: ['[', ']'],
  foreach: ['[', ']'],
  workflow: ['[[', ']]'],
  end: ['([', '])'],
  missing: ['[', ']'],
};

/** Fills with a text colour of their own are read on light and dark pages. */
const CLASSES = [
  '  classDef start fill:#818b98,stroke:#818b98',
  '  classDef again fill:none,stroke:#818b98,color:#818b98',
  '  classDef claude fill:#fdf3ec,stroke:#c9622c,color:#1f2328',
  '  classDef shell fill:#f0f3f6,stroke:#59636e,color:#1f2328',
  '  classDef human fill:#fff8c5,stroke:#9a6700,color:#1f2328',
  '  classDef decide fill:#f5f0ff,stroke:#8250df,color:#1f2328',
  '  classDef workflow fill:#e8f4ff,stroke:#0969da,color:#1f2328',
  '  classDef done fill:#e6f9ea,stroke:#1a7f37,color:#1f2328',
  '  classDef failed fill:#ffefed,stroke:#cf222e,color:#1f2328',
  '  classDef missing fill:#ffefed,stroke:#cf222e,color:#1f2328,stroke-dasharray:4 3',
];
