import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Medium, Point } from '../graph/layout/medium.ts';
import { placeBlock } from '../graph/layout/place-block.ts';
import type { PlacedEdge, PlacedNode } from '../graph/layout/placed.ts';
import { fitText } from '../graph/fit-text.ts';
import type { GraphBlock, GraphEdge, GraphNode, MapGraph } from '../graph/map-graph.ts';
import { textWidth } from '../graph/svg/text-width.ts';
import { mapName } from '../report/map-name.ts';
import type { BlockRow, SpanRow } from '../report/shapes.ts';
import { graphBlockOf, pathGraph } from './path-graph.ts';
import { MARK_WORDS, MarkSign, KIND_PATHS } from './signs.tsx';
import { NOW, waysTaken, wayKey, type Mark, type RunModel } from './run-model.ts';
import { costWords, durationWords } from './words.ts';

interface MapPaneProps {
  readonly model: RunModel;
  readonly version: number;
  readonly graph: MapGraph | null | undefined;
  readonly block: number;
  readonly at: number;
  readonly isOver: boolean;
  readonly isWhole: boolean;
  readonly selected: number;
  readonly onWhole: (isWhole: boolean) => void;
  readonly onBlock: (block: number) => void;
  readonly onStep: (start: number) => void;
}

/** Units: rows of items in one node. */
const MAX_ROWS = 12;

/** The map, as far as a run went by it, with the state of each task drawn on it. */
export function MapPane(props: MapPaneProps): JSX.Element {
  const { model, graph, block, at, isOver, isWhole, version, onWhole, onBlock } = props;
  const row = model.blocks[block];
  const spans = model.spansIn(block);
  const placed = useMemo(() => {
    const whole = graph == null ? undefined : graphBlockOf(model, graph.block, row);
    if (whole === undefined) return undefined;
    const flat = { ...whole, nodes: whole.nodes.map((node) => ({ ...node, blocks: [] })) };
    const drawn = isWhole ? flat : pathGraph(flat, spans, isOver);
    return { placed: placeBlock(drawn, mediumFor(model, spans)), of: whole.nodes.length };
    // The rows of a model grow in place: its version says when.
  }, [graph, block, isWhole, isOver, version]);
  const name = row === undefined || row.kind === 'root' ? mapName(graph?.title ?? '') : row.key;
  return (
    <section class="pane map" aria-label="Map">
      <header>
        {trail(model, row).map((each) => (
          <button key={each.index} type="button" class="crumb" onClick={() => onBlock(each.index)}>
            {each.kind === 'root' ? 'map' : each.key} ›
          </button>
        ))}
        <h2 class="cut grow">{name}</h2>
        <span class="quiet">
          {placed === undefined ? '' : `${placed.placed.nodes.length} of ${placed.of} tasks`}
        </span>
        <div class="chips" role="group" aria-label="How much of the map">
          <button type="button" aria-pressed={!isWhole} onClick={() => onWhole(false)}>
            Path
          </button>
          <button type="button" aria-pressed={isWhole} onClick={() => onWhole(true)}>
            Whole
          </button>
        </div>
      </header>
      {placed === undefined ? (
        <p class="quiet pad">
          {graph === undefined ? 'The map is on its way.' : 'The map of this part cannot be drawn.'}
        </p>
      ) : (
        <div class="picture">
          <Picture {...props} placed={placed.placed} spans={spans} at={at} />
        </div>
      )}
    </section>
  );
}

/** The blocks around a block, from the map inwards. */
function trail(model: RunModel, row: BlockRow | undefined): readonly BlockRow[] {
  const blocks: BlockRow[] = [];
  for (let each = row && model.parentOf(row); each !== undefined;) {
    const around = model.blocks[each.block];
    if (around === undefined) break;
    blocks.unshift(around);
    each = model.parentOf(around);
  }
  return blocks;
}

