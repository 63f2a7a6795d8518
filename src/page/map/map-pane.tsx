import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { placeBlock } from '../../graph/layout/place-block.ts';
import type { MapGraph } from '../../graph/map-graph.ts';
import { mapName } from '../../report/map-name.ts';
import type { BlockRow } from '../../report/shapes.ts';
import { mediumFor } from './map-medium.ts';
import { Node } from './map-node.tsx';
import { Picture } from './map-picture.tsx';
import { graphBlockOf, pathGraph } from './path-graph.ts';
import { waysTaken, type RunModel } from '../model/run-model.ts';

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
          <Picture
            placed={placed.placed}
            ways={waysTaken(spans, at)}
            isCentred={isWhole}
            nodeOf={(node) => <Node key={node.node.id} {...props} spans={spans} node={node} />}
          />
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
