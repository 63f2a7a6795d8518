import { isSentBack } from '../../report/sent-back.ts';
import type { BlockRow, Rows, SpanRow } from '../../report/shapes.ts';

/** How something is drawn: shape and colour go with it. */
export type Mark = 'waiting' | 'working' | 'done' | 'failed' | 'back' | 'stopped' | 'skipped' | 'none';

/** After every record: the run as it is now. */
export const NOW = Number.POSITIVE_INFINITY;

/**
 * A run as the page has it: rows that grow, and what they mean at any of its records.
 *
 * M1. What was at a record depends on the rows alone: to look at another moment asks the server nothing.
 */
export class RunModel {
  readonly blocks: BlockRow[] = [];
  readonly spans: SpanRow[] = [];
  version = 0;
  /** Whether a process drives the run: else nothing works. */
  isDriven = true;
  readonly #inBlock: SpanRow[][] = [];
  readonly #places: number[] = [];
  readonly #children = new Map<number, number[]>();

  /** Takes rows in place of those that were there. */
  take({ version, blocks, spans }: Rows): void {
    this.version = version;
    for (const row of blocks) {
      if (this.blocks[row.index] === undefined) {
        const siblings = this.#children.get(row.parent) ?? [];
        siblings.push(row.index);
        this.#children.set(row.parent, siblings);
      }
      this.blocks[row.index] = row;
    }
    for (const row of spans) {
      const list = (this.#inBlock[row.block] ??= []);
      const place = this.#places[row.number] ?? list.length;
      this.#places[row.number] = place;
      list[place] = row;
      this.spans[row.number - 1] = row;
    }
  }

  /** The executions of a block, in order. */
  spansIn(block: number): readonly SpanRow[] {
    return this.#inBlock[block] ?? [];
  }

  /** The blocks inside of an execution. */
  childrenOf(span: number): readonly BlockRow[] {
    return (this.#children.get(span) ?? []).flatMap((index) => this.blocks[index] ?? []);
  }

  /** The next execution in the same block. */
  nextOf({ block, number }: SpanRow): SpanRow | undefined {
    return this.#inBlock[block]?.[(this.#places[number] ?? 0) + 1];
  }

  /** The execution that a block is inside of; undefined for the map itself. */
  parentOf({ parent }: BlockRow): SpanRow | undefined {
    return this.spans[parent - 1];
  }

  spanAt(start: number): SpanRow | undefined {
    return this.spans.find(({ seq }) => seq === start);
  }

  markOf(span: SpanRow, at: number): Mark {
    if (span.seq > at) return 'none';
    const next = this.nextOf(span);
    if (span.endSeq !== null && span.endSeq <= at) return endMark(span, next, at);
    // Another execution took its place.
    if (next !== undefined && next.seq <= at) return 'stopped';
    return this.#openMark(span, at);
  }

  /** Of what has begun, and is not over. */
  #openMark(span: SpanRow, at: number): Mark {
    if (span.kind === 'person' && (span.isAsking || at !== NOW)) return 'waiting';
    if (span.kind === 'blocks') return this.#markOfAll(span, at);
    return at === NOW && (span.isCutOff || !this.isDriven) ? 'stopped' : 'working';
  }

  markOfBlock(block: BlockRow, at: number): Mark {
    if (block.endSeq !== null && block.endSeq <= at) return block.failed ? 'failed' : 'done';
    const spans = this.spansIn(block.index);
    const last = spans.findLast(({ seq }) => seq <= at);
    if (last === undefined) return at === NOW ? (IDLE[block.status] ?? 'none') : 'none';
    if (at === NOW && block.status === 'stopped') return 'failed';
    const mark = this.markOf(last, at);
    return mark === 'done' || mark === 'back' ? 'working' : mark;
  }

  /** What is loudest in it. */
  #markOfAll(span: SpanRow, at: number): Mark {
    const marks = new Set(this.childrenOf(span.number).map((each) => this.markOfBlock(each, at)));
    const loudest = LOUDNESS.find((mark) => marks.has(mark));
    return loudest ?? (at === NOW && !this.isDriven ? 'stopped' : 'working');
  }
}

function endMark(span: SpanRow, next: SpanRow | undefined, at: number): Mark {
  if (span.ending === 'failed') return 'failed';
  if (span.ending === 'cancelled') return 'skipped';
  return next !== undefined && next.seq <= at && isSentBack(span, next) ? 'back' : 'done';
}

const LOUDNESS: readonly Mark[] = ['waiting', 'working', 'stopped'];

const IDLE: Readonly<Partial<Record<BlockRow['status'], Mark>>> = {
  skipped: 'skipped',
  cancelled: 'skipped',
  kept: 'done',
};

/** How often a block went from one task to another until a record, by both names: see {@link wayKey}. */
export function waysTaken(spans: readonly SpanRow[], at: number): ReadonlyMap<string, number> {
  const ways = new Map<string, number>();
  for (const [place, from] of spans.entries()) {
    const to = spans[place + 1];
    if (to === undefined || to.seq > at) break;
    if (to.resumes) continue;
    const key = wayKey(from.task, to.task);
    ways.set(key, (ways.get(key) ?? 0) + 1);
  }
  return ways;
}

export function wayKey(from: string, to: string): string {
  return JSON.stringify([from, to]);
}
