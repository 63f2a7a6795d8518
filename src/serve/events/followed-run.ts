import { join } from 'node:path';
import type { FileSystem } from '../../journal/file-system.ts';
import { JOURNAL_FILE, type RunEntry } from '../../journal/find-runs.ts';
import { JournalError } from '../../journal/journal-error.ts';
import { JournalTail } from '../../journal/journal-tail.ts';
import { readLastRecord } from '../../journal/journal-end.ts';
import type { RunEvent } from '../../model/run-event.ts';
import { applyEvent } from '../../view/apply-event.ts';
import { createRunView, type Execution, type RunView } from '../../view/run-view.ts';
import type { Start } from './cursor.ts';
import { eventIdOf, runDigestOf, type Served } from './event-id.ts';
import { append } from '../../util/append.ts';

/** A record at the moment at which it has been taken into the view of its run. Only then the view is right. */
export interface Moment {
  readonly run: FollowedRun<Served>;
  readonly view: RunView;
  readonly event: RunEvent;
  /** The execution that it is about. */
  readonly execution: Execution | undefined;
}

/** Makes of a record what is handed on: the same whenever the journal is read. */
export type Translate<E extends Served> = (moment: Moment, placed: (part: number) => Served) => readonly E[];

interface Following<E extends Served> {
  readonly translate: Translate<E>;
  readonly isNew: boolean;
}

/** Units: events that are kept of a run under way. */
const MAX_RECENT = 1024;

/**
 * A run as its journal tells of it, followed while it is written.
 *
 * F1. Events are given in the order of the journal, each once, for the life of this object.
 * F2. A run that has ended is not read before somebody asks for it.
 */
export class FollowedRun<E extends Served> {
  readonly entry: RunEntry;
  /** Its name to clients: what wfmap's commands take as well. */
  readonly name: string;
  readonly digest: string;
  readonly #fs: FileSystem;
  readonly #translate: Translate<E>;
  readonly #path: string;
  #tail: JournalTail;
  #view: RunView | undefined;
  #key = '';
  #recent: E[] = [];
  #recentFrom = -1;
  /** How the journal ended when it was last looked at without being read. */
  #end: { readonly seq: number; readonly atMs: number; readonly isOver: boolean } | undefined;
  /** Why its journal cannot be read; undefined where it can. */
  fault: string | undefined;

  /** The `seq` up to which events were given, or are none of ours to give. */
  #given = 0;
  #sizeBytes = 0;
  #pending: readonly E[] = [];

