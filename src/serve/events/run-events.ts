import type { FileSystem } from '../../journal/file-system.ts';
import { readRun, runDirectories } from '../../journal/find-runs.ts';
import { JournalError } from '../../journal/journal-error.ts';
import { foldersOfRuns, isOfJournal, watchFolders, type FolderWatch } from '../../journal/watch-runs.ts';
import { GivenPositions, isAfter, startOf, type Cursor, type Start } from './cursor.ts';
import { NO_RUN, type Served } from './event-id.ts';
import { FollowedRun, type Translate } from './followed-run.ts';

/** Which events of the past are wanted. Shape: they come after `after`. Units: ms since 1970, events. */
export interface Wanted<E extends Served> {
  readonly after?: Cursor | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  readonly limit: number;
  /** Whether events of a run can be among them. */
  readonly isOf: (run: FollowedRun<E>) => boolean;
  readonly matches: (event: E) => boolean;
}

/** Shape: in order; `hasMore` where there are more than were asked for. */
export interface Found<E extends Served> {
  readonly events: readonly E[];
  readonly hasMore: boolean;
}

export interface RunEventsOptions<E extends Served> {
  readonly fs: FileSystem;
  readonly workRoot: string;
  readonly translate: Translate<E>;
  /** The event, with the cursor after it. */
  readonly withCursor: (event: E, cursor: string) => E;
}

/** Takes what came since the last time: in the order of each journal, and of ids over all runs. */
export type Listener<E extends Served> = (events: readonly E[]) => void;

/** How often runs under way are checked, for changes that no watch reports. Units: ms. */
const SLOW_MS = 2000;
/** Every fifth check covers all runs. */
const CHECKS_PER_FULL = 5;
/** Folders of runs that are watched at most; the others are looked at slowly. */
const MAX_WATCHED = 1024;

/**
 * The events of all runs of a project, of whichever process, as they are written, and those of before.
 *
 * E1. What is in a journal is given within milliseconds, where the system reports changes of files.
 * E2. An event is given once, after those before it in its journal.
 * E3. Nothing is kept but the journals: what `replay` gives is what was given.
 * E4. While several runs are under way, each event has a cursor of its own, after which nothing is left out and nothing comes twice, though
 *     an event may be committed after another one of a later time.
 */
export class RunEvents<E extends Served> {
  readonly #options: RunEventsOptions<E>;
  readonly #runs = new Map<string, FollowedRun<E>>();
  readonly #byFolder = new Map<string, FollowedRun<E>>();
  readonly #watch: FolderWatch;
  readonly #slow: NodeJS.Timeout;
  readonly #listeners = new Set<Listener<E>>();
  readonly #grown = new Set<FollowedRun<E>>();
  /** Runs that have not ended. */
  readonly #underWay = new Set<FollowedRun<E>>();
  readonly #given = new GivenPositions();
  #looks = 0;
  #mustScan = false;
  #isPlanned = false;
  #isClosed = false;
  #replayed:
    { readonly run: FollowedRun<E>; readonly seq: number; readonly events: readonly E[] } | undefined;

