import type { Comment, ReadDsl } from '../parse/parse-dsl.ts';
import { MAX_WIDTH } from './spell.ts';

/** What a formatter keeps beside the meaning. */
export interface Written extends Pick<ReadDsl, 'comments' | 'folders'> {
  readonly text: string;
}

/** Where a line stands. Units: `offset` is where it was written; undefined for what was written nowhere. */
export interface LinePlace {
  readonly indent: string;
  readonly offset?: number | undefined;
  /** Whether it begins a part, so that no blank line follows it. */
  readonly isHead?: boolean;
}

/** Units: half-open offsets of the text. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The comments of a stretch, in order. */
export interface Comments {
  /** Whether the next one begins before an offset. */
  readonly isBefore: (limit: number) => boolean;
  /** Gives the next one where it begins before an offset; `isAlone` where nothing stands before it on its line. */
  readonly take: (limit: number) => { readonly text: string; readonly isAlone: boolean } | undefined;
}

/**
 * Puts lines one below the other, and the comments of the text they come from in between.
 *
 * Invariants: L1. Every comment is put once, in order, before the first line that was written behind it, or at the
 * end of the line above where something stood before it. L2. No two blank lines follow each other.
 */
export class Layout {
  readonly #lines: string[] = [];
  readonly #written: Written | undefined;
  #next = 0;
  /** Nothing stands above in the same brackets. */
  #isFresh = true;

  constructor(written: Written | undefined) {
    this.#written = written;
  }

  line(text: string, { indent, offset, isHead }: LinePlace): void {
    if (offset !== undefined) this.#commentsBefore(offset, indent);
    if (offset !== undefined && this.#hasBlankBefore(offset)) this.blank();
    this.#lines.push(indent + text);
    this.#isFresh = isHead === true;
  }

  /** The comments of a stretch, for what is to put them itself; undefined where it has none. Those before it are put. */
  commentsIn({ start, end }: Stretch, indent: string): Comments | undefined {
    this.#commentsBefore(start, indent);
    if (!this.#commentTo(end)) return undefined;
    return {
      isBefore: (limit) => this.#commentTo(Math.min(limit, end)) !== undefined,
      take: (limit) => {
        const comment = this.#commentTo(Math.min(limit, end));
        if (!comment) return undefined;
        this.#next += 1;
        return { text: comment.text.trimEnd(), isAlone: this.#columnOf(comment) !== undefined };
      },
    };
  }

  /** Whether a text found room at the end of the line above: not where a comment or a blank line was in between. */
  extend(text: string, offset: number | undefined): boolean {
    const last = this.#lines.at(-1) ?? '';
    const used = last.length + 1 + text.length;
    if (used > MAX_WIDTH || last.includes('\n') || text.includes('\n')) return false;
    if (offset !== undefined) {
      if (this.#commentTo(offset) || this.#hasBlankBefore(offset)) return false;
    }
    this.#lines[this.#lines.length - 1] = `${last} ${text}`;
    return true;
  }

  /** The end of a bracket. Units: `offset` is where it ends. */
  close(text: string, { indent, offset }: { readonly indent: string; readonly offset: number }): void {
    this.#commentsBefore(offset, `${indent}  `);
    while (this.#lines.at(-1) === '') this.#lines.pop();
    this.#lines.push(indent + text);
    this.#isFresh = false;
  }

  blank(): void {
    if (!this.#isFresh && this.#lines.length > 0 && this.#lines.at(-1) !== '') this.#lines.push('');
  }

  text(): string {
    this.#commentsBefore(Infinity, '');
    return `${this.#lines.join('\n')}\n`;
  }

  /** The comments at the end of a task, which are written deeper than what stands behind it. */
  trailing({ indent, offset }: LinePlace): void {
    if (offset === undefined) return;
    for (let comment = this.#commentTo(offset); comment; comment = this.#commentTo(offset)) {
      const column = this.#columnOf(comment);
      if (column !== undefined && column <= indent.length) return;
      this.#put(comment, `${indent}  `);
    }
  }

  #commentsBefore(offset: number, indent: string): void {
    for (let comment = this.#commentTo(offset); comment; comment = this.#commentTo(offset))
      this.#put(comment, indent);
  }

  /** The next comment, where it stands before an offset. */
  #commentTo(offset: number): Comment | undefined {
    const comment = this.#written?.comments[this.#next];
    return comment && comment.start < offset ? comment : undefined;
  }

  #put(comment: Comment, indent: string): void {
    const words = comment.text.trimEnd();
    const last = this.#lines.findLastIndex((line) => line !== '');
    if (this.#columnOf(comment) !== undefined || last < 0) {
      if (this.#hasBlankBefore(comment.start)) this.blank();
      this.#lines.push(indent + words);
      this.#isFresh = false;
    } else this.#lines[last] += ` ${words}`;
    this.#next += 1;
  }

  /** Where on its line a comment begins that is alone there. */
  #columnOf({ start }: Comment): number | undefined {
    const { text } = this.#written ?? { text: '' };
    const before = text.slice(Math.max(0, text.lastIndexOf('\n', start - 1) + 1), start);
    return start === 0 || /^[ \t\uFEFF]*$/.test(before) ? before.length : undefined;
  }

  #hasBlankBefore(offset: number): boolean {
    const { text } = this.#written ?? { text: '' };
    let place = offset - 1;
    let breaks = 0;
    while (place >= 0 && /\s/.test(text.charAt(place))) {
      if (text[place] === '\n') breaks += 1;
      place -= 1;
    }
    return breaks > 1;
  }
}
