import { displayWidth } from '../../diagnostics/display-width.ts';
import { cutText } from '../cut-text.ts';
import { formatCost, formatDuration, toOneLine } from '../format.ts';
import type { LiveState, LiveTask } from './live-state.ts';

/** One line of the live view: how it begins, which is set off from the rest where there is colour. */
export interface LiveLine {
  readonly head: string;
  readonly rest: string;
}

/** Units: columns. Names shorter than this tell little. */
const LEAST_NAME = 8;
/** Where this fits, the task and the run share a line. Units: columns. */
const WIDE = 80;
/** Units: columns. */
const NARROW = 40;

/**
 * The lines that say how a run goes just now: the task, what it all has cost, what the agent does.
 *
 * Shape: none when no task is under way, else two, or three where the terminal is narrow; each fits the width and
 * holds nothing that a terminal would obey. Units: `now` by the clock of the state; `width` in columns.
 */
export function liveLines(
  state: LiveState,
  now: number,
  width: number,
  isSimulation = false,
): readonly LiveLine[] {
  const { task } = state;
  if (task === undefined) return [];
  const mark = isSimulation ? (width < NARROW ? '[sim] ' : '[simulation] ') : '';
  const room = width - mark.length;
  const first = taskLine(task, now, room);
  const figures = figuresOf(state, now);
  const doing = cutText(toOneLine(task.doing ?? 'waiting for the agent', room * 2), room);
  const shared = `${first.rest}   ${figures[0] ?? ''}`;
  const isShared = width >= WIDE && displayWidth(first.head + shared) <= room;
  const lines: LiveLine[] = isShared
    ? [{ head: first.head, rest: shared }]
    : [first, { head: '', rest: figures.find((each) => displayWidth(each) <= room) ?? '' }];
  return [...lines, { head: '', rest: doing }].map(({ head, rest }) => ({ head: mark + head, rest }));
}

/** `[3] Act (visit 2, attempt 2)  1m 12s`; where that does not fit, shorter words, then a shorter name. */
function taskLine({ name, execution, visit, attempt, since }: LiveTask, now: number, room: number): LiveLine {
  const counts = [
    ...(visit > 1 ? [['visit', visit] as const] : []),
    ...(attempt > 1 ? [['attempt', attempt] as const] : []),
  ];
  const clock = clockOf(now - since);
  const long = counts.map(([word, count]) => `${word} ${count}`).join(', ');
  const short = counts.map(([word, count]) => ` ${word.slice(0, 1)}${count}`).join('');
  const rests = [`${long === '' ? '' : ` (${long})`}  ${clock}`, `${short} ${clock}`, ` ${clock}`, ''];
  const number = `[${execution}] `;
  const full = number + toOneLine(name);
  const whole = rests.slice(0, 2).find((rest) => displayWidth(full + rest) <= room);
  if (whole !== undefined) return { head: full, rest: whole };
  const rest = rests.slice(1).find((each) => displayWidth(number + each) + LEAST_NAME <= room) ?? '';
  return { head: cutText(full, room - displayWidth(rest)), rest };
}

/** The same figures in fewer and fewer words. */
function figuresOf({ runSince, costUsd, costIsPartial, tokens }: LiveState, now: number): readonly string[] {
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
function clockOf(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return seconds < 60 ? `${seconds} s` : formatDuration(seconds * 1000);
}

function countOf(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  if (tokens < 999_500) return `${(tokens / 1000).toFixed(tokens < 9950 ? 1 : 0)}k`;
  return `${(tokens / 1_000_000).toFixed(1)}M`;
}
