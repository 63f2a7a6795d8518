import type { RunEvent } from '../model/run-event.ts';
import type { FileSystem } from './file-system.ts';
import { withStorage } from './journal-error.ts';
import { putBack } from './large-values.ts';
import { readJournal } from './read-journal.ts';
import { decodeRecord } from './record.ts';

/** What has come since the last look. Shape: `isAnew` where all of the journal was read again, since it is not what it was. */
export interface Grown {
  readonly events: readonly RunEvent[];
  readonly isAnew: boolean;
}

/**
 * A journal that is read as it grows, each byte once.
 *
 * T1. Only whole batches are given, in order, each once.
 * T2. What cannot follow from what was read (the file is shorter, or its next line does not fit) is never guessed: the journal is
 *     read from its beginning, by the rules of `readJournal`.
 */
export class JournalTail {
  readonly #fs: FileSystem;
  readonly #path: string;
  #end = 0;
  #seq = 0;

  constructor(fs: FileSystem, path: string) {
    this.#fs = fs;
    this.#path = path;
  }

  /** The `seq` of the last event that was given. */
  get seq(): number {
    return this.#seq;
  }

  /** Errors: throws `journal-missing`, `journal-damaged`, `journal-foreign`, `storage-failed`. */
  read(): Grown {
    return withStorage('read the journal', this.#path, () => {
      if (this.#end === 0) return { events: this.#readAll(), isAnew: false };
      const grown = this.#readGrown();
      if (grown !== undefined) return { events: grown, isAnew: false };
      const before = this.#seq;
      const events = this.#readAll();
      // A writer may have cut a torn batch off, and written another in its place.
      return this.#seq >= before && events.length >= before
        ? { events: events.slice(before), isAnew: false }
        : { events, isAnew: true };
    });
  }

  #readAll(): readonly RunEvent[] {
    const { events, end } = readJournal(this.#fs, this.#path);
    this.#end = end;
    this.#seq = events.length;
    return events;
  }

  /** The batches behind the last one; undefined where what is there cannot follow it. */
  #readGrown(): readonly RunEvent[] | undefined {
    const bytes = this.#readRest();
    if (bytes === undefined) return undefined;
    const events: RunEvent[] = [];
    let whole = 0;
    let used = 0;
    for (let from = 0, to = bytes.indexOf(LINE_FEED); to >= 0; to = bytes.indexOf(LINE_FEED, from)) {
      const decoded = decodeRecord(bytes.subarray(from, to));
      from = to + 1;
      if (decoded.kind !== 'record') return undefined;
      const { event, place } = decoded;
      if (event.seq !== this.#seq + events.length + 1 || place.batch !== this.#seq + whole + 1)
        return undefined;
      events.push(putBack(this.#fs, this.#path, { event, apart: place.apart }));
      if (place.more) continue;
      whole = events.length;
      used = from;
    }
    this.#end += used;
    this.#seq += whole;
    return events.slice(0, whole);
  }

  /** Undefined where the file is shorter than what was read of it. */
  #readRest(): Buffer | undefined {
    // The line break before it shows whether the file is still the one that was read.
    const parts: Uint8Array[] = [];
    for (let at = this.#end - 1; ;) {
      const part = this.#fs.readPart(this.#path, at, PART_BYTES);
      parts.push(part);
      at += part.length;
      if (part.length < PART_BYTES) break;
    }
    const bytes = Buffer.concat(parts);
    return bytes[0] === LINE_FEED ? bytes.subarray(1) : undefined;
  }
}

const PART_BYTES = 256 * 1024;
const LINE_FEED = 10;