  /** Errors: throws `storage-failed`. */
  constructor(options: RunEventsOptions<E>) {
    this.#options = options;
    this.#watch = watchFolders((folder, name) => this.#notice(folder, name));
    this.#scan(false);
    // What was written between the first look and the watch.
    for (const run of this.#runs.values()) if (!run.isOver) this.#grown.add(run);
    this.#plan();
    this.#slow = setInterval(() => this.#lookSlowly(), SLOW_MS);
    this.#slow.unref();
  }

  /** All runs, in no order. */
  get runs(): Iterable<FollowedRun<E>> {
    return this.#runs.values();
  }

  /** The run that clients call so. */
  find(name: string): FollowedRun<E> | undefined {
    for (const run of this.#runs.values()) if (run.name === name) return run;
    return undefined;
  }

  /** The run with that id. */
  findById(id: string): FollowedRun<E> | undefined {
    return this.#runs.get(id);
  }

  /** Looks for runs that have begun, now. */
  lookFor(): void {
    this.#mustScan = true;
    this.look();
  }

  /** Reads what has come, now. */
  look(): void {
    this.#isPlanned = false;
    if (this.#isClosed) return;
    if (this.#mustScan) this.#scan(true);
    const grown = [...this.#grown];
    this.#grown.clear();
    const events = grown.flatMap((run) => this.#grow(run));
    if (events.length === 0) return;
    const ordered = this.#withCursors(grown.length > 1 ? inOrder(events) : events, this.#given);
    for (const listener of this.#listeners) listener(ordered);
  }

  /** Shape: what ends it. */
  listen(listener: Listener<E>): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Events of before. Errors: throws {@link CursorLost} where `after` is of a run that is not here. */
  replay({ after, limit, isOf, ...wanted }: Wanted<E>): Found<E> {
    if (
      after !== undefined &&
      after.place.run !== NO_RUN &&
      ![...this.#runs.values()].some(({ digest }) => digest === after.place.run)
    ) {
      throw new CursorLost('The run of that event is not here any more.');
    }
    const found: E[] = [];
    for (const run of this.#runs.values()) {
      const start = after && startOf(run.digest, after);
      if (!isOf(run) || (start !== undefined && run.endsBefore(start))) continue;
      found.push(...firstOf(this.#eventsAfter(run, start), limit + 1, wanted));
    }
    const events = inOrder(found);
    const page = this.#withCursors(events.slice(0, limit), new GivenPositions(after));
    return { events: page, hasMore: events.length > limit };
  }

  /** Cursors are for several runs: of one alone the ids of its events are. */
  #withCursors(events: readonly E[], given: GivenPositions): readonly E[] {
    const needed = this.#underWay.size > 1;
    return events.map((event) => {
      const cursor = given.take(event);
      return needed ? this.#options.withCursor(event, cursor) : event;
    });
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#slow);
    this.#watch.close();
  }

  #eventsAfter(run: FollowedRun<E>, start: Start | undefined): readonly E[] {
    const events = (start && run.recentAfter(start)) ?? this.#all(run);
    return start === undefined ? events : events.filter((event) => isAfter(event, start));
  }

  /** Pages of one run follow each other. */
  #all(run: FollowedRun<E>): readonly E[] {
    if (this.#replayed?.run === run && this.#replayed.seq === run.seq) return this.#replayed.events;
    try {
      const events = run.readAll();
      this.#replayed = { run, seq: events.at(-1)?.seq ?? 0, events };
      return events;
    } catch (thrown) {
      if (!(thrown instanceof JournalError)) throw thrown;
      run.fault = thrown.message;
      return [];
    }
  }

  #grow(run: FollowedRun<E>): readonly E[] {
    try {
      const events = run.grow();
      run.fault = undefined;
      this.#follow(run);
      return events;
    } catch (thrown) {
      // A subscriber of this run gets the error; the others continue.
      if (!(thrown instanceof JournalError)) throw thrown;
      run.fault = thrown.message;
      return [];
    }
  }

  #follow(run: FollowedRun<E>): void {
    if (run.isOver) this.#underWay.delete(run);
    else this.#underWay.add(run);
  }

  #notice(folder: string, name: string | null): void {
    const run = this.#byFolder.get(folder);
    if (run === undefined) this.#mustScan = true;
    else if (isOfJournal(name)) this.#grown.add(run);
    else return;
    this.#plan();
  }

  /** What changes at once is looked at once. */
  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setImmediate(() => this.look());
  }

  /** Mostly of runs under way: there may be thousands that have ended. */
  #lookSlowly(): void {
    this.#looks += 1;
    const isAll = this.#looks % CHECKS_PER_FULL === 0;
    if (isAll) this.#mustScan = true;
    for (const run of isAll ? this.#runs.values() : this.#underWay)
      if (run.mayHaveGrown()) this.#grown.add(run);
    this.#plan();
  }

  #scan(isLater: boolean): void {
    this.#mustScan = false;
    const { fs, workRoot, translate } = this.#options;
    const there = runDirectories(fs, workRoot);
    const present = new Set(there.map(({ folder }) => folder));
    for (const [folder, run] of this.#byFolder) if (!present.has(folder)) this.#forget(run);
    for (const directory of there) {
      if (this.#byFolder.has(directory.folder)) continue;
      const entry = readRun(fs, directory);
      if (entry?.started === undefined) continue;
      const run = new FollowedRun(fs, entry, { translate, isNew: isLater });
      this.#runs.set(entry.started.data.run, run);
      this.#byFolder.set(entry.folder, run);
      this.#follow(run);
      if (!isLater) this.#given.takeUpTo(run.digest, { seq: run.seq, atMs: run.lastAtMs });
      if (isLater) this.#grown.add(run);
    }
    this.#watchRuns(there.map(({ folder }) => folder));
  }

  #forget(run: FollowedRun<E>): void {
    this.#byFolder.delete(run.entry.folder);
    this.#runs.delete(run.entry.started?.data.run ?? '');
    this.#grown.delete(run);
    this.#underWay.delete(run);
  }

  /** Watches the folders of runs and the runs: first those under way, and folders that are still empty. */
  #watchRuns(folders: readonly string[]): void {
    const { fs, workRoot } = this.#options;
    const isOver = (folder: string): boolean => this.#byFolder.get(folder)?.isOver === true;
    const byNeed = [...folders.filter((each) => !isOver(each)), ...folders.filter(isOver).toReversed()];
    const wanted = [...foldersOfRuns(workRoot, fs.list), ...byNeed.slice(0, MAX_WATCHED)];
    if (!this.#watch.watchOnly(wanted)) return;
    // What came into a folder before it was watched.
    this.#mustScan = true;
    this.#plan();
  }
}

/** The first of some events that are wanted. */
function firstOf<E extends Served>(
  events: readonly E[],
  count: number,
  { fromMs = 0, toMs = Infinity, matches }: Pick<Wanted<E>, 'fromMs' | 'toMs' | 'matches'>,
): readonly E[] {
  const found: E[] = [];
  for (const event of events) {
    if (found.length === count) break;
    if (event.atMs >= fromMs && event.atMs <= toMs && matches(event)) found.push(event);
  }
  return found;
}

/** A cursor that leads nowhere: what came after it is unknown. */
export class CursorLost extends Error {}

function inOrder<E extends Served>(events: readonly E[]): readonly E[] {
  return events.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}
