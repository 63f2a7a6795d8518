import { displayWidth } from '../../diagnostics/display-width.ts';
import { cutText } from '../io/cut-text.ts';
import { formatCost, toOneLine } from '../io/format.ts';
import { countsText } from '../../view/child-blocks.ts';
import type { BlockView, ChildBlocks, Execution } from '../../view/run-view.ts';
import { shortNamesOf } from '../views/short-places.ts';
import { attemptOf, doingOf, sinceOf, type LiveState } from './live-state.ts';
import { clockOf, cutPlace, figuresOf, type LiveLine } from './live-words.ts';

/** Units: columns. Narrower ones have no room for numbers and indentation. */
const NARROW = 60;
/** Units: columns. Fewer tell nothing of what an agent does. */
const LEAST_DOING = 8;
/** Units: lines. */
const LEAST_LINES = 8;
const MAX_GROUPS = 3;
const MAX_QUESTIONS = 3;

interface Room {
  readonly room: number;
  readonly rows: number;
}

/**
 * The lines of a run in which several tasks may be at work: one for each, then how far branches and items are, who waits
 * for a person, and the figures of the run.
 *
 * Shape: at most half of the rows, and never fewer than eight where there are so many. Tasks stand in the order in which
 * their blocks were entered, so that a line stays where it is while its block goes on.
 */
export function treeLines(state: LiveState, now: number, { room, rows }: Room): readonly LiveLine[] {
  const seen = lookInto(state.view.root, { working: [], waiting: [], asking: [], groups: [] });
  const height = Math.max(1, Math.min(rows - 1, Math.max(LEAST_LINES, rows >> 1)));
  const groups = seen.groups.slice(0, MAX_GROUPS).map((each) => groupLine(each, room));
  const questions = atMost(seen.asking, MAX_QUESTIONS, {
    line: (each) => questionLine(each, room),
    more: (left) => ({ head: '', rest: cutText(`and ${left} more wait for an answer`, room) }),
  });
  // Before the first process there may be nothing but tasks that wait for one.
  const shown = seen.working.length > 0 ? seen.working : seen.waiting;
  const left = Math.max(1, height - groups.length - questions.length - 1);
  const tasks = atMost(shown, left, {
    line: (each) => taskLine(state, each, { now, room }),
    more: (count) => ({ head: '', rest: cutText(`and ${count} more`, room) }),
  });
  const backlog = seen.working.length > 0 ? seen.waiting.length : 0;
  const lines = [...tasks, ...groups, ...questions].slice(0, height - 1);
  return [...lines, runLine(state, now, { room, backlog })];
}

interface Seen {
  readonly working: Execution[];
  /** Those that wait for a place, or have only just begun. */
  readonly waiting: Execution[];
  readonly asking: Execution[];
  readonly groups: { readonly execution: Execution; readonly children: ChildBlocks }[];
}

/** All that goes on, in the order in which blocks were entered. */
function lookInto({ current: execution }: BlockView, seen: Seen): Seen {
  if (execution === undefined) return seen;
  const { children, isAsking, isAtWork } = execution;
  if (children === null) {
    const list = isAsking ? seen.asking : attemptOf(execution) > 0 ? seen.working : seen.waiting;
    if (isAsking || isAtWork) list.push(execution);
    return seen;
  }
  if (children.kind !== 'map') seen.groups.push({ execution, children });
  for (const inner of children.underWay) lookInto(inner, seen);
  return seen;
}

function atMost<T>(
  all: readonly T[],
  max: number,
  { line, more }: { readonly line: (each: T) => LiveLine; readonly more: (left: number) => LiveLine },
): readonly LiveLine[] {
  if (all.length <= max) return all.map(line);
  if (max <= 1) return all.slice(0, max).map(line);
  // The line that says how many are left takes the place of one.
  const shown = max - 1;
  return [...all.slice(0, shown).map(line), more(all.length - shown)];
}

/** `[7] Review/impact  Look v2  42 s  $0.02  > Bash npm test`, cut from both ends where it does not fit. */
function taskLine(
  state: LiveState,
  execution: Execution,
  { now, room }: { readonly now: number; readonly room: number },
): LiveLine {
  const { task, number, visit, costUsd } = execution;
  const names = shortNamesOf(execution.block);
  const attempt = attemptOf(execution);
  const isNarrow = room < NARROW;
  const begin = isNarrow ? '' : `${'  '.repeat(Math.max(0, names.length - 1)).slice(0, 12)}[${number}] `;
  const counts = `${visit > 1 ? ` v${visit}` : ''}${attempt > 1 ? ` a${attempt}` : ''}`;
  const clock = `${counts}  ${clockOf(now - sinceOf(state, execution))}`;
  const cost = costUsd === 0 ? '' : `  ${formatCost(costUsd)}`;
  // The clock stays as long as anything does; a name may take three quarters of what is left.
  const forName = Math.max(0, room - displayWidth(clock) - displayWidth(begin));
  const head =
    begin + nameIn(names, toOneLine(task), isNarrow ? forName : Math.max(forName >> 1, forName - 30));
  const first = cutText(head, Math.max(0, room - displayWidth(clock)));
  let rest = displayWidth(first + clock) <= room ? clock : '';
  if (displayWidth(first + rest + cost) <= room) rest += cost;
  const left = room - displayWidth(first + rest) - 2;
  if (left < LEAST_DOING) return { head: first, rest };
  return {
    head: first,
    rest: `${rest}  ${cutText(toOneLine(doingOf(state, execution), left * 2), left)}`,
  };
}

/** A place and a name in so many columns: the name is cut last. */
function nameIn(names: readonly string[], name: string, room: number, between = '  '): string {
  if (names.length === 0) return cutText(name, room);
  const forPlace = room - displayWidth(name) - between.length;
  const least = Math.min(room >> 1, 12);
  const place = cutPlace(names, Math.max(forPlace, least));
  return place === '' ? cutText(name, room) : cutText(`${place}${between}${name}`, room);
}

/** `Build: 3 of 12 done, 2 running, 1 failed, 6 waiting`. */
function groupLine({ execution, children }: Seen['groups'][number], room: number): LiveLine {
  const counts = countsText(children);
  const forName = Math.max(room >> 1, room - displayWidth(counts) - 2);
  const head = `${nameIn(shortNamesOf(execution.block), toOneLine(execution.task), forName, '/')}: `;
  const first = cutText(head, room);
  return { head: first, rest: cutText(counts, room - displayWidth(first)) };
}

function questionLine({ block, task }: Execution, room: number): LiveLine {
  const rest = '  waits for an answer';
  const isShort = room < NARROW / 2;
  const forName = Math.max(8, room - 2 - (isShort ? 0 : rest.length));
  const head = `? ${nameIn(shortNamesOf(block), toOneLine(task), forName)}`;
  const first = cutText(head, room);
  return { head: first, rest: displayWidth(first + rest) <= room ? rest : '' };
}

function runLine(
  state: LiveState,
  now: number,
  { room, backlog }: { readonly room: number; readonly backlog: number },
): LiveLine {
  const waits = backlog === 0 ? '' : `, ${backlog} wait for a place`;
  const figures = figuresOf(state, now);
  const texts = [`${figures[0] ?? ''}${waits}`, ...figures];
  return { head: '', rest: texts.find((each) => displayWidth(each) <= room) ?? '' };
}
