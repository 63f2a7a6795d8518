/**
 * What is said of the child blocks of a task.
 *
 * G1. Of a few child blocks each end is reported. Of more than {@link MANY} only so many failures and questions, and how far it
 *     all is: twenty times, however many there are.
 */
import type { RunEventData } from '../../model/run-event.ts';
import type { Value } from '../../model/value.ts';
import type { BlockView, ChildBlocks, Execution } from '../../view/run-view.ts';
import { toOneLine } from '../io/format.ts';
import { shortNamesOf } from '../views/short-places.ts';
import type { ProgressLine } from './progress-line.ts';

/** Units: child blocks of one task. */
const MANY = 50;
/** Units: lines about one task with many child blocks. */
const MAX_REPORTED = 20;
const SUMMARIES = 20;

/** What was said of the child blocks of a task: how many lines, and when how many of them were over. */
interface Said {
  lines: number;
  over: number;
}

export interface ProgressGroups {
  /** The outermost task around a block among whose very many child blocks it is; undefined for none. */
  readonly crowdOf: (block: BlockView | undefined) => Execution | undefined;
  /** Whether one more line may be said about a task with very many child blocks; counts it. */
  readonly takeLine: (crowd: Execution) => boolean;
  /** What is to be said once a child block has changed. `line` is about that one, said among many if it `isExceptional`. */
  readonly linesAfter: (
    execution: Execution,
    line: ProgressLine | undefined,
    isExceptional: boolean,
  ) => readonly ProgressLine[];
}

export function createProgressGroups(): ProgressGroups {
  const said = new WeakMap<Execution, Said>();
  const saidOf = (execution: Execution): Said => {
    const known = said.get(execution) ?? { lines: 0, over: 0 };
    said.set(execution, known);
    return known;
  };
  const takeLine = (crowd: Execution): boolean => (saidOf(crowd).lines += 1) <= MAX_REPORTED;
  const linesAfter: ProgressGroups['linesAfter'] = (execution, line, isExceptional) => {
    const { children, block } = execution;
    const known = saidOf(execution);
    const before = known.over;
    known.over = children === null ? 0 : overIn(children);
    if (crowdOf(block) !== undefined) return [];
    const one = line === undefined ? [] : [line];
    if (children === null || !isCrowd(execution)) return one;
    const lines = isExceptional && takeLine(execution) ? one : [];
    const step = (over: number): number => Math.floor((over * SUMMARIES) / children.list.length);
    return step(known.over) === step(before) ? lines : [...lines, summaryLine(execution, children)];
  };
  return { crowdOf, takeLine, linesAfter };
}

function crowdOf(block: BlockView | undefined): Execution | undefined {
  let crowd: Execution | undefined;
  for (let each = block?.parent; each !== undefined; each = each.block.parent)
    if (isCrowd(each)) crowd = each;
  return crowd;
}

function isCrowd({ children, ending }: Execution): boolean {
  const isOver = ending === 'finished' || ending === 'failed';
  return !isOver && children !== null && children.list.length > MANY;
}

function overIn({ counts }: ChildBlocks): number {
  return counts.finished + counts.kept + counts.skipped + counts.cancelled;
}

function summaryLine(execution: Execution, children: ChildBlocks): ProgressLine {
  const { list, counts, failed, unmerged } = children;
  const leftOut = counts.skipped + counts.cancelled;
  const notes = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(unmerged > 0 ? [`${unmerged} in conflict`] : []),
    ...(leftOut > 0 ? [`${leftOut} left out`] : []),
  ];
  const rest = notes.length === 0 ? '' : ` (${notes.join(', ')})`;
  return plainLine(`    ${placeOf(execution)}: ${overIn(children)} of ${list.length} over`, rest);
}

/** How a child block ended. */
export function endLine(
  place: string,
  { outcome, result, failed }: Pick<RunEventData['item.finished'], 'outcome' | 'result' | 'failed'>,
): ProgressLine {
  const head = `    ${place} -> ${toOneLine(outcome)}`;
  if (!failed) return { format: 'green', head, rest: '' };
  return { format: 'red', head, rest: `, failed${reasonIn(result)}` };
}

/** Units: UTF-16. */
const MAX_REASON = 300;

/** Why an end is not a success, as the shipped maps say it: a text `reason` in its result. */
function reasonIn(result: Value): string {
  if (result === null || typeof result !== 'object') return '';
  const [, reason] = Object.entries(result).find(([name]) => name === 'reason') ?? [];
  return typeof reason === 'string' && reason.trim() !== '' ? `: ${toOneLine(reason, MAX_REASON)}` : '';
}

/** Where the task of an execution is. */
export function placeOf({ block, task }: Execution): string {
  return toOneLine([...shortNamesOf(block), task].join('/'));
}

export function plainLine(head: string, rest = ''): ProgressLine {
  return { format: 'dim', head, rest };
}
