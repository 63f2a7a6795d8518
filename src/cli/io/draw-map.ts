import { basename } from 'node:path';
import type { Checked } from '../../check/check.ts';
import { drawDot } from '../../graph/draw-dot.ts';
import { drawMermaid, MERMAID_EDGES, mermaidEdges } from '../../graph/draw-mermaid.ts';
import { graphOfMap, type DrawnMap } from '../../graph/graph-of-map.ts';
import type { MapGraph } from '../../graph/map-graph.ts';
import { drawSvg } from '../../graph/svg/draw-svg.ts';
import { widestBlock } from '../../graph/widest-block.ts';
import { UsageError } from './usage-error.ts';

/** The pictures that are files. */
export const PICTURE_FORMS = ['mermaid', 'dot', 'svg'] as const;

export type PictureForm = (typeof PICTURE_FORMS)[number];

/** What is drawn at all; laying out more takes minutes, and nobody reads it. */
const MOST_DRAWN = 1000;
const MOST_IN_BLOCK = 150;

/** Makes the graph of a checked map. `isDeep` draws the maps that its tasks run in these tasks. */
export function graphOfChecked(checked: Checked, name: string, isDeep: boolean): MapGraph | undefined {
  const { document } = checked;
  if (document === undefined) return undefined;
  const maps = isDeep ? drawnMapsOf(checked, new Map()) : new Map();
  return graphOfMap({ map: document.map, maps }, titleOf(name));
}

/** What a picture of a map is called, by the name of its file. */
export function titleOf(name: string): string {
  return basename(name).replace(/\.(?:json|wfmap)$/, '');
}

function drawnMapsOf(checked: Checked, known: Map<Checked, DrawnMap>): ReadonlyMap<string, DrawnMap> {
  const maps = new Map<string, DrawnMap>();
  for (const [path, inner] of checked.maps) {
    if (inner.document === undefined) continue;
    const drawn = known.get(inner) ?? { map: inner.document.map, maps: drawnMapsOf(inner, known) };
    known.set(inner, drawn);
    maps.set(path, drawn);
  }
  return maps;
}

/**
 * Draws a picture. Shape: `notice` is what is to be told beside it; "" for nothing.
 *
 * Errors: throws {@link UsageError} where a map is too large for a layout of ours.
 */
export function drawPicture(
  graph: MapGraph,
  form: PictureForm,
): { readonly text: string; readonly notice: string } {
  if (form === 'dot') return { text: drawDot(graph), notice: '' };
  if (form === 'mermaid') {
    const edges = mermaidEdges(graph.block);
    const notice =
      edges > MERMAID_EDGES
        ? `Mermaid shows at most ${MERMAID_EDGES} lines unless its maxEdges says more; this map has ${edges}.`
        : '';
    return { text: drawMermaid(graph), notice };
  }
  const widest = widestBlock(graph.block);
  if (graph.size > MOST_DRAWN || widest > MOST_IN_BLOCK) {
    const [count, most, where] =
      widest > MOST_IN_BLOCK ? [widest, MOST_IN_BLOCK, ' in one block'] : [graph.size, MOST_DRAWN, ''];
    throw new UsageError(
      `The picture would have ${count} tasks${where}, and ${most} is the most that can be laid out.`,
      {
        help: 'Write --to dot and let Graphviz lay it out, or --to text for a list; draw a map of the map by its own file.',
      },
    );
  }
  return { text: drawSvg(graph), notice: '' };
}
