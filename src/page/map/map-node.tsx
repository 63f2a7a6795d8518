import type { JSX } from 'preact';
import type { PlacedNode } from '../../graph/layout/placed.ts';
import type { GraphNode } from '../../graph/map-graph.ts';
import type { BlockRow, SpanRow } from '../../report/shapes.ts';
import { NodeShape } from './node-shape.tsx';
import { childrenAt, MAX_ROWS, nameOf, ROW, ROWS_WIDTH, rowText } from './map-medium.ts';
import { MARK_WORDS, MarkSign } from '../model/signs.tsx';
import { NOW, type Mark, type RunModel } from '../model/run-model.ts';
import { costWords, durationWords } from '../model/words.ts';

export interface NodeProps {
  readonly model: RunModel;
  readonly spans: readonly SpanRow[];
  readonly at: number;
  readonly selected: number;
  readonly onStep: (start: number) => void;
  readonly onBlock: (block: number) => void;
  readonly node: PlacedNode;
}

/** A task with its state; its items and branches are rows in it. */
export function Node(props: NodeProps): JSX.Element {
  const { model, spans, at, onBlock, node: placed } = props;
  const { node, x, y } = placed;
  const own = spans.filter(({ task, seq }) => task === node.name && seq <= at);
  const last = own.at(-1);
  const mark: Mark = last === undefined ? 'none' : markOfNode(node, model.markOf(last, at));
  const children = childrenAt(model, spans, node.name);
  const isSelected = own.some(({ seq }) => seq === props.selected);
  const isHere = last !== undefined && last === spans.findLast(({ seq }) => seq <= at);
  return (
    <g
      class={`node ${mark}${isSelected ? ' selected' : ''}`}
      transform={`translate(${x} ${y})`}
      data-here={isHere ? true : undefined}
    >
      <TaskBox {...props} {...{ own, last, mark }} hasRows={children.length > 0} />
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

interface BoxProps extends NodeProps {
  /** The executions of the task by then. */
  readonly own: readonly SpanRow[];
  readonly last: SpanRow | undefined;
  readonly mark: Mark;
  readonly hasRows: boolean;
}

function TaskBox({ node: placed, own, last, mark, hasRows, at, onStep }: BoxProps): JSX.Element {
  const { node, width, height } = placed;
  const visits = own.filter(({ resumes }) => !resumes).length;
  const words = mark === 'waiting' || mark === 'stopped' ? MARK_WORDS[mark] : statsOf(own, at);
  const isTold = height >= 42 && !hasRows;
  const open = (): void => {
    if (last !== undefined) onStep(last.seq);
  };
  return (
    <g
      role="button"
      tabindex={last === undefined ? -1 : 0}
      aria-label={labelOf([nameOf(node), visits > 1 ? `×${visits}` : '', isTold ? words : ''], mark)}
      aria-disabled={last === undefined}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key === 'Enter') open();
      }}
    >
      <NodeShape placed={placed} hasRows={hasRows} />
      {SPACE}
      {visits > 1 ? (
        <text class="visits" x={width - 9} y={18} text-anchor="end">
          ×{visits}
        </text>
      ) : null}
      {SPACE}
      {isTold ? (
        <text class="stats" x={31} y={33}>
          {words}
        </text>
      ) : null}
    </g>
  );
}

/** Texts that stand apart are words of their own, also for programs that read the page. */
const SPACE = ' ';

/** What is read out: what is to be seen, and the state where no word of that says it. */
function labelOf(seen: readonly string[], mark: Mark): string {
  const words = seen.filter((each) => each !== '').join(' ');
  return words.endsWith(MARK_WORDS[mark]) ? words : `${words}: ${MARK_WORDS[mark]}`;
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

/** Units: pixels of a row, for its name and for its state. */
const NAME_ROOM = 200;
const STATE_ROOM = 78;

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
  const title = child.kind === 'item' && child.title !== '' ? `${child.key} ${child.title}` : child.key;
  const name = rowText(title, NAME_ROOM);
  const open = (): void => onBlock(child.index);
  return (
    <g
      class={`item ${mark}`}
      transform={`translate(0 ${y})`}
      role="button"
      tabindex={0}
      aria-label={labelOf([name, back > 0 ? `↩${back}` : '', rowText(state, STATE_ROOM)], mark)}
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
        {name}
      </text>
      {SPACE}
      {back > 0 ? (
        <text class="back-count" x={ROWS_WIDTH - 92} y={11} text-anchor="end">
          ↩{back}
        </text>
      ) : null}
      {SPACE}
      <text class="row-state" x={ROWS_WIDTH - 10} y={11} text-anchor="end">
        {rowText(state, STATE_ROOM)}
      </text>
    </g>
  );
}

/** What an end says of itself counts more than that it is done. */
function itemWords({ waits, outcome }: BlockRow, mark: Mark, at: number): string {
  if ((mark === 'done' || mark === 'failed') && outcome !== '') return outcome;
  if (mark === 'none' && at === NOW && waits !== '') return waits;
  return mark === 'waiting' ? 'asks you' : MARK_WORDS[mark];
}
