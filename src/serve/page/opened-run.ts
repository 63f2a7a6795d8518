import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { namesOfRun } from '../../framework/names-of-run.ts';
import type { FileSystem } from '../../journal/file-system.ts';
import { JOURNAL_FILE } from '../../journal/find-runs.ts';
import { JournalTail } from '../../journal/journal-tail.ts';
import { readJournal } from '../../journal/read-journal.ts';
import { reasonRow } from '../../report/step-page.ts';
import type { ShownRun } from '../../report/run-page.ts';
import { RunRows } from '../../report/run-rows.ts';
import type { ReasonRow, Rows } from '../../report/shapes.ts';
import { storedProgramOf } from '../../report/stored-program.ts';
import type { Program } from '../../run/program/program.ts';
import { createRouteReplay } from '../../why/replay-routes.ts';
import type { Served } from '../events/event-id.ts';
import type { FollowedRun } from '../events/followed-run.ts';

/** What opened runs are read with. */
export interface Reading {
  readonly fs: FileSystem;
  readonly workRoot: string;
  readonly isDriven: (run: FollowedRun<Served>) => boolean;
}

/** A run that somebody looks at: what was worked out of it is kept, and grows with it. */
export class OpenedRun {
  readonly followed: FollowedRun<Served>;
  readonly #reading: Reading;
  readonly #rows = new RunRows();
  #program: { readonly digest: string; readonly program: Program | undefined } | undefined;
  #reasons: Reasons | undefined;

  constructor(followed: FollowedRun<Served>, reading: Reading) {
    this.followed = followed;
    this.#reading = reading;
  }

  /** Errors: throws JournalError. */
  shown(): ShownRun {
    const { fs, isDriven } = this.#reading;
    const { followed } = this;
    const { entry, name } = followed;
    const view = followed.view();
    return {
      name,
      view,
      isDriven: isDriven(followed),
      program: this.program(),
      run: this.#names(),
      events: () => readJournal(fs, join(entry.folder, JOURNAL_FILE)).events,
    };
  }

  /** Its program, by the copies that it has now; undefined where they cannot be read any more. */
  program(): Program | undefined {
    const { sources } = this.followed.view();
    if (sources === undefined) return undefined;
    if (this.#program?.digest !== sources.map.digest) {
      const program = storedProgramOf(this.#reading.fs, this.followed.entry, sources);
      this.#program = { digest: sources.map.digest, program };
      this.#reasons = undefined;
    }
    return this.#program.program;
  }

  /** Errors: throws JournalError. */
  rowsSince(version: number): Rows {
    this.#rows.update(this.followed.view());
    return this.#rows.since(version);
  }

  /** Why its executions led where they did, those that ended after a record. Errors: throws JournalError. */
  async reasonsSince(seq: number): Promise<ReasonsSince> {
    const program = this.program();
    if (program === undefined) return { seq, reasons: [] };
    this.#reasons ??= new Reasons(this.#tail(), { program, run: this.#names() });
    return this.#reasons.since(seq);
  }

  #tail(): JournalTail {
    return new JournalTail(this.#reading.fs, join(this.followed.entry.folder, JOURNAL_FILE));
  }

  #names(): ShownRun['run'] {
    return namesOfRun(this.followed.view(), this.#reading.workRoot, this.followed.entry);
  }
}

interface ReasonsSince {
  readonly seq: number;
  readonly reasons: readonly ReasonRow[];
}

/** Units: records that are folded before other requests get their turn. */
const SLICE = 1000;

/** The ways of a run with their reasons, worked out once for each record. */
class Reasons {
  readonly #source: Pick<ShownRun, 'run'> & { readonly program: Program };
  readonly #tail: JournalTail;
  #take: ReturnType<typeof createRouteReplay>;
  #rows: { readonly seq: number; readonly row: ReasonRow }[] = [];
  #seq = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(tail: JournalTail, source: Pick<ShownRun, 'run'> & { readonly program: Program }) {
    this.#tail = tail;
    this.#source = source;
    this.#take = createRouteReplay(source, () => true);
  }

  /** One caller after another: each takes up what has come since. */
  async since(seq: number): Promise<ReasonsSince> {
    const before = this.#last;
    const taken = Promise.withResolvers<void>();
    this.#last = taken.promise;
    await before;
    try {
      await this.#takeUp();
    } finally {
      taken.resolve();
    }
    const from = seq > this.#seq ? 0 : seq;
    return { seq: this.#seq, reasons: this.#rows.filter((each) => each.seq > from).map(({ row }) => row) };
  }

  async #takeUp(): Promise<void> {
    const { events, isAnew } = this.#tail.read();
    if (isAnew) {
      this.#rows = [];
      this.#take = createRouteReplay(this.#source, () => true);
    }
    for (const [index, event] of events.entries()) {
      if (index % SLICE === SLICE - 1) await setImmediate();
      this.#seq = event.seq;
      const ended = this.#take(event);
      if (ended !== undefined) this.#rows.push({ seq: event.seq, row: reasonRow(ended.start, ended.end) });
    }
  }
}
