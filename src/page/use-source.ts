import { useEffect, useRef, useState } from 'preact/hooks';
import type { ReasonRow, RunGraph, RunLine, RunPage } from '../report/shapes.ts';
import { Refused, type Source } from './api.ts';
import { RunModel } from './model/run-model.ts';

/** Whether changes reach the page. Shape: `since` is when they stopped to, ms since 1970; null while they do. */
export interface Connection {
  /** Whether the server knows the key of this browser no longer. */
  readonly isLocked: boolean;
  readonly since: number | null;
  /** Rises with each change of a run; `run` is undefined for any. */
  readonly changes: (run?: string) => number;
}

/** Follows what changes. */
export function useConnection(source: Source): Connection {
  const [since, setSince] = useState<number | null>(null);
  const [isLocked, setIsLocked] = useState(false);
  const [, setVersion] = useState(0);
  const counts = useRef(new Map<string, number>());
  useEffect(() => {
    let isLost = false;
    return source.listen((ticks) => {
      if (ticks === 'locked') return setIsLocked(true);
      if (ticks === null) {
        setSince((before) => before ?? Date.now());
        isLost = true;
        return undefined;
      }
      setSince(null);
      const count = (name: string): unknown => counts.current.set(name, (counts.current.get(name) ?? 0) + 1);
      for (const { run } of ticks) count(run);
      if (isLost) count(LOSSES);
      if (isLost || ticks.length > 0) count(ALL);
      isLost = false;
      setVersion((version) => version + 1);
      return undefined;
    });
  }, [source]);
  const of = (name: string): number => counts.current.get(name) ?? 0;
  return { isLocked, since, changes: (run) => (run === undefined ? of(ALL) : of(run) + of(LOSSES)) };
}

// No run has such a name.
const ALL = '\0all';
const LOSSES = '\0losses';

/** What is fetched, and why it could not be. */
export interface Loaded<T> {
  readonly value: T | undefined;
  readonly error: string;
}

/** Fetches again whenever `version` has changed; keeps what it had while it waits, one request at a time. */
export function useLoaded<T>(load: () => Promise<T>, key: string, version: number): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T> & { readonly key: string }>({
    key: '',
    value: undefined,
    error: '',
  });
  const state = useRef({ key: '', version: -1, isBusy: false });
  useEffect(() => {
    const now = state.current;
    if (now.key !== key) Object.assign(now, { key, version: -1, isBusy: false });
    if (now.isBusy || now.version === version) return;
    const begun = { key, version };
    now.isBusy = true;
    now.version = version;
    const end = (next: Loaded<T>): void => {
      if (state.current.key !== begun.key) return;
      state.current.isBusy = false;
      setLoaded({ ...next, key: begun.key });
    };
    load().then(
      (value) => end({ value, error: '' }),
      (thrown: unknown) =>
        end({ value: loaded.key === key ? loaded.value : undefined, error: wordsOf(thrown) }),
    );
  });
  return loaded.key === key ? loaded : { value: undefined, error: '' };
}

/** Why something failed, for people. */
export function wordsOf(thrown: unknown): string {
  if (thrown instanceof Refused) return [thrown.message, thrown.help].filter((each) => each !== '').join(' ');
  return 'The server of this page does not answer.';
}

/** One run, as it grows. */
export interface OpenRun {
  readonly page: RunPage | undefined;
  readonly graph: RunGraph | undefined;
  readonly model: RunModel;
  readonly reasons: ReadonlyMap<number, ReasonRow>;
  /** Whether the reasons have been read once. */
  readonly isExplained: boolean;
  readonly error: string;
}

interface Grown {
  readonly model: RunModel;
  readonly reasons: Map<number, ReasonRow>;
  reasonSeq: number;
}

export function useRun(source: Source, run: string, version: number): OpenRun {
  const grown = useRef<{ run: string; kept: Grown }>({ run: '', kept: newGrown() });
  if (grown.current.run !== run) grown.current = { run, kept: newGrown() };
  const { kept } = grown.current;
  const loaded = useLoaded(
    async () => {
      const [page, rows] = await Promise.all([source.run(run), source.rows(run, kept.model.version)]);
      kept.model.take(rows);
      kept.model.isDriven = page.line.isDriven;
      return page;
    },
    run,
    version,
  );
  const digest = loaded.value?.mapDigest ?? '';
  const graph = useLoaded(
    () => (digest === '' ? Promise.resolve(null) : source.graph(run)),
    `${run} ${digest}`,
    0,
  );
  // Of a long run they take their time: what happened is shown before why.
  const isShown = loaded.value !== undefined && (digest === '' || graph.value !== undefined);
  const why = useLoaded(
    async () => {
      const { seq, reasons } = await source.reasons(run, kept.reasonSeq);
      for (const each of reasons) kept.reasons.set(each.start, each);
      kept.reasonSeq = seq;
      return true;
    },
    run,
    isShown ? version : -1,
  );
  return {
    page: loaded.value,
    graph: digest === '' ? undefined : graph.value,
    model: kept.model,
    reasons: kept.reasons,
    isExplained: why.value === true,
    error: loaded.error === '' ? why.error : loaded.error,
  };
}

function newGrown(): Grown {
  return { model: new RunModel(), reasons: new Map(), reasonSeq: 0 };
}

/** The runs, and how many wait. */
export function waitingRuns(lines: readonly RunLine[]): readonly RunLine[] {
  return lines
    .filter(({ stand }) => stand === 'waiting')
    .toSorted((a, b) => ((a.questions[0]?.askedAt ?? '') < (b.questions[0]?.askedAt ?? '') ? -1 : 1));
}
