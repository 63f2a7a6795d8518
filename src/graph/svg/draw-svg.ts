import { fitText } from '../fit-text.ts';
import { placeBlock } from '../layout/place-block.ts';
import type { Point } from '../layout/medium.ts';
import type { InnerBlock, PlacedBlock, PlacedEdge, PlacedNode } from '../layout/placed.ts';
import type { GraphEdge, GraphNode, MapGraph } from '../map-graph.ts';
import { shownText } from '../shown-text.ts';
import {
  captionLines,
  ICON,
  labelLines,
  measureOf,
  nodeLines,
  SVG_MEDIUM,
  type TextLine,
} from './svg-medium.ts';
import { loopPaths } from './loop-paths.ts';
import { headPath, lookOf, outline, sign, wayPath } from './svg-shapes.ts';
import { svgStyle } from './svg-style.ts';
import { xmlText } from './xml.ts';

const MARGIN = 20;
const LEAST_WIDTH = 240;
const MOST_TOLD = 500;

/**
 * Draws a map as SVG: no script, nothing from elsewhere, light and dark.
 *
 * Shape: one document of UTF-8; `data-task` names the tasks. The same map gives the same text.
 * Errors: none; a block of more than some hundred tasks takes minutes.
 */
export function drawSvg(graph: MapGraph): string {
  const placed = placeBlock(graph.block, SVG_MEDIUM);
  const content = Math.max(placed.width, LEAST_WIDTH);
  const about = fitText(shownText(graph.description), { width: content, lines: 2 }, measureOf('fact'));
  const top = MARGIN + 20 + about.length * 15 + 12;
  const width = content + MARGIN * 2;
  const height = top + placed.height + MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="wfmap" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${xmlText(graph.title)}">`,
    `<title>${xmlText(graph.title)}</title>`,
    `<desc>${xmlText(boundedText(graph.description))}</desc>`,
    `<style>${svgStyle()}</style>`,
    `<rect class="page" width="${width}" height="${height}"/>`,
    `<text class="title" x="${MARGIN}" y="${MARGIN + 14}">${xmlText(graph.title)}</text>`,
    ...about.map(
      (line, place) =>
        `<text class="about" x="${MARGIN}" y="${MARGIN + 32 + place * 15}">${xmlText(line)}</text>`,
    ),
    drawBlock(placed, { x: MARGIN + Math.floor((content - placed.width) / 2), y: top }),
    '</svg>\n',
  ].join('\n');
}

function drawBlock({ start, nodes, edges }: PlacedBlock, at: Point): string {
  const mark = start && [
    `<circle class="mark" cx="${start.x + 5}" cy="${start.y + 5}" r="5"/>`,
    drawLine(start.line, 'action', true),
  ];
  return [
    `<g transform="translate(${at.x} ${at.y})">`,
    ...(mark ?? []),
    ...edges.map((edge) => drawLines(edge, nodes[edge.edge.from])),
    ...nodes.map(drawNode),
    ...edges.map(drawLabel),
    '</g>',
  ].join('\n');
}

function drawNode(placed: PlacedNode): string {
  const { node, x, y, width, blocks } = placed;
  const look = lookOf(node);
  const lines = nodeLines(node);
  const isContainer = blocks.length > 0;
  const widest = Math.max(...lines.map(({ text, style }) => measureOf(style)(text)));
  const left = isContainer ? x + 12 : x + Math.floor((width - widest - ICON) / 2);
  return [
    `<g data-task="${xmlText(node.name)}" data-type="${node.kind}"><title>${xmlText(tipOf(node))}</title>`,
    outline(look, placed, isContainer),
    sign(look, { x: left, y: y + 9 }),
    ...lines.map((line) => drawText(line, { x: left + ICON, y }, isContainer ? ' bold' : '')),
    ...blocks.map((inner) => drawInner(inner, { x, y })),
    '</g>',
  ].join('\n');
}

function drawInner({ x, y, width, height, inset, placed }: InnerBlock, at: Point): string {
  const [left, top] = [at.x + x, at.y + y];
  const caption = captionLines(placed.block);
  const frame =
    caption.length > 0
      ? `<rect class="frame" x="${left}" y="${top}" width="${width}" height="${height}" rx="6"/>`
      : '';
  return [
    frame,
    ...caption.map((line) => drawText(line, { x: left + 10, y: top }, '')),
    drawBlock(placed, { x: left + inset.x, y: top + inset.y }),
  ].join('\n');
}

function drawLines({ edge, before, after, label }: PlacedEdge, from: PlacedNode | undefined): string {
  if (before.length > 0) return drawLine(before, edge.kind, false) + drawLine(after, edge.kind, true);
  // Items have a shadow.
  const right = from ? from.x + from.width + (from.node.kind === 'foreach' ? 4 : 0) : label.x;
  const { line, head } = loopPaths(label, right);
  return `<path class="way ${edge.kind}" d="${line}"/><path class="head ${edge.kind}" d="${head}"/>`;
}

function drawLine(points: readonly Point[], kind: GraphEdge['kind'], hasHead: boolean): string {
  const head = hasHead ? `<path class="head ${kind}" d="${headPath(points)}"/>` : '';
  return `<path class="way ${kind}" d="${wayPath(points)}"/>${head}`;
}

function drawLabel({ edge, label }: PlacedEdge): string {
  const middle = label.x + Math.floor(label.width / 2);
  const tips = edge.ways.map(({ label: name, guard, choose }) =>
    [name, guard && `when ${guard}`, choose && `if ${choose}`].filter((each) => each !== '').join(' '),
  );
  return [
    `<g text-anchor="middle"><title>${xmlText(boundedText(tips.join('; ')))}</title>`,
    ...labelLines(edge).map((line) => drawText(line, { x: middle, y: label.y }, ` ${edge.kind}`)),
    '</g>',
  ].join('');
}

function drawText({ text, style, y }: TextLine, at: Point, more: string): string {
  return `<text class="${style}${more}" x="${at.x}" y="${at.y + y}">${xmlText(text)}</text>`;
}

function tipOf({ name, kind, description, facts }: GraphNode): string {
  return boundedText(
    [`${name} (${kind})`, description, ...facts.map(({ text }) => text)].filter(Boolean).join('\n'),
  );
}

function boundedText(text: string): string {
  return text.length > MOST_TOLD ? `${text.slice(0, MOST_TOLD)}…` : text;
}
