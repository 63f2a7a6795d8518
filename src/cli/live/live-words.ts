import { displayWidth } from '../../diagnostics/display-width.ts';
import { cutText } from '../io/cut-text.ts';
import { formatCost, formatDuration, toOneLine } from '../io/format.ts';
import type { LiveState } from './live-state.ts';

/** One line of the live view: how it begins, which is set off from the rest where there is colour. */
export interface LiveLine {
  readonly head: string;
  readonly rest: string;
}

/** The figures of the run, in fewer and fewer words. */
export function figuresOf(
  { runSince, view: { costUsd, unpricedTurns, tokens } }: LiveState,
  now: number,
): readonly string[] {
  const costIsPartial = unpricedTurns > 0;
  const clock = clockOf(now - (runSince ?? now));
  const cost = formatCost(costUsd);
  const count = countOf(tokens);
  return [
    `run ${clock}, ${costIsPartial ? 'at least ' : ''}${cost}, ${count} tokens`,
    `run ${clock} ${cost}${costIsPartial ? '+' : ''} ${count}`,
    `${clock} ${cost}${costIsPartial ? '+' : ''}`,
    clock,
  ];
}

/** Whole seconds: the view is drawn once a second. */
export function clockOf(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return seconds < 60 ? `${seconds} s` : formatDuration(seconds * 1000);
}

function countOf(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  if (tokens < 999_500) return `${(tokens / 1000).toFixed(tokens < 9950 ? 1 : 0)}k`;
  return `${(tokens / 1_000_000).toFixed(1)}M`;
}

/** The place of a block in so many columns: the blocks around go first, because the last names tell most. */
export function cutPlace(names: readonly string[], room: number): string {
  for (let from = 0; from < names.length; from += 1) {
    const place = (from === 0 ? '' : '…/') + toOneLine(names.slice(from).join('/'));
    if (displayWidth(place) <= room) return place;
  }
  return cutText(toOneLine(names.at(-1)?.replace(/^.*\//s, '') ?? ''), room);
}
