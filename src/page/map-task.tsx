import type { JSX } from 'preact';
import type { GraphBlock, GraphEdge, GraphNode, GraphWay } from '../graph/map-graph.ts';
import type { MapTask } from '../report/shapes.ts';
import type { Source } from './api.ts';
import type { Change } from './look.ts';
import { captionOf, type InnerBlock } from './map/inner-block.ts';
import { useLoaded } from './use-source.ts';

interface MapTaskProps {
  readonly source: Source;
  /** The name of the map. */
  readonly map: string;
  /** The block that the task is in, the address of that, and the task's place among its tasks. */
  readonly inner: InnerBlock;
  readonly path: string;
  readonly place: number;
  readonly onGo: (change: Change) => void;
}

/** A task of a map: what it does and may change, where it leads to, and its prompt as it is written. */
export function MapTaskPane({ source, map, inner, path, place, onGo }: MapTaskProps): JSX.Element | null {
  const node = inner.block.nodes[place];
  const name = node?.name ?? '';
  const { value: task, error } = useLoaded(
    () => source.task(map, inner.place + name),
    `${map} ${inner.place}${name}`,
    0,
  );
  if (node === undefined) return null;
  return (
    <section class="pad told" aria-label={`Task ${name}`}>
      <div class="row">
        <h2 class="grow">{name}</h2>
        <button
          type="button"
          class="plain"
          aria-label="Close the task"
          onClick={() => onGo({ task: undefined })}
        >
          ×
        </button>
      </div>
      <p class="quiet">{node.kind}</p>
      {node.description === '' ? null : <p>{node.description}</p>}
      <ul class="texts">
        {node.facts.map(({ text, isCode }) => (
          <li key={text}>{isCode ? <code>{text}</code> : text}</li>
        ))}
      </ul>
      {node.blocks.map((block, index) => (
        <button
          key={index}
          type="button"
          class="button"
          onClick={() =>
            onGo({ in: [path, `${place}.${index}`].filter((each) => each !== '').join(','), task: undefined })
          }
        >
          Open {captionOf(node, block)}
        </button>
      ))}
      <Ways block={inner.block} place={place} />
      {error === '' || node.kind === 'missing' ? null : <p role="alert">{error}</p>}
      {task === undefined ? null : <Details task={task} />}
    </section>
  );
}

function Details({ task: { effect, role, prompt } }: { readonly task: MapTask }): JSX.Element {
  return (
    <>
      {effect === null ? null : <p>It may change {effect}.</p>}
      {role === null ? null : (
        <p>
          Its prompt follows that of the role <code>{role}</code>.
        </p>
      )}
      {prompt === null ? null : (
        <>
          <h3>Prompt, as it is written</h3>
          <pre class="line">{prompt}</pre>
        </>
      )}
    </>
  );
}

interface WaysProps {
  readonly block: GraphBlock;
  readonly place: number;
}

/** Where it leads to, in the order in which its guards are looked at. */
function Ways({ block, place }: WaysProps): JSX.Element | null {
  const ways = block.edges
    .filter(({ from }) => from === place)
    .flatMap((edge) => edge.ways.map((way) => ({ edge, way })))
    .toSorted((a, b) => a.way.order - b.way.order);
  if (ways.length === 0) return null;
  return (
    <>
      <h3>Leads to</h3>
      <ul class="texts">
        {ways.map(({ edge, way }) => (
          <li key={way.order}>
            <b>{targetOf(block.nodes, edge)}</b> {wayWords(way)}
            {way.guard === '' ? null : <code class="block">{way.guard}</code>}
          </li>
        ))}
      </ul>
    </>
  );
}

function targetOf(nodes: readonly GraphNode[], { to }: GraphEdge): string {
  return nodes[to]?.name ?? '';
}

function wayWords({ label, choose }: GraphWay): string {
  return choose === '' ? `by ${label}` : `by ${label}: ${choose}`;
}
