import type { Span } from '../text/source.ts';
import type { Entry } from './yaml-entries.ts';

/**
 * A key of a word, and nothing or one plain value that needs no second look: it starts with a letter or digit, and
 * holds no colon, no number sign, no control character and no blank that YAML might count as a line break.
 */
const LINE =
  /^( {0,40})([A-Za-z_][\w-]{0,99}):(?: {1,40}([A-Za-z0-9][ -"$-9;-~\u00a1-\u1fff\u3000-\ud7ff]{0,2000}))?$/;

interface Level {
  readonly indent: number;
  readonly entries: Entry[];
}

/**
 * Reads the YAML that most front matters are: plain keys, plain values, one a line.
 *
 * The same as the YAML library reads, without loading it, which takes longer than to check a small map.
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
  readonly #levels: Level[] = [{ indent: 0, entries: [] }];

  constructor(span: Span) {
    this.#span = span;
  }

  /** Takes one line that is not empty. Shape: false when this is no simple YAML. Units: `start` from the span's own. */
  take(line: string, start: number): boolean {
    const [, blanks, name, value] = LINE.exec(line) ?? [];
    if (blanks === undefined || name === undefined || !isPlain(value)) return false;
    const level = this.#levelFor(blanks.length);
    if (!level) return false;
    const keyStart = start + blanks.length;
    const key = { name, span: this.#at(keyStart, keyStart + name.length) };
    const end = start + line.length;
    const span = this.#at(end - (value?.length ?? 0), end);
    level.entries.push(
      value === undefined
        ? { kind: 'nothing', key }
        : { kind: 'scalar', key, text: value, isPlain: true, span },
    );
    return true;
  }

  close(): readonly Entry[] {
    while (this.#levels.length > 1) this.#closeLevel();
    return this.#levels[0]?.entries ?? [];
  }

  /** Opens a level under a key without a value, or goes back to one that is open. */
  #levelFor(indent: number): Level | undefined {
    for (;;) {
      const top = this.#levels.at(-1);
      if (!top || indent === top.indent) return top;
      if (indent < top.indent) {
        if (!this.#levels.some((level) => level.indent === indent)) return undefined;
        this.#closeLevel();
        continue;
      }
      if (top.entries.at(-1)?.kind !== 'nothing') return undefined;
      const opened = { indent, entries: [] };
      this.#levels.push(opened);
      return opened;
    }
  }

  /** Puts the entries of the innermost level under the key that they belong to. */
  #closeLevel(): void {
    const entries = this.#levels.pop()?.entries ?? [];
    const above = this.#levels.at(-1)?.entries;
    const holder = above?.pop();
    const [first, last] = [entries[0], entries.at(-1)];
    if (!above || !holder || !first || !last) return;
    const span = { source: this.#span.source, start: first.key.span.start, end: this.#endOf(last) };
    above.push({ kind: 'map', key: holder.key, entries, span });
  }

  /** A map reaches over the line break of its last value; after a key alone it ends with the colon. */
  #endOf(entry: Entry): number {
    if (entry.kind === 'nothing') return entry.key.span.end + 1;
    return entry.kind === 'scalar' ? Math.min(entry.span.end + 1, this.#span.end) : entry.span.end;
  }

  #at(start: number, end: number): Span {
    return { source: this.#span.source, start: this.#span.start + start, end: this.#span.start + end };
  }
}
