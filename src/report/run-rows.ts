import { quoteName } from '../util/quote-name.ts';
import { mapName } from './map-name.ts';
import { isUnmerged } from '../view/child-blocks.ts';
import { waitOf, type ItemWait } from '../view/item-wait.ts';
import type { BlockView, Execution, RunView } from '../view/run-view.ts';
import type { BlockRow, Rows, SpanRow } from './shapes.ts';

/**
 * The rows of a run, as they grow: who asks again gets what has changed since.
 *
 * R1. Rows that can change no more are not made again: an update costs what is under way, and what is new.
 * R2. Rows above a version, put in place of those with their index or number, make what a new reader is given.
 */
export class RunRows {
  readonly #blocks: Versioned<BlockRow>[] = [];
  readonly #spans: Versioned<SpanRow>[] = [];
  readonly #indexes = new Map<BlockView, number>();
  #openBlocks = new Set<BlockView>();
  #openSpans = new Set<Execution>();
  #takenSpans = 0;
  #takenBlocks = 0;
  #version = 0;
  #seq = -1;
  /** A run whose journal was begun anew has another view. */
  #view: RunView | undefined;

  /** Takes what has changed. */
  update(view: RunView): void {
    if (this.#view !== undefined && this.#view !== view) this.#forget();
    this.#view = view;
    if (this.#seq === view.seq) return;
    this.#seq = view.seq;
    this.#version += 1;
    let place = 0;
    for (const block of view.blocks.values()) {
      place += 1;
      if (place > this.#takenBlocks) this.#openBlocks.add(block);
    }
    this.#takenBlocks = place;
    for (const block of this.#openBlocks) this.#indexOf(block);
    for (const block of this.#openBlocks) this.#takeBlock(block);
    for (const each of view.executions.slice(this.#takenSpans)) this.#openSpans.add(each);
    this.#takenSpans = view.executions.length;
    for (const each of this.#openSpans) this.#takeSpan(view, each);
  }

  since(version: number): Rows {
    // A version of another server, or of a journal before: all of it.
    const from = version > this.#version ? 0 : version;
    const newer = <R>(rows: readonly Versioned<R>[]): R[] =>
      rows.flatMap((each) => (each.version > from ? [each.row] : []));
    return { version: this.#version, blocks: newer(this.#blocks), spans: newer(this.#spans) };
  }

  #forget(): void {
    this.#blocks.length = 0;
    this.#spans.length = 0;
    this.#indexes.clear();
    this.#openBlocks = new Set();
    this.#openSpans = new Set();
    this.#takenSpans = 0;
    this.#takenBlocks = 0;
    this.#seq = -1;
  }

  #indexOf(block: BlockView): number {
    const known = this.#indexes.get(block);
    if (known !== undefined) return known;
    const index = this.#indexes.size;
    this.#indexes.set(block, index);
    return index;
  }

  #takeBlock(block: BlockView): void {
    const index = this.#indexOf(block);
    this.#put(this.#blocks, index, blockRow(block, index));
    // A resume may enter what was skipped or left again, in blocks of their own.
    if (block.endSeq !== null) this.#openBlocks.delete(block);
  }

  #takeSpan(view: RunView, execution: Execution): void {
    const row = spanRow(execution, this.#indexOf(execution.block));
    this.#put(this.#spans, execution.number - 1, row);
    if (execution.endSeq !== null && !view.working.has(execution.seq)) this.#openSpans.delete(execution);
  }

  #put<R>(rows: Versioned<R>[], index: number, row: R): void {
    const text = JSON.stringify(row);
    if (rows[index]?.text !== text) rows[index] = { row, text, version: this.#version };
  }
}

interface Versioned<R> {
  readonly row: R;
  readonly text: string;
  readonly version: number;
}

function blockRow(block: BlockView, index: number): BlockRow {
  const { parent, kind, key, title, status, outcome, map, endSeq } = block;
  const wait = waitOf(block);
  return {
    index,
    parent: parent?.number ?? 0,
    kind,
    key: map === undefined ? key : mapName(map.map),
    title,
    status,
    failed: block.failed || isUnmerged(block),
    outcome: outcome ?? '',
    waits: wait === undefined ? '' : waitWords(wait),
    endSeq,
  };
}

/** Units: keys. */
const MAX_KEYS = 3;

function waitWords(wait: ItemWait): string {
  if (wait.for === 'items') {
    const names = wait.keys.slice(0, MAX_KEYS).map(quoteName).join(', ');
    return `waits for ${names}${wait.keys.length > MAX_KEYS ? ` and ${wait.keys.length - MAX_KEYS} more` : ''}`;
  }
  if (wait.for === 'sharing') return `waits for ${quoteName(wait.key)}, which uses ${wait.what}`;
  if (wait.for === 'alone') {
    return wait.isOwn ? 'waits to run alone' : `waits for ${quoteName(wait.key)}, which runs alone`;
  }
  return 'waits for a free place';
}

function spanRow(execution: Execution, block: number): SpanRow {
  const { number, seq, endSeq, task, visit, start, end, interruptedAt, ending, isCutOff } = execution;
  const { isAsking, resumes, reason, costUsd } = execution;
  const over = end ?? interruptedAt;
  return {
    number,
    seq,
    endSeq,
    task,
    visit,
    block,
    kind: kindOf(execution),
    startMs: Date.parse(start),
    endMs: over === null ? null : Date.parse(over),
    ending,
    isCutOff: isCutOff || (end === null && interruptedAt !== null),
    isAsking,
    resumes,
    reason,
    costUsd,
  };
}

function kindOf({ worker, children, isAsking, answer, isStep }: Execution): SpanRow['kind'] {
  if (children !== null) return 'blocks';
  if (worker !== null) return worker;
  if (isAsking || answer !== null) return 'person';
  return isStep ? 'person' : 'decision';
}
