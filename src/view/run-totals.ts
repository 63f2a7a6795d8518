import type { RunTotals } from '../model/run-totals.ts';
import type { RunView } from './run-view.ts';

/** Units: records that totals name. A run that has more of them is read whole: a batch stays small. */
const MAX_NAMED = 20;

/** What a view of a run adds up to; undefined where that would name too many records. */
export function totalsOf(view: RunView): RunTotals | undefined {
  const { steps, activeMs, costUsd, tokens, questions, violations, refusals } = view;
  if (questions.size + violations.length > MAX_NAMED) return undefined;
  return {
    steps,
    activeMs,
    costUsd,
    tokens,
    ...(isCostPartial(view) ? { partial: true as const } : {}),
    ...said('latest', view.executions.at(-1)?.seq),
    ...said('stands', view.standsSeq),
    ...listed(
      'asked',
      Array.from(questions, ({ askedSeq }) => askedSeq ?? 0),
    ),
    ...listed(
      'violated',
      violations.map(({ seq }) => seq),
    ),
    ...said('wall', view.wallSeq),
    ...said('unwatched', view.unwatched?.seq),
    ...said('refused', refusals.length > 0 ? refusals.length : undefined),
  };
}

/** Whether some turn gave no figure: one that was cut off with its wfmap has no end, and so none either. */
export function isCostPartial({ turns, endedTurns, unpricedTurns }: RunView): boolean {
  return turns > endedTurns || unpricedTurns > 0;
}

function said<K extends string>(name: K, seq: number | undefined): { readonly [N in K]?: number } {
  // One member of that name, or none.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (seq === undefined ? {} : { [name]: seq }) as { readonly [N in K]?: number };
}

function listed<K extends string>(
  name: K,
  seqs: readonly number[],
): { readonly [N in K]?: readonly number[] } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (seqs.length === 0 ? {} : { [name]: seqs }) as { readonly [N in K]?: readonly number[] };
}
