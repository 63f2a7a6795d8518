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
    ...(questions.size > 0
      ? { asked: Array.from(questions, ({ seq, askedSeq }) => [seq, askedSeq ?? 0] as const) }
      : {}),
    ...(violations.length > 0 ? { violated: violations.map(({ seq }) => seq) } : {}),
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

/** What is wrong where the last batch of a journal says other totals than its records have; undefined for nothing. */
export function totalsFault(view: RunView, said: RunTotals | undefined): string | undefined {
  if (said === undefined) return undefined;
  const found = totalsOf(view);
  return found !== undefined && isSame(said, found) ? undefined : TOTALS_DIFFER;
}

const TOTALS_DIFFER =
  'The last record of the journal says other figures than its records have, so another program has changed it.';

/** Members in any order; all of them are figures, numbers of records, or lists of such. */
function isSame(a: RunTotals, b: RunTotals): boolean {
  return sortedText(a) === sortedText(b);
}

function sortedText(totals: RunTotals): string {
  return JSON.stringify(Object.entries(totals).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
