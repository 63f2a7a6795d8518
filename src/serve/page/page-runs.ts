import { runLineOf } from '../../report/run-line.ts';
import type { RunLine, RunList, Tick } from '../../report/shapes.ts';
import type { Served } from '../events/event-id.ts';
import type { FollowedRun } from '../events/followed-run.ts';
import { OpenedRun, type Reading } from './opened-run.ts';

/** Units: runs whose rows and reasons are kept. */
const MAX_OPENED = 6;
/** How soon after a change it is told, and how often everything is compared. Units: ms. */
const SOON_MS = 60;
const SLOW_MS = 2000;

/** Where runs are followed: `RunEvents`, whatever it makes of their records. */
interface RunsSource {
  readonly runs: Iterable<FollowedRun<Served>>;
  readonly find: (name: string) => FollowedRun<Served> | undefined;
  readonly look: () => void;
  readonly lookFor: () => void;
  readonly listen: (listener: () => void) => () => void;
}

export interface PageRunsOptions extends Reading {
  readonly events: RunsSource;
}

/** The runs of a project, as the page asks for them, and news of them. */
export class PageRuns {
  readonly #options: PageRunsOptions;
  readonly #lines = new Map<
    string,
    { readonly seq: number; readonly isDriven: boolean; readonly line: RunLine }
  >();
  readonly #opened = new Map<string, OpenedRun>();
  readonly #listeners = new Map<(ticks: readonly Tick[]) => void, Marks>();
  /** Runs that have not ended, and that nobody drives. */
  #left = new Set<string>();
  readonly #stop: () => void;
  readonly #slow: NodeJS.Timeout;
  #soon: NodeJS.Timeout | undefined;

  constructor(options: PageRunsOptions) {
    this.#options = options;
    this.#stop = options.events.listen(() => this.#plan());
    this.#slow = setInterval(() => {
      this.#lookForLeft();
      this.#plan();
    }, SLOW_MS);
    this.#slow.unref();
  }

  /** In the order of their starts, the newest first. */
  list(): RunList {
    this.#options.events.lookFor();
    const runs = [...this.#options.events.runs].toSorted((a, b) => (startOf(a) < startOf(b) ? 1 : -1));
    let over = 0;
    const shown = runs.filter((run) => !run.isOver || (over += 1) <= MAX_OVER);
    const lines = shown.flatMap((run) => this.#lineOf(run) ?? []);
    return { lines, left: runs.length - shown.length };
  }

  /** A run that somebody looks at; undefined where there is none of that name. */
  open(name: string): OpenedRun | undefined {
    this.#options.events.look();
    const followed = this.#options.events.find(name);
    if (followed === undefined) return undefined;
    const known = this.#opened.get(name);
    const opened = known?.followed === followed ? known : new OpenedRun(followed, this.#options);
    // The last one that was used stands last.
    this.#opened.delete(name);
    this.#opened.set(name, opened);
    const [oldest] = this.#opened.keys();
    if (this.#opened.size > MAX_OPENED && oldest !== undefined) this.#opened.delete(oldest);
    return opened;
  }

  /** Tells of each run that has come further, soon after it has. Shape: what ends it. */
  listen(listener: (ticks: readonly Tick[]) => void): () => void {
    this.#listeners.set(listener, this.#marks());
    this.#lookForLeft();
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#stop();
    clearInterval(this.#slow);
    clearTimeout(this.#soon);
  }

  #plan(): void {
    if (this.#listeners.size === 0) return;
    this.#soon ??= setTimeout(() => this.#tell(), SOON_MS);
  }

  #tell(): void {
    this.#soon = undefined;
    const now = this.#marks();
    for (const [listener, known] of this.#listeners) {
      const ticks = [...now].flatMap(([run, { seq, isLeft }]) => {
        const before = known.get(run);
        return before?.seq === seq && before.isLeft === isLeft ? [] : [{ run, seq }];
      });
      this.#listeners.set(listener, now);
      if (ticks.length > 0) listener(ticks);
    }
  }

  #marks(): Marks {
    const { runs } = this.#options.events;
    return new Map(
      Array.from(runs, ({ name, seq }) => [name, { seq, isLeft: this.#left.has(name) }] as const),
    );
  }

  /** No record tells that a process is gone: its lock does. */
  #lookForLeft(): void {
    const { events, isDriven } = this.#options;
    if (this.#listeners.size === 0) return;
    this.#left = new Set(
      [...events.runs].filter((run) => !run.isOver && !isDriven(run)).map(({ name }) => name),
    );
  }

  #lineOf(run: FollowedRun<Served>): RunLine | undefined {
    const view = run.tryView();
    if (view === undefined) return undefined;
    const isDriven = !run.isOver && this.#options.isDriven(run);
    const known = this.#lines.get(run.name);
    if (known !== undefined && known.seq === view.seq && known.isDriven === isDriven) return known.line;
    const line = runLineOf(run.name, view, isDriven);
    this.#lines.set(run.name, { seq: view.seq, isDriven, line });
    return line;
  }
}

/** Where each run is, by its name. */
type Marks = ReadonlyMap<string, { readonly seq: number; readonly isLeft: boolean }>;

/** Units: runs that have ended. */
const MAX_OVER = 100;

function startOf({ entry }: FollowedRun<Served>): string {
  return entry.started?.at ?? '';
}
