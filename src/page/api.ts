import type {
  MapLine,
  MapPage,
  MapTask,
  ReasonRow,
  Rows,
  RunGraph,
  RunList,
  RunPage,
  ServerFacts,
  StartedRun,
  StartForm,
  StepPage,
  TextPart,
  Tick,
} from '../report/shapes.ts';

/** Why a request was refused, for people. */
export class Refused extends Error {
  readonly status: number;
  readonly help: string;

  constructor(status: number, message: string, help = '') {
    super(message);
    this.status = status;
    this.help = help;
  }
}

/** What can be asked of a run, from a server or from a file that has it inside. */
export interface Source {
  readonly facts: () => Promise<ServerFacts>;
  readonly runs: () => Promise<RunList>;
  readonly run: (run: string) => Promise<RunPage>;
  readonly graph: (run: string) => Promise<RunGraph>;
  readonly rows: (run: string, since: number) => Promise<Rows>;
  readonly reasons: (
    run: string,
    since: number,
  ) => Promise<{ readonly seq: number; readonly reasons: readonly ReasonRow[] }>;
  readonly step: (run: string, start: number) => Promise<StepPage>;
  readonly text: (kind: 'prompt' | 'change' | 'stream' | 'edits', of: TextOf) => Promise<TextPart>;
  readonly maps: () => Promise<readonly MapLine[]>;
  readonly map: (map: string) => Promise<MapPage>;
  readonly task: (map: string, place: string) => Promise<MapTask>;
  /** Undefined where nothing can be done from here, as of `act`. */
  readonly start: ((form: StartForm) => Promise<StartedRun>) | undefined;
  readonly act: ((what: Act, body: object) => Promise<void>) | undefined;
  /** Told of each change; of a loss of the connection, with null; of a key that opens nothing any more. Shape: what ends it. */
  readonly listen: (listener: Listener) => () => void;
}

export type Listener = (news: readonly Tick[] | null | 'locked') => void;

export type Act = 'answer' | 'stop' | 'resume' | 'steer';

export interface TextOf {
  readonly run: string;
  readonly start: number;
  readonly from?: number;
}

/** Where the key of this browser tab is kept: no other tab, and no other page, has it. */
const KEY = 'wfmap-key';

/** Takes the key that the link stands for, or that the tab has. Errors: rejects with {@link Refused}. */
export async function openServer(): Promise<Source> {
  const code = /^#code=([\w-]+)$/.exec(location.hash)?.[1];
  if (code !== undefined) {
    history.replaceState(null, '', '#/runs');
    return openWith(code);
  }
  const key = sessionStorage.getItem(KEY);
  if (key === null) throw new Refused(401, 'This page needs the link that wfmap serve prints.');
  return serverSource(key);
}

/** The same with a code, or with the token of the server. */
export async function openWith(secret: string): Promise<Source> {
  const { key } = await ask<{ key: string }>(secret, 'POST', 'session', {});
  sessionStorage.setItem(KEY, key);
  return serverSource(key);
}

async function ask<T>(secret: string, method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
  const response = await fetch(`/api/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${secret}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.ok) return response.json();
  const { error, help }: { error?: string; help?: string | null } = await response
    .json()
    .catch(() => ({ error: response.statusText }));
  throw new Refused(response.status, error ?? response.statusText, help ?? '');
}

function serverSource(key: string): Source {
  const get = <T>(path: string, query: Readonly<Record<string, string | number>> = {}): Promise<T> => {
    const words = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    return ask<T>(key, 'GET', words.size === 0 ? path : `${path}?${words.toString()}`);
  };
  return {
    facts: () => get('facts'),
    runs: () => get('runs'),
    run: (run) => get('run', { run }),
    graph: (run) => get('graph', { run }),
    rows: (run, since) => get('rows', { run, since }),
    reasons: (run, since) => get('reasons', { run, since }),
    step: (run, start) => get('step', { run, start }),
    text: (kind, { run, start, from = 0 }) => get(kind, { run, start, from }),
    maps: () => get('maps'),
    map: (map) => get('map', { map }),
    task: (map, place) => get('task', { map, place }),
    start: (form) => ask(key, 'POST', 'start', form),
    act: async (what, body) => {
      await ask(key, 'POST', what, body);
    },
    listen: (listener) => listen(key, listener),
  };
}

/** How long after a loss it is tried again. Units: ms. */
const RETRY_MS = 1000;

function listen(key: string, listener: Listener): () => void {
  const stop = new AbortController();
  const follow = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      try {
        await readTicks(key, stop.signal, listener);
      } catch (thrown) {
        if (thrown instanceof Refused && thrown.status === 401) return listener('locked');
        // Anything else is said below, whatever it was.
      }
      if (stop.signal.aborted) return;
      listener(null);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  };
  void follow();
  return () => stop.abort();
}

async function readTicks(
  key: string,
  signal: AbortSignal,
  listener: (ticks: readonly Tick[]) => void,
): Promise<void> {
  const response = await fetch('/api/live', { headers: { authorization: `Bearer ${key}` }, signal });
  if (!response.ok || response.body === null) throw new Refused(response.status, response.statusText);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const ticks: readonly Tick[] = JSON.parse(line);
      listener(ticks);
    }
  }
}
