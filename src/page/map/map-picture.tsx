import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Point } from '../../graph/layout/medium.ts';
import type { PlacedBlock, PlacedEdge, PlacedNode } from '../../graph/layout/placed.ts';
import { loopPaths } from '../../graph/svg/loop-paths.ts';
import { labelOf } from './map-medium.ts';
import { wayKey } from '../model/run-model.ts';

interface PictureProps {
  readonly placed: PlacedBlock;
  /** How often each way was taken; undefined for a map without a run. */
  readonly ways: ReadonlyMap<string, number> | undefined;
  /** Whether it may be larger than its place, and so is shown where the run is, or would begin. */
  readonly isCentred?: boolean;
  readonly nodeOf: (node: PlacedNode) => JSX.Element;
}

/** A placed map, with what a run took of it. */
export function Picture(props: PictureProps): JSX.Element {
  const { placed, ways, isCentred = false, nodeOf } = props;
  const { width, height, start } = placed;
  const picture = useRef<SVGSVGElement>(null);
  useEffect(() => {
    if (isCentred)
      picture.current?.querySelector('[data-here]')?.scrollIntoView({ block: 'center', inline: 'center' });
  }, [isCentred, placed.block]);
  return (
    <svg
      ref={picture}
      class="map-picture"
      width={width + 8}
      height={height + 8}
      viewBox={`-4 -4 ${width + 8} ${height + 8}`}
      role="group"
      aria-label="Tasks of the map, in reading order"
    >
      {start === undefined ? null : (
        <g>
          <circle class="begin" cx={start.x + 5} cy={start.y + 5} r={4} />
          <path class="way taken" d={lineOf(start.line)} />
          <path class="head taken" d={headOf(start.line)} />
        </g>
      )}
      {placed.edges.map((edge) => (
        <Way key={`${edge.edge.from} ${edge.edge.to} ${edge.edge.kind}`} edge={edge} {...{ placed, ways }} />
      ))}
      {placed.nodes.toSorted((a, b) => a.y - b.y || a.x - b.x).map((node) => nodeOf(node))}
    </svg>
  );
}

interface WayProps {
  readonly edge: PlacedEdge;
  readonly placed: PlacedBlock;
  readonly ways: PictureProps['ways'];
}

/** A way: full where the run took it, thicker the more often, dashed where it did not. */
function Way({ edge: { edge, label, before, after }, placed, ways }: WayProps): JSX.Element {
  const { nodes, edges } = placed.block;
  const [from, to] = [nodes[edge.from]?.name ?? '', nodes[edge.to]?.name ?? ''];
  const count = ways?.get(wayKey(from, to)) ?? 0;
  const state = ways === undefined || count > 0 ? 'taken' : 'open';
  // Where there is no choice a name says nothing.
  const isNamed = edges.filter((each) => each.from === edge.from).length > 1;
  const words = wordsOf(isNamed ? labelOf(edge) : '', count);
  const thickness = { strokeWidth: String(Math.min(4, 1.4 + Math.max(0, count - 1) * 0.4)) };
  const { lines, head } = pathsOf(placed, { edge, label, before, after }, words === '');
  return (
    <g>
      {lines.map((line, index) => (
        <path key={index} class={`way ${state}`} style={thickness} d={line} />
      ))}
      <path class={`head ${state}`} d={head} />
      {words === '' ? null : (
        <text
          class={`way-name ${state}`}
          x={label.x + label.width / 2}
          y={label.y + label.height / 2 + 4}
          text-anchor="middle"
        >
          {words}
        </text>
      )}
    </g>
  );
}

/** A task that leads to itself has no lines of its own. */
function pathsOf(
  { nodes }: PlacedBlock,
  { edge, label, before, after }: PlacedEdge,
  isWhole: boolean,
): { readonly lines: readonly string[]; readonly head: string } {
  const from = nodes[edge.from];
  if (before.length === 0 && after.length === 0 && from !== undefined) {
    const { line, head } = loopPaths(label, from.x + from.width);
    return { lines: [line], head };
  }
  const lines = isWhole ? [[...before, ...after]] : [before, after];
  return { lines: lines.map(lineOf), head: headOf(after) };
}

function wordsOf(label: string, count: number): string {
  return `${label}${count > 1 ? ` ×${count}` : ''}`.trim();
}

function lineOf(points: readonly Point[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
}

function headOf(points: readonly Point[]): string {
  const [from, to] = points.slice(-2);
  if (from === undefined || to === undefined) return '';
  const [dx, dy] = [Math.sign(to.x - from.x), Math.sign(to.y - from.y)];
  return dy === 0 ? `M${to.x} ${to.y}l${-6 * dx} -3.5v7z` : `M${to.x} ${to.y}l-3.5 ${-6 * dy}h7z`;
}