const NAME = { size: 13, isCode: false };
const SMALL = { size: 11, isCode: false };
const NAME_ROOM = 230;
const ROW = 20;
const ROWS_WIDTH = 330;

function nameOf({ name }: GraphNode): string {
  return fitText(name, { width: NAME_ROOM, lines: 1 }, (text) => textWidth(text, NAME))[0] ?? '';
}

/** Items and branches of a task, at its last visit. */
function childrenAt(model: RunModel, spans: readonly SpanRow[], task: string): readonly BlockRow[] {
  const last = spans.findLast((span) => span.task === task);
  return last === undefined ? [] : model.childrenOf(last.number);
}

function mediumFor(model: RunModel, spans: readonly SpanRow[]): Medium {
  const sizeOf = (node: GraphNode) => {
    const children = childrenAt(model, spans, node.name);
    if (children.length > 0) {
      const rows = Math.min(children.length, MAX_ROWS) + (children.length > MAX_ROWS ? 1 : 0);
      return { width: ROWS_WIDTH, height: 34 + rows * ROW };
    }
    const isFlat = node.kind === 'decide' || node.kind === 'end' || node.kind === 'missing';
    return { width: Math.max(118, Math.ceil(textWidth(nameOf(node), NAME)) + 64), height: isFlat ? 28 : 42 };
  };
  return {
    sizeOf,
    headOf: sizeOf,
    labelOf: (edge) => {
      const label = labelOf(edge);
      return label === '' ? { width: 2, height: 2 } : { width: textWidth(label, SMALL) + 34, height: 18 };
    },
    captionOf: () => ({ width: 0, height: 0 }),
    start: { width: 10, height: 10 },
    gaps: { beside: 16, line: 12, track: 6, row: 8, turn: 7, inside: 0, maxRow: 1400, thick: 0, near: 8 },
  };
}

/** A way that has no other beside it needs no name. */
function labelOf({ ways, kind }: GraphEdge): string {
  const [first] = ways;
  if (kind !== 'action') return kind === 'error' ? 'on error' : 'limit';
  const label = (first?.label ?? '').split(',')[0] ?? '';
  const more = ways.length > 1 ? ` +${ways.length - 1}` : '';
  return fitText(label, { width: 150, lines: 1 }, (text) => textWidth(text, SMALL))[0] + more;
}

interface PictureProps extends MapPaneProps {
  readonly placed: ReturnType<typeof placeBlock>;
  readonly spans: readonly SpanRow[];
}

function Picture(props: PictureProps): JSX.Element {
  const { placed, spans, at } = props;
  const ways = waysTaken(spans, at);
  const { width, height, start } = placed;
  const picture = useRef<SVGSVGElement>(null);
  const isWhole = props.isWhole;
  useEffect(() => {
    // A whole map is larger than its place: it is shown where the run is.
    if (isWhole)
      picture.current?.querySelector('[data-here]')?.scrollIntoView({ block: 'center', inline: 'center' });
  }, [isWhole, placed.block]);
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
      {placed.nodes
        .toSorted((a, b) => a.y - b.y || a.x - b.x)
        .map((node) => (
          <Node key={node.node.id} {...props} node={node} />
        ))}
    </svg>
  );
}

interface WayProps {
  readonly edge: PlacedEdge;
  readonly placed: { readonly block: GraphBlock };
  readonly ways: ReadonlyMap<string, number>;
}