  /** `isNew`: it began while it was followed, so all of its events are given. */
  constructor(fs: FileSystem, entry: RunEntry, { translate, isNew }: Following<E>) {
    this.#fs = fs;
    this.entry = entry;
    this.#translate = translate;
    this.name = nameOf(entry);
    this.digest = runDigestOf(entry.started?.data.run ?? entry.path);
    this.#path = join(entry.folder, JOURNAL_FILE);
    this.#tail = new JournalTail(fs, this.#path);
    if (isNew) return;
    this.mayHaveGrown();
    const last = readLastRecord(fs, this.#path);
    if (last === undefined) {
      this.tryView();
      this.#pending = [];
    } else {
      this.#end = { seq: last.seq, atMs: Date.parse(last.at), isOver: last.type === 'run.finished' };
    }
    this.#given = this.seq;
  }

  /** Whether its last record says that it has ended. */
  get isOver(): boolean {
    return this.#view === undefined ? this.#end?.isOver === true : this.#view.status === 'finished';
  }

  /** The view of all that was given so far. Errors: throws JournalError. */
  view(): RunView {
    if (this.#view === undefined) this.#open();
    return this.#view ?? createRunView();
  }

  /** The same; undefined where the journal cannot be read, and `fault` says why. */
  tryView(): RunView | undefined {
    try {
      return this.view();
    } catch (thrown) {
      if (!(thrown instanceof JournalError)) throw thrown;
      this.fault = thrown.message;
      return undefined;
    }
  }

  /** Whether its journal is not as large as it was at the last such look. */
  mayHaveGrown(): boolean {
    const { sizeBytes = 0 } = this.#fs.shared?.look(this.#path) ?? {};
    const isSame = sizeBytes === this.#sizeBytes;
    this.#sizeBytes = sizeBytes;
    return !isSame;
  }

  /** What has come since the last call, and since the object was made. Errors: throws JournalError. */
  grow(): readonly E[] {
    const isUnread = this.#view === undefined;
    const { events, isAnew } = this.#tail.read();
    if (isUnread || isAnew) this.#reset();
    const taken = this.#take(events);
    const given = this.#given;
    this.#given = Math.max(given, this.#tail.seq);
    const pending = this.#pending;
    this.#pending = [];
    return [...pending, ...taken].filter(({ seq }) => seq > given);
  }

  /** Whether nothing of it can come after a place. */
  endsBefore(start: Start): boolean {
    const end = this.#view === undefined ? this.#end : undefined;
    if (end === undefined) return false;
    return 'key' in start ? end.atMs < start.atMs : end.seq < start.seq;
  }

  /** The events of which some come after a place that are still in memory; undefined where one of those is not. */
  recentAfter(start: Start): readonly E[] | undefined {
    if ('key' in start || this.#view === undefined || start.seq <= this.#recentFrom) return undefined;
    return this.#recent;
  }

  /** All events, read from the journal. Errors: throws JournalError. */
  readAll(): readonly E[] {
    const { events } = new JournalTail(this.#fs, this.#path).read();
    const view = createRunView();
    let key = '';
    return events.flatMap((event) => {
      const made = this.#served(view, event, key);
      key = made.at(-1)?.key ?? key;
      return made;
    });
  }

  /** When its last record was, as far as it was looked at. */
  get lastAtMs(): number {
    return this.#view === undefined ? (this.#end?.atMs ?? 0) : Date.parse(this.#view.lastAt) || 0;
  }

  /** The last `seq` that was given, or that its journal had when it was looked at. */
  get seq(): number {
    return this.#view === undefined ? (this.#end?.seq ?? 0) : this.#tail.seq;
  }

  /** Takes up what there is; what comes of it that nobody was given yet is given by `grow`. */
  #open(): void {
    const { events } = this.#tail.read();
    this.#reset();
    this.#pending = this.#take(events).filter(({ seq }) => seq > this.#given);
  }

  #reset(): void {
    this.#view = createRunView();
    this.#key = '';
    this.#recent = [];
    this.#recentFrom = -1;
  }

  #take(events: readonly RunEvent[]): readonly E[] {
    const view = this.#view ?? createRunView();
    const taken: E[] = [];
    for (const event of events) {
      const made = this.#served(view, event, this.#key);
      this.#key = made.at(-1)?.key ?? this.#key;
      append(taken, made);
    }
    append(this.#recent, taken);
    const surplus = this.#recent.length - MAX_RECENT;
    if (surplus > 0) {
      this.#recentFrom = this.#recent[surplus - 1]?.seq ?? this.#recentFrom;
      this.#recent = this.#recent.slice(surplus);
    }
    return taken;
  }

  #served(view: RunView, event: RunEvent, keyBefore: string): readonly E[] {
    const execution = applyEvent(view, event);
    const { seq } = event;
    const atMs = Date.parse(event.at);
    let key = keyBefore;
    return this.#translate({ run: this, view, event, execution }, (part) => {
      const id = eventIdOf({ atMs, run: this.digest, seq, part });
      if (id > key) key = id;
      return { id, key, run: this.digest, seq, part, atMs };
    });
  }
}

/** Runs outside of `.wfmap` are named by the path of their folder: their names alone may not be unique. */
function nameOf({ path }: RunEntry): string {
  const isOurs = path.startsWith(OURS);
  return path.slice(isOurs ? OURS.length : 0).replace(/\/$/, '');
}

const OURS = '.wfmap/runs/';
