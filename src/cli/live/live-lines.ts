import { displayWidth } from '../../diagnostics/display-width.ts';
import { cutText } from '../io/cut-text.ts';
import { toOneLine } from '../io/format.ts';
import type { Execution } from '../../view/run-view.ts';
import { attemptOf, doingOf, sinceOf, type LiveState } from './live-state.ts';
import { clockOf, figuresOf, type LiveLine } from './live-words.ts';
import { treeLines } from './tree-lines.ts';

/** What the lines must fit. Units: columns, lines. */
export interface LiveFrame {
  readonly width: number;
  readonly rows: number;
  readonly isSimulation?: boolean;
}

/** Units: columns. Names shorter than this tell little. */
const LEAST_NAME = 8;
/** Where this fits, the task and the run share a line. Units: columns. */
const WIDE = 80;
/** Units: columns. */
const NARROW = 40;

/**
 * The lines that say how a run goes just now: the tasks, what it all has cost, what the agents do.
 *
 * Shape: none when no task is under way; of a task alone two, or three where the terminal is narrow; else one for each
 * task, as many as there is room for. Each fits the width and holds nothing that a terminal would obey.
 * Units: `now` by the clock of the state.
 */
export function liveLines(state: LiveState, now: number, frame: LiveFrame): readonly LiveLine[] {
  const { root, atWork } = state.view;
  const { current } = root;
  if (current === undefined || atWork === 0 || state.isResting) return [];
  const { width, rows, isSimulation = false } = frame;
  const mark = isSimulation ? (width < NARROW ? '[sim] ' : '[simulation] ') : '';
  const room = width - mark.length;
  const lines =
    current.children === null
      ? loneLines(state, current, { now, room })
      : treeLines(state, now, { room, rows });
  return lines.map(({ head, rest }) => ({ head: mark + head, rest }));
}

/** The one task that is at work, what it all has cost, what the agent does. */
function loneLines(
  state: LiveState,
  execution: Execution,
  { now, room }: { readonly now: number; readonly room: number },
): readonly LiveLine[] {
  const first = taskLine(state, execution, { now, room });
  const figures = figuresOf(state, now);
  const doing = cutText(toOneLine(doingOf(state, execution), room * 2), room);
  const shared = `${first.rest}   ${figures[0] ?? ''}`;
  const isShared = room >= WIDE && displayWidth(first.head + shared) <= room;
  const lines: LiveLine[] = isShared
    ? [{ head: first.head, rest: shared }]
    : [first, { head: '', rest: figures.find((each) => displayWidth(each) <= room) ?? '' }];
  return [...lines, { head: '', rest: doing }];
}

/** `[3] Act (visit 2, attempt 2)  1m 12s`; where that does not fit, shorter words, then a shorter name. */
function taskLine(
  state: LiveState,
  execution: Execution,
  { now, room }: { readonly now: number; readonly room: number },
): LiveLine {
  const { task, number: place, visit } = execution;
  const attempt = attemptOf(execution);
  const counts = [
    ...(visit > 1 ? [['visit', visit] as const] : []),
    ...(attempt > 1 ? [['attempt', attempt] as const] : []),
  ];
  const clock = clockOf(now - sinceOf(state, execution));
  const long = counts.map(([word, count]) => `${word} ${count}`).join(', ');
  const short = counts.map(([word, count]) => ` ${word.slice(0, 1)}${count}`).join('');
  const rests = [`${long === '' ? '' : ` (${long})`}  ${clock}`, `${short} ${clock}`, ` ${clock}`, ''];
  const number = `[${place}] `;
  const full = number + toOneLine(task);
  const whole = rests.slice(0, 2).find((rest) => displayWidth(full + rest) <= room);
  if (whole !== undefined) return { head: full, rest: whole };
  const rest = rests.slice(1).find((each) => displayWidth(number + each) + LEAST_NAME <= room) ?? '';
  return { head: cutText(full, room - displayWidth(rest)), rest };
}
