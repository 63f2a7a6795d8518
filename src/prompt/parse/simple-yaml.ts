import type { Span } from '../../text/source.ts';
import type { Entry, Written } from '../values/yaml-entries.ts';

/**
 * A value that needs no second look. A plain one starts with a letter or digit, and holds no colon, no number sign, no control
 * character and no blank that YAML might count as a line break; one in single quotes may hold the two signs.
 */
const VALUE = String.raw`[A-Za-z0-9][ -"$-9;-~\u00a1-\u1fff\u3000-\ud7ff]{0,2000}|'[ -&(-~\u00a1-\u1fff\u3000-\ud7ff]{0,2000}'`;
/** A key of a word, and nothing or one value. */
const LINE = new RegExp(String.raw`^( {0,40})([A-Za-z_][\w-]{0,99}):(?: {1,40}(${VALUE}))?$`);
const ITEM = new RegExp(String.raw`^( {1,40})- {1,40}(${VALUE})$`);

/** Shape: `items` are those of a list, which has no entries then; `start` is where it begins. */
interface Level {
  readonly indent: number;
  readonly entries: Entry[];
  readonly items: Scalar[];
  readonly start: number;
}

type Scalar = Extract<Written, { kind: 'scalar' }>;

/**
 * Reads the YAML that most front matters are: plain keys, values and items of lists, one a line.
 *
 * The same as the YAML library reads, without loading it. With the library alone, `wfmap validate` takes 20 % more CPU time
 * for `workflows/efficient.json`, 17 % more for `do-subtask.json`, and 23 % more for all shipped maps.
 * Shape: undefined for everything else, right or wrong.
 */
export function readSimpleYaml(span: Span): readonly Entry[] | undefined {
  const reader = new SimpleReader(span);
  const text = span.source.text.slice(span.start, span.end);
  let start = 0;
  while (start < text.length) {
    const lineEnd = text.indexOf('\n', start);
    const end = lineEnd < 0 ? text.length : lineEnd;
    if (end > start && !reader.take(text.slice(start, end), start)) return undefined;
    start = end + 1;
  }
  return reader.close();
}

/** A null that is written out is no text; blanks at the end belong to no value. */
function isPlain(value: string | undefined): boolean {
  return value === undefined || (!value.endsWith(' ') && !/^null$/i.test(value));
}

class SimpleReader {
  readonly #span: Span;
  readonly #levels: Level[] = [{ indent: 0, entries: [], items: [], start: 0 }];

  constructor(span: Span) {
    this.#span = span;
  }

  /** Takes one line that is not empty. Shape: false when this is no simple YAML. Units: `start` from the span's own. */
  take(line: string, start: number): boolean {
    const [, blanks, name, value] = LINE.exec(line) ?? [];
    if (blanks === undefined || name === undefined) return this.#takeItem(line, start);
    if (!isPlain(value)) return false;
    const level = this.#levelFor(blanks.length, start + blanks.length);
    if (!level || level.items.length > 0) return false;
    const keyStart = start + blanks.length;
    const key = { name, span: this.#at(keyStart, keyStart + name.length) };
    const end = start + line.length;
    level.entries.push(value === undefined ? { kind: 'nothing', key } : { key, ...this.#scalar(value, end) });
    return true;
  }

  #takeItem(line: string, start: number): boolean {
    const [, blanks, value] = ITEM.exec(line) ?? [];
    if (blanks === undefined || value === undefined || !isPlain(value)) return false;
    const level = this.#levelFor(blanks.length, start + blanks.length);
    if (!level || level.entries.length > 0) return false;
    level.items.push(this.#scalar(value, start + line.length));
    return true;
  }

  /** Units: `end` from the span's own start. */
  #scalar(value: string, end: number): Scalar {
    const span = this.#at(end - value.length, end);
    return value.startsWith("'")
      ? { kind: 'scalar', text: value.slice(1, -1), isPlain: false, span }
      : { kind: 'scalar', text: value, isPlain: true, span };
  }

  close(): readonly Entry[] {
    while (this.#levels.length > 1) this.#closeLevel();
    return this.#levels[0]?.entries ?? [];
  }

  /** Opens a level under a key without a value, or goes back to one that is open. */
  #levelFor(indent: number, start: number): Level | undefined {
    for (;;) {
      const top = this.#levels.at(-1);
      if (!top || indent === top.indent) return top;
      if (indent < top.indent) {
        if (!this.#levels.some((level) => level.indent === indent)) return undefined;
        this.#closeLevel();
        continue;
      }
      if (top.entries.at(-1)?.kind !== 'nothing') return undefined;
      const opened = { indent, entries: [], items: [], start };
      this.#levels.push(opened);
      return opened;
    }
  }

  /** Puts what the innermost level holds under the key that it belongs to. */
  #closeLevel(): void {
    const level = this.#levels.pop();
    const above = this.#levels.at(-1)?.entries;
    const holder = above?.pop();
    if (level && above && holder) above.push({ key: holder.key, ...this.#collection(level) });
  }

  #collection({ entries, items, start }: Level): Written {
    const [last, lastItem] = [entries.at(-1), items.at(-1)];
    const from = this.#span.start + start;
    const end = last ? this.#endOf(last) : lastItem ? this.#afterLine(lastItem.span) : from;
    const span = { source: this.#span.source, start: from, end };
    return last ? { kind: 'map', entries, span } : { kind: 'list', items, span };
  }

  /** A map reaches over the line break of its last value; after a key alone it ends with the colon. */
  #endOf(entry: Entry): number {
    if (entry.kind === 'nothing') return entry.key.span.end + 1;
    return entry.kind === 'scalar' ? this.#afterLine(entry.span) : entry.span.end;
  }

  #afterLine({ end }: Span): number {
    return Math.min(end + 1, this.#span.end);
  }

  #at(start: number, end: number): Span {
    return { source: this.#span.source, start: this.#span.start + start, end: this.#span.start + end };
  }
}
