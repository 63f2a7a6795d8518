import type { BlockRow, ReasonRow, RunPage, SpanRow } from '../../report/shapes.ts';
import type { RunModel } from './run-model.ts';

/** One of two runs that are compared. */
export interface ComparedRun {
  readonly page: RunPage;
  readonly model: RunModel;
  readonly reasons: ReadonlyMap<number, ReasonRow>;
}

/** Where two runs differ first. Shape: `where` are the blocks around it, from the map inwards; a step is undefined where a run has none there. */
export interface Parting {
  readonly where: readonly string[];
  readonly steps: readonly [ComparedStep | undefined, ComparedStep | undefined];
}

export interface ComparedStep {
  readonly span: SpanRow;
  readonly reason: ReasonRow | undefined;
}

/**
 * The first step, in the order of the map's blocks, that is another one in the other run, or led elsewhere; undefined where all are
 * the same.
 *
 * Blocks inside of a step are looked at before where it led: what they did comes first. Items are the same by their keys.
 */
export function firstParting(a: ComparedRun, b: ComparedRun): Parting | undefined {
  const [rootA] = a.model.blocks;
  const [rootB] = b.model.blocks;
  if (rootA === undefined || rootB === undefined) return undefined;
  return partingIn([a, b], [rootA, rootB], []);
}

type Two<T> = readonly [T, T];

function partingIn(
  runs: Two<ComparedRun>,
  blocks: Two<BlockRow | undefined>,
  where: readonly string[],
): Parting | undefined {
  const spansA = entriesIn(runs[0], blocks[0]);
  const spansB = entriesIn(runs[1], blocks[1]);
  for (let place = 0; place < Math.max(spansA.length, spansB.length); place += 1) {
    const [spanA, spanB] = [spansA[place], spansB[place]];
    const steps = [stepOf(runs[0], spanA), stepOf(runs[1], spanB)] as const;
    if (spanA === undefined || spanB === undefined || spanA.task !== spanB.task) return { where, steps };
    const inner = partingInside(runs, [spanA, spanB], where);
    if (inner !== undefined) return inner;
    if (ledTo(steps[0]) !== ledTo(steps[1])) return { where, steps };
  }
  return undefined;
}

function partingInside(
  runs: Two<ComparedRun>,
  spans: Two<SpanRow>,
  where: readonly string[],
): Parting | undefined {
  const [childrenA, childrenB] = [childrenByKey(runs[0], spans[0]), childrenByKey(runs[1], spans[1])];
  for (const key of new Set([...childrenA.keys(), ...childrenB.keys()])) {
    const inside = [...where, key === '' ? spans[0].task : key];
    const found = partingIn(runs, [childrenA.get(key), childrenB.get(key)], inside);
    if (found !== undefined) return found;
  }
  return undefined;
}

function childrenByKey({ model }: ComparedRun, { number }: SpanRow): ReadonlyMap<string, BlockRow> {
  return new Map(model.childrenOf(number).map((each) => [each.key, each]));
}

/** The executions of a block but those that only resume another one. */
function entriesIn({ model }: ComparedRun, block: BlockRow | undefined): readonly SpanRow[] {
  return (block === undefined ? [] : model.spansIn(block.index)).filter(({ resumes }) => !resumes);
}

function stepOf({ reasons }: ComparedRun, span: SpanRow | undefined): ComparedStep | undefined {
  return span === undefined ? undefined : { span, reason: reasons.get(span.seq) };
}

function ledTo(step: ComparedStep | undefined): string {
  return JSON.stringify([step?.span.ending, step?.reason?.way]);
}

/** What the executions of one task took, in each of two runs. Units: US dollars, ms. */
export interface TaskRow {
  readonly task: string;
  readonly sides: Two<Figures>;
}

interface Figures {
  readonly count: number;
  readonly costUsd: number;
  readonly ms: number;
}

/** The tasks that one run entered more often than the other, in the order in which they were entered first. */
export function tasksThatDiffer(a: ComparedRun, b: ComparedRun): readonly TaskRow[] {
  const [sideA, sideB] = [figuresOf(a), figuresOf(b)];
  const names = new Set([...sideA.keys(), ...sideB.keys()]);
  return [...names]
    .map((task): TaskRow => ({ task, sides: [sideA.get(task) ?? NOTHING, sideB.get(task) ?? NOTHING] }))
    .filter(({ sides: [one, other] }) => one.count !== other.count);
}

const NOTHING: Figures = { count: 0, costUsd: 0, ms: 0 };

function figuresOf({ model }: ComparedRun): ReadonlyMap<string, Figures> {
  const tasks = new Map<string, Figures>();
  for (const { task, resumes, costUsd, startMs, endMs } of model.spans) {
    const known = tasks.get(task) ?? NOTHING;
    tasks.set(task, {
      count: known.count + (resumes ? 0 : 1),
      costUsd: known.costUsd + costUsd,
      ms: known.ms + ((endMs ?? startMs) - startMs),
    });
  }
  return tasks;
}

/** A fact of which two runs have different ones; "" where a run does not have it. */
export interface FactRow {
  readonly name: string;
  readonly sides: Two<string>;
}

/** The inputs that two runs were given differently. */
export function inputsThatDiffer({ page: a }: ComparedRun, { page: b }: ComparedRun): readonly FactRow[] {
  const [sideA, sideB] = [a, b].map(({ inputs }) => new Map(inputs.map(({ name, text }) => [name, text])));
  const names = new Set([...(sideA?.keys() ?? []), ...(sideB?.keys() ?? [])]);
  return [...names]
    .map((name): FactRow => ({ name, sides: [sideA?.get(name) ?? '', sideB?.get(name) ?? ''] }))
    .filter(({ sides: [one, other] }) => one !== other);
}
