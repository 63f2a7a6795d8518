import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { RunLine, RunList, ServerFacts } from '../report/shapes.ts';
import { openWith, type Source } from './api.ts';
import { CompareScreen } from './compare-screen.tsx';
import { actOnKey } from './keys.ts';
import { MapScreen } from './map-screen.tsx';
import { MapsScreen } from './maps-screen.tsx';
import { readRoute, runAddress, type Route } from './route.ts';
import { RunScreen } from './run-screen.tsx';
import { RunsScreen } from './runs-screen.tsx';
import { MarkLabel } from './model/signs.tsx';
import { useConnection, type Connection, useLoaded, waitingRuns, wordsOf } from './use-source.ts';
import { clockWords, durationWords } from './model/words.ts';

interface AppProps {
  readonly source: Source;
  /** When the report was made that is shown; undefined for the page of a server. */
  readonly madeAt: string | undefined;
  /** Shows the page with another source, when the key of this one is worthless. */
  readonly onOpened: (source: Source) => void;
}

/** The page: what waits is said at its top, whatever is looked at. */
export function App({ source: given, madeAt, onOpened }: AppProps): JSX.Element {
  const route = useRoute();
  const nowMs = useNow();
  const { isLocked, since, changes } = useConnection(given);
  const facts = useLoaded(given.facts, 'facts', 0);
  const canAct = facts.value?.isReadOnly === false;
  const source = useMemo(
    () => (canAct ? given : { ...given, act: undefined, start: undefined }),
    [given, canAct],
  );
  const { value: list, error } = useLoaded(source.runs, 'runs', changes());
  const lines = list?.lines ?? [];
  const waiting = waitingRuns(lines);
  useEffect(() => {
    document.title = waiting.length > 0 ? `(${waiting.length}) wfmap` : 'wfmap';
  }, [waiting.length]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => actOnKey(event, waiting);
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  if (isLocked)
    return <Locked error="The server was started again, with another token." onOpened={onOpened} />;
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => toMain(event)}>
        To the content
      </a>
      <Top isReport={madeAt !== undefined} facts={facts.value} route={route} lines={lines} nowMs={nowMs} />
      <Notices since={since} error={error} nowMs={nowMs} />
      {madeAt === undefined ? null : <ReportNotice madeAt={madeAt} />}
      <Screen {...{ source, route, list, changes, nowMs }} />
    </>
  );
}

interface ScreenProps {
  readonly source: Source;
  readonly route: Route;
  readonly list: RunList | undefined;
  readonly changes: Connection['changes'];
  readonly nowMs: number;
}

function Screen({ source, route, list, changes, nowMs }: ScreenProps): JSX.Element {
  const { screen, name } = route;
  const lines = list?.lines ?? [];
  if (screen === 'run') return <RunScreen key={name} {...{ source, route, nowMs }} version={changes(name)} />;
  if (screen === 'compare')
    return <CompareScreen key={route.options.get('with')} {...{ source, route, lines, changes }} />;
  if (screen === 'maps') return <MapsScreen source={source} />;
  if (screen === 'map') return <MapScreen key={name} {...{ source, route, lines }} />;
  return <RunsScreen source={source} list={list} nowMs={nowMs} />;
}

interface TopProps {
  readonly isReport: boolean;
  readonly facts: ServerFacts | undefined;
  readonly route: Route;
  readonly lines: readonly RunLine[];
  readonly nowMs: number;
}

function Top({ isReport, facts, route, lines, nowMs }: TopProps): JSX.Element {
  const waiting = waitingRuns(lines);
  const [first] = waiting;
  const working = lines.filter(({ stand }) => stand === 'working').length;
  return (
    <nav class="top" aria-label="Main">
      <b>wfmap</b> <span class="quiet project">{facts?.project ?? ''}</span>
      <a href="#/runs" aria-current={route.screen === 'runs' ? 'page' : undefined}>
        Runs
      </a>
      {facts === undefined || isReport ? null : (
        <a href="#/maps" data-key="n" aria-current={route.screen === 'maps' ? 'page' : undefined}>
          Maps
        </a>
      )}
      {facts?.isReadOnly === true ? <span class="quiet tag">only shows</span> : null}
      <span class="grow" />
      <span aria-live="polite">
        {first === undefined ? null : (
          <a class="need" href={runAddress(first.run)}>
            <MarkLabel
              mark="waiting"
              text={`${waiting.length} ${waiting.length === 1 ? 'waits' : 'wait'} for you`}
            />
            <kbd>a</kbd>
          </a>
        )}
      </span>
      {working > 0 ? <MarkLabel mark="working" text={`${working} working`} /> : null}
      <time class="quiet">{clockWords(nowMs)}</time>
    </nav>
  );
}

/** What a report is, for who was sent it. */
function ReportNotice({ madeAt }: { readonly madeAt: string }): JSX.Element {
  return (
    <aside class="lost" aria-label="About this file">
      The run as it was on {clockWords(Date.parse(madeAt), 0)}, in one file. Secrets are masked by their names
      and values alone: look before you hand it on.
    </aside>
  );
}

interface NoticesProps {
  readonly since: number | null;
  readonly error: string;
  readonly nowMs: number;
}

/** What keeps the page from showing what is. */
function Notices({ since, error, nowMs }: NoticesProps): JSX.Element | null {
  if (since !== null) {
    return (
      <p class="lost" role="status">
        No connection for {durationWords(nowMs - since)}. What is shown is from before; the runs themselves
        continue. Start the server again where it was: <code>wfmap serve</code>
      </p>
    );
  }
  if (error === '') return null;
  return (
    <p class="lost" role="alert">
      {error}
    </p>
  );
}

/** The address of the page is where it is, so it cannot name a place in it. */
function toMain(event: Event): void {
  event.preventDefault();
  const main = document.querySelector<HTMLElement>('#main');
  main?.setAttribute('tabindex', '-1');
  main?.focus();
}

function useRoute() {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const take = (): void => setHash(location.hash);
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  return readRoute(hash);
}

/** The time, as often as something that is shown changes with it. Units: ms since 1970. */
function useNow(): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Where the link was used before: the token opens the page, too. */
export function Locked({
  error,
  onOpened,
}: {
  readonly error: string;
  readonly onOpened: (source: Source) => void;
}): JSX.Element {
  const [token, setToken] = useState('');
  const [words, setWords] = useState(error);
  const open = async (): Promise<void> => {
    try {
      onOpened(await openWith(token.trim()));
    } catch (thrown) {
      setWords(wordsOf(thrown));
    }
  };
  return (
    <main class="locked" id="main">
      <h1>wfmap</h1>
      <p role="status">{words}</p>
      <p>
        Open the newest link that <code>wfmap serve</code> has printed, or paste the token of the server:
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void open();
        }}
      >
        <label>
          Token{' '}
          <input
            type="password"
            autocomplete="off"
            value={token}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        </label>{' '}
        <button type="submit" class="button" disabled={token.trim() === ''}>
          Open
        </button>
      </form>
    </main>
  );
}
