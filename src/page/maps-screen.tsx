import type { JSX } from 'preact';
import type { MapLine } from '../report/shapes.ts';
import type { Source } from './api.ts';
import { addressOf } from './route.ts';
import { useLoaded } from './use-source.ts';

/** The maps that can be run here, the project's own first. */
export function MapsScreen({ source }: { readonly source: Source }): JSX.Element {
  const { value: maps, error } = useLoaded(source.maps, 'maps', 0);
  const own = maps?.filter(({ origin }) => origin === 'project') ?? [];
  const shipped = maps?.filter(({ origin }) => origin === 'shipped') ?? [];
  return (
    <main class="runs" id="main">
      <h1>Maps</h1>
      {error === '' ? null : <p role="alert">{error}</p>}
      {maps === undefined && error === '' ? <p class="quiet">The maps are on their way.</p> : null}
      {maps !== undefined && own.length === 0 ? (
        <p class="quiet">
          This project has no map of its own yet: <code>wfmap new my-map</code>
        </p>
      ) : null}
      <Maps title="Of this project" maps={own} />
      <Maps title="Shipped with wfmap" maps={shipped} />
    </main>
  );
}

function Maps({
  title,
  maps,
}: {
  readonly title: string;
  readonly maps: readonly MapLine[];
}): JSX.Element | null {
  if (maps.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul class="list">
        {maps.map(({ name, description }) => (
          <li key={name}>
            <a class="map-row" href={addressOf('map', name)}>
              <code>{name}</code>
              <span class={description === null ? 'fault' : ''}>
                {description ?? 'cannot be read as a map'}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
