import type { BlockRow, ReasonRow, SpanRow } from '../../report/shapes.ts';
import { NOW, type Mark, type RunModel } from './run-model.ts';

/** A line of the story. */
export type StoryLine =
  | { readonly kind: 'block'; readonly block: BlockRow; readonly mark: Mark; readonly costUsd: number }
  | {
      readonly kind: 'folded';
      readonly block: BlockRow;
      readonly costUsd: number;
      readonly steps: number;
      readonly startMs: number;
      readonly endMs: number;
    }
  | {
      readonly kind: 'step';
      readonly span: SpanRow;
      readonly mark: Mark;
      /** Where it led, and by which guard and values. */
      readonly reason: ReasonRow | undefined;
      /** How often the block has gone there with the same values of its guards by then: 1 for the first time, and without values. */
      readonly repeats: number;
    };

interface Told {
  readonly model: RunModel;
  readonly reasons: ReadonlyMap<number, ReasonRow>;
  /** The last record that counts. */
  readonly at: number;
  /** Blocks that are shown step by step though nothing was sent back in them. */
  readonly unfolded: ReadonlySet<number>;
}

/**
 * What happened, in order: the steps of a block, and after a step with blocks inside those, one after another.
 *
 * A block that went through at the first attempt is one line.
 */
export function storyOf(told: Told): readonly StoryLine[] {
  const [root] = told.model.blocks;
  return root === undefined ? [] : linesOf(told, root);
}

function linesOf(told: Told, block: BlockRow): StoryLine[] {
  const { model, at } = told;
  const spans = model.spansIn(block.index).filter(({ seq }) => seq <= at);
  if (spans.length === 0 && block.kind !== 'root') return [];
  const folded = told.unfolded.has(block.index) ? undefined : foldedAt(told, block);
  if (folded !== undefined) return [folded];
  const seen = new Map<string, number>();
  const costUsd = spans.reduce((sum, span) => sum + span.costUsd, 0);
  const mark = model.markOfBlock(block, at);
  return [
    { kind: 'block', block, mark, costUsd },
    ...spans.flatMap((span): StoryLine[] => [
      stepLine(told, span, seen),
      ...model.childrenOf(span.number).flatMap((child) => linesOf(told, child)),
    ]),
  ];
}

function stepLine({ model, reasons, at }: Told, span: SpanRow, seen: Map<string, number>): StoryLine {
  const isOver = span.endSeq !== null && span.endSeq <= at;
  const reason = isOver ? reasons.get(span.seq) : undefined;
  const key = JSON.stringify([span.task, reason?.way, reason?.because]);
  // Without values it is not known to be the same.
  const repeats = reason === undefined || reason.because.length === 0 ? 1 : (seen.get(key) ?? 0) + 1;
  seen.set(key, repeats);
  return { kind: 'step', span, mark: model.markOf(span, at), reason, repeats };
}

/** One line for a block that is over, where one is enough; what is over does not change, so it is looked at once. */
function foldedAt({ model, at }: Told, block: BlockRow): StoryLine | undefined {
  if (block.kind === 'root' || block.failed || block.endSeq === null || block.endSeq > at) return undefined;
  const known = FOLDED.get(block);
  if (known !== undefined) return known.line;
  const spans = model.spansIn(block.index);
  const line = isPlain(model, spans) ? foldedLine(block, spans) : undefined;
  FOLDED.set(block, { line });
  return line;
}

/** By the row of the block, which is another one when it has changed. */
const FOLDED = new WeakMap<BlockRow, { readonly line: StoryLine | undefined }>();

/** Whether it went through at the first attempt, without a question. */
function isPlain(model: RunModel, spans: readonly SpanRow[]): boolean {
  return spans.every(
    (span) =>
      model.markOf(span, NOW) === 'done' &&
      span.kind !== 'person' &&
      model.childrenOf(span.number).length === 0,
  );
}

function foldedLine(block: BlockRow, spans: readonly SpanRow[]): StoryLine {
  const startMs = spans[0]?.startMs ?? 0;
  return {
    kind: 'folded',
    block,
    steps: spans.filter(({ kind }) => kind !== 'decision').length,
    costUsd: spans.reduce((sum, { costUsd }) => sum + costUsd, 0),
    startMs,
    endMs: spans.at(-1)?.endMs ?? startMs,
  };
}
