import type { JSX } from 'preact';
import type { PlacedNode } from '../../graph/layout/placed.ts';
import type { GraphNode } from '../../graph/map-graph.ts';
import { nameOf, rowText } from './map-medium.ts';
import { NodeShape } from './node-shape.tsx';

interface PlainNodeProps {
  readonly placed: PlacedNode;
  readonly isStart: boolean;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
}

/** A task of a map without a run. Selecting it opens its details. */
export function PlainNode({ placed, isStart, isSelected, onSelect }: PlainNodeProps): JSX.Element {
  const { node, x, y, width, height } = placed;
  const note = height < 42 ? '' : rowText(noteOf(node), width - 40);
  return (
    <g
      class={`node${isSelected ? ' selected' : ''}${node.isFailed ? ' failed' : ''}`}
      transform={`translate(${x} ${y})`}
      data-here={isStart ? true : undefined}
    >
      <g
        role="button"
        tabindex={0}
        aria-pressed={isSelected}
        aria-label={`${nameOf(node)} ${note}`.trim()}
        onClick={onSelect}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSelect();
        }}
      >
        <NodeShape placed={placed} />{' '}
        <text class="stats" x={31} y={33}>
          {note}
        </text>
      </g>
    </g>
  );
}

function noteOf({ kind, facts }: GraphNode): string {
  return facts[0]?.text ?? kind;
}