function Way({ edge: { edge, label, before, after }, placed, ways }: WayProps): JSX.Element {
  const { nodes, edges } = placed.block;
  const [from, to] = [nodes[edge.from]?.name ?? '', nodes[edge.to]?.name ?? ''];
  const count = ways.get(wayKey(from, to)) ?? 0;
  const state = count > 0 ? 'taken' : 'open';
  const isNamed = edges.filter((each) => each.from === edge.from).length > 1;
  const words = [isNamed ? labelOf(edge) : '', count > 1 ? `×${count}` : '']
    .filter((each) => each !== '')
    .join(' ');
  const thickness = { strokeWidth: String(Math.min(4, 1.4 + Math.max(0, count - 1) * 0.4)) };
  const middle = { x: label.x + label.width / 2, y: label.y + label.height / 2 };
  const top = before.length === 0 ? [] : [...before, { x: middle.x, y: words === '' ? middle.y : label.y }];
  const bottom = after.length === 0 ? [] : after;
  return (
    <g>
      {top.length > 1 ? <path class={`way ${state}`} style={thickness} d={lineOf(before)} /> : null}
      {bottom.length > 1 ? <path class={`way ${state}`} style={thickness} d={lineOf(bottom)} /> : null}
      {words === '' && before.length > 0 && after.length > 0 ? (
        <path class={`way ${state}`} style={thickness} d={lineOf([before.at(-1)!, after[0]!])} />
      ) : null}
      {bottom.length > 1 ? <path class={`head ${state}`} d={headOf(bottom)} /> : null}
      {words === '' ? null : (
        <text class={`way-name ${state}`} x={middle.x} y={middle.y + 4} text-anchor="middle">
          {words}
        </text>
      )}
    </g>
  );
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

function Node({ node: placedNode, ...props }: PictureProps & { readonly node: PlacedNode }): JSX.Element {
  const { model, spans, at, selected, onStep, onBlock } = props;
  const { node, x, y, width, height } = placedNode;
  const own = spans.filter(({ task, seq }) => task === node.name && seq <= at);
  const last = own.at(-1);
  const mark: Mark = last === undefined ? 'none' : markOfNode(node, model.markOf(last, at));
  const visits = own.filter(({ resumes }) => !resumes).length;
  const children = childrenAt(model, spans, node.name);
  const words = mark === 'waiting' || mark === 'stopped' ? MARK_WORDS[mark] : statsOf(own, at);
  const isSelected = own.some(({ seq }) => seq === selected);
  const isHere = last !== undefined && last === spans.findLast(({ seq }) => seq <= at);
  const open = (): void => {
    if (last !== undefined) onStep(last.seq);
  };
  const label = `${node.name}: ${MARK_WORDS[mark]}${visits > 1 ? `, ${visits} visits` : ''}${words === '' ? '' : `, ${words}`}`;
  return (
    <g
      class={`node ${mark}${isSelected ? ' selected' : ''}`}
      transform={`translate(${x} ${y})`}
      data-here={isHere || undefined}
    >
      <g
        role="button"
        tabIndex={last === undefined ? -1 : 0}
        aria-label={label}
        aria-disabled={last === undefined}
        onClick={open}
        onKeyDown={(event) => {
          if (event.key === 'Enter') open();
        }}
      >
        <path class="box" d={boxOf(node, width, height)} />
        <path
          class="kind-sign"
          d={KIND_PATHS[node.kind]}
          transform={`translate(11 ${children.length > 0 ? 8 : 7})`}
        />
        <text class="name" x={31} y={children.length > 0 ? 20 : 18}>
          {nameOf(node)}
        </text>
        {visits > 1 ? (
          <text class="visits" x={width - 9} y={18} text-anchor="end">
            ×{visits}
          </text>
        ) : null}
        {height >= 42 && children.length === 0 ? (
          <text class="stats" x={31} y={33}>
            {words}
          </text>
        ) : null}
      </g>
      {children.slice(0, MAX_ROWS).map((child, index) => (
        <ItemRow key={child.index} {...{ model, child, at, onBlock }} y={36 + index * ROW} />
      ))}
      {children.length > MAX_ROWS ? (
        <text class="stats" x={31} y={36 + MAX_ROWS * ROW + 12}>
          {restWords(model, children.slice(MAX_ROWS), at)}
        </text>
      ) : null}
    </g>
  );
}

/** An end that is marked as failed is one, and one that is reached ends well otherwise. */
function markOfNode({ isFailed }: GraphNode, mark: Mark): Mark {
  return isFailed && mark !== 'none' ? 'failed' : mark;
}

function statsOf(spans: readonly SpanRow[], at: number): string {
  const last = spans.at(-1);
  if (last === undefined) return 'not reached';
  const ms = spans.reduce((sum, { startMs, endMs }) => sum + ((endMs ?? startMs) - startMs), 0);
  const cost = spans.reduce(
    (sum, { costUsd, endSeq }) => sum + (endSeq !== null && endSeq <= at ? costUsd : 0),
    0,
  );
  return [durationWords(ms), ...(cost > 0 ? [costWords(cost)] : [])].join(' · ');
}

/** What is left out, by its states. */
function restWords(model: RunModel, rest: readonly BlockRow[], at: number): string {
  const counts = new Map<Mark, number>();
  for (const each of rest) {
    const mark = model.markOfBlock(each, at);
    counts.set(mark, (counts.get(mark) ?? 0) + 1);
  }
  const words = [...counts].map(([mark, count]) => `${count} ${MARK_WORDS[mark]}`);
  return `and ${rest.length} more: ${words.join(', ')}`;
}

function boxOf({ kind }: GraphNode, width: number, height: number): string {
  if (kind === 'decide') {
    return `M9 0H${width - 9}L${width} 9V${height - 9}L${width - 9} ${height}H9L0 ${height - 9}V9Z`;
  }
  const r = kind === 'end' ? height / 2 : kind === 'shell' ? 2 : 7;
  return (
    `M${r} 0H${width - r}A${r} ${r} 0 0 1 ${width} ${r}V${height - r}A${r} ${r} 0 0 1 ${width - r} ${height}` +
    `H${r}A${r} ${r} 0 0 1 0 ${height - r}V${r}A${r} ${r} 0 0 1 ${r} 0Z`
  );
}

interface ItemRowProps {
  readonly model: RunModel;
  readonly child: BlockRow;
  readonly at: number;
  readonly y: number;
  readonly onBlock: (block: number) => void;
}

function ItemRow({ model, child, at, y, onBlock }: ItemRowProps): JSX.Element {
  const mark = model.markOfBlock(child, at);
  const back = model.spansIn(child.index).filter((span) => model.markOf(span, at) === 'back').length;
  const now = model.spansIn(child.index).findLast(({ seq, kind }) => seq <= at && kind !== 'decision');
  const state = mark === 'working' && now !== undefined ? now.task : itemWords(child, mark, at);
  const open = (): void => onBlock(child.index);
  return (
    <g
      class={`item ${mark}`}
      transform={`translate(0 ${y})`}
      role="button"
      tabIndex={0}
      aria-label={`${child.key} ${child.title}: ${state}${back > 0 ? `, sent back ${back} times` : ''}`}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key === 'Enter') open();
      }}
    >
      <rect class="hit" x={4} y={-3} width={ROWS_WIDTH - 8} height={ROW} rx={4} />
      <svg x={10} y={0} width={13} height={13} viewBox="0 0 14 14" class="row-sign">
        <MarkSign mark={mark} />
      </svg>
      <text class="row-name" x={31} y={11}>
        {cut(child.title === '' || child.kind !== 'item' ? child.key : `${child.key}  ${child.title}`, 200)}
      </text>
      {back > 0 ? (
        <text class="back-count" x={ROWS_WIDTH - 92} y={11} text-anchor="end">
          ↩{back}
        </text>
      ) : null}
      <text class="row-state" x={ROWS_WIDTH - 10} y={11} text-anchor="end">
        {cut(state, 78)}
      </text>
    </g>
  );
}

function itemWords({ waits }: BlockRow, mark: Mark, at: number): string {
  if (mark === 'none' && at === NOW && waits !== '') return waits;
  return mark === 'waiting' ? 'asks you' : MARK_WORDS[mark];
}

function cut(text: string, width: number): string {
  return fitText(text, { width, lines: 1 }, (each) => textWidth(each, SMALL))[0] ?? '';
}
