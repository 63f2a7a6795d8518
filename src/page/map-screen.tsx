import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { placeBlock } from '../graph/layout/place-block.ts';
import type { MapFinding, MapPage, RunLine } from '../report/shapes.ts';
import type { Source } from './api.ts';
import { lookElsewhere, type Change } from './look.ts';
import { innerBlock, type InnerBlock } from './map/inner-block.ts';
import { mediumFor } from './map/map-medium.ts';
import { Picture } from './map/map-picture.tsx';
import { PlainNode } from './map/plain-node.tsx';
import { MapTaskPane } from './map-task.tsx';
import { MarkSign, STAND_MARKS } from './model/signs.tsx';
import { RunModel } from './model/run-model.ts';
import { runAddress, type Route } from './route.ts';
import { StartForm } from './start-form.tsx';
import { useLoaded } from './use-source.ts';

interface MapScreenProps {
  readonly source: Source;
  readonly route: Route;
  readonly lines: readonly RunLine[];
}

/** A map before a run: its picture, its tasks with their prompts, what the checker found, its runs, and a start. */
export function MapScreen({ source, route, lines }: MapScreenProps): JSX.Element {
  const { value: page, error } = useLoaded(() => source.map(route.name), route.name, 0);
  if (page === undefined) {
    return (
      <main class="pad" id="main">
        <h1>{route.name}</h1>
        <p class={error === '' ? 'quiet' : 'fault'}>{error === '' ? 'The map is on its way.' : error}</p>
        <a href="#/maps">All maps</a>
      </main>
    );
  }
  const { line } = page;
  return (
    <main class="map-screen" id="main">
      <header class="head">
        <a href="#/maps">Maps</a>
        <code>{line.path}</code>
        <h1>{line.name}</h1>
        <p class="quiet grow">{line.description}</p>
      </header>
      <Panes {...{ source, route, page }} runs={lines.filter(({ map }) => map === line.path)} />
    </main>
  );
}

interface PanesProps extends Omit<MapScreenProps, 'lines'> {
  readonly page: MapPage;
  readonly runs: readonly RunLine[];
}

function Panes({ source, route, page, runs }: PanesProps): JSX.Element {
  const { graph, start, line } = page;
  const path = route.options.get('in') ?? '';
  const inner = graph === null ? undefined : innerBlock(graph.block, path, line.name);
  const go = (change: Change): void => lookElsewhere(route, 'map', change);
  const picked = route.options.get('task');
  const place = inner?.block.nodes.findIndex(({ name }) => name === picked) ?? -1;
  return (
    <div class="panes">
      <Drawing inner={inner} picked={place} onGo={go} />
      <div class="pane side">
        {inner === undefined || place < 0 ? null : (
          <MapTaskPane {...{ source, inner, place, path }} map={line.name} onGo={go} />
        )}
        {start === null ? (
          <p class="pad fault">The map has errors: it cannot be started.</p>
        ) : (
          <StartForm key={line.name} source={source} line={line} start={start} />
        )}
        <Findings findings={page.findings} />
        <Runs runs={runs} />
      </div>
    </div>
  );
}

interface DrawingProps {
  readonly inner: InnerBlock | undefined;
  readonly picked: number;
  readonly onGo: (change: Change) => void;
}

/** Units: tasks in one block; laying out more takes too long. */
const MOST_DRAWN = 150;

function Drawing({ inner, picked, onGo }: DrawingProps): JSX.Element {
  const block = inner?.block;
  const placed = useMemo(() => {
    if (block === undefined || block.nodes.length > MOST_DRAWN) return undefined;
    const flat = { ...block, nodes: block.nodes.map((node) => ({ ...node, blocks: [] })) };
    return placeBlock(flat, mediumFor(new RunModel(), []));
  }, [block]);
  return (
    <section class="pane map" aria-label="Map">
      <header>
        {inner?.around.map((each) => (
          <button
            key={each.path}
            type="button"
            class="crumb"
            onClick={() => onGo({ in: each.path === '' ? undefined : each.path, task: undefined })}
          >
            {each.name} ›
          </button>
        ))}
        <h2 class="cut grow">{inner?.name ?? ''}</h2>
        <span class="quiet">{block === undefined ? '' : `${block.nodes.length} tasks`}</span>
      </header>
      {placed === undefined ? (
        <p class="quiet pad">
          {block === undefined
            ? 'It cannot be read as a map.'
            : `More than ${MOST_DRAWN} tasks are not drawn.`}
        </p>
      ) : (
        <div class="picture">
          <Picture
            placed={placed}
            ways={undefined}
            isCentred={true}
            nodeOf={(node) => (
              <PlainNode
                key={node.node.id}
                placed={node}
                isStart={placed.block.nodes[placed.block.start ?? -1] === node.node}
                isSelected={placed.block.nodes[picked] === node.node}
                onSelect={() => onGo({ task: node.node.name })}
              />
            )}
          />
        </div>
      )}
    </section>
  );
}

function Findings({ findings }: { readonly findings: readonly MapFinding[] }): JSX.Element {
  return (
    <section class="pad" aria-label="Findings">
      <h2>Findings of the checker</h2>
      {findings.length === 0 ? <p class="quiet">None.</p> : null}
      <ul class="texts">
        {findings.map(({ severity, code, place, message, help }) => (
          <li key={`${place} ${code}`} class="finding">
            <span class={`severity ${severity}`}>{severity}</span> <code>{code}</code>{' '}
            <code class="quiet">{place}</code>
            <p>{message}</p>
            <p class="quiet">{help}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Units: runs. */
const MAX_RUNS = 20;

function Runs({ runs }: { readonly runs: readonly RunLine[] }): JSX.Element | null {
  if (runs.length === 0) return null;
  return (
    <section class="pad" aria-label="Runs of this map">
      <h2>
        Runs <span class="quiet">{runs.length}</span>
      </h2>
      <ul class="texts">
        {runs.slice(0, MAX_RUNS).map(({ run, stand, goal, reason }) => (
          <li key={run}>
            <a class="row" href={runAddress(run)}>
              <MarkSign mark={STAND_MARKS[stand]} />
              <code>{run}</code>
              <span class="cut grow">{goal === '' ? reason : goal}</span>
              <span class="quiet">{stand}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
