import { formatCost, formatCount, formatDuration, toOneLine } from '../io/format.ts';
import { isUnmerged, countsText } from '../../view/child-blocks.ts';
import { waitOf, type ItemWait } from '../../view/item-wait.ts';
import type { BlockView, ChildBlocks, Execution, RunView } from '../../view/run-view.ts';
import { actionOf, answeredByOf, errorOf } from './execution-summary.ts';

/** Units: child blocks of one task; rows of inner blocks over a whole run. More are summed up. */
const MAX_CHILDREN = 20;
const MAX_INNER = 400;

/**
 * The executions of a run as rows of a table: number, task, time, cost, what came of it.
 *
 * Shape: what happened in branches, items and maps stands below the task that they are of, further in, under a row for
 * each of them. Where there are very many, those that failed or go on are shown before the others, and the last row
 * says that there are more; `all` shows every one.
 */
export function treeRows({ root }: RunView, { all, isGone }: TreeOptions): string[][] {
  const [left, maxChildren] = all ? [Infinity, Infinity] : [MAX_INNER, MAX_CHILDREN];
  const tree: Tree = { rows: [], left, isCut: false, maxChildren, isGone };
  addBlock(tree, root, 0);
  if (tree.isCut) tree.rows.push(['', '…', '', '', 'there is more inside; --all shows it']);
  return tree.rows;
}

/** `all`: however many there are; `isGone`: the process that drove the run is gone. */
interface TreeOptions {
  readonly all: boolean;
  readonly isGone: boolean;
}

interface Tree {
  readonly rows: string[][];
  readonly maxChildren: number;
  readonly isGone: boolean;
  /** How many rows of inner blocks there is room for. */
  left: number;
  /** Whether there were more rows. */
  isCut: boolean;
}

function addBlock(tree: Tree, { executions }: BlockView, depth: number): void {
  for (const each of executions) {
    if (depth > 0 && !hasRoom(tree)) return;
    tree.rows.push(rowOf(each, depth, tree.isGone));
    if (each.children !== null) addChildren(tree, each.children, depth + 1);
  }
}

/** Takes the room of one row. */
function hasRoom(tree: Tree): boolean {
  if (tree.left <= 0) tree.isCut = true;
  else tree.left -= 1;
  return !tree.isCut;
}

function addChildren(tree: Tree, { list }: ChildBlocks, depth: number): void {
  const shown = list.length > tree.maxChildren ? mostImportant(list, tree.maxChildren) : list;
  for (const child of shown) {
    if (!hasRoom(tree)) return;
    tree.rows.push(['', indent(depth) + nameOf(child), '', '', toOneLine(stateOf(child), 200)]);
    const { path, branch, kept } = child.worktree ?? { kept: null };
    if (kept !== null && path !== undefined && hasRoom(tree)) {
      const where = `kept in ${toOneLine(path)}, branch ${toOneLine(branch)}: ${toOneLine(kept, 200)}`;
      tree.rows.push(['', `${indent(depth + 1)}its worktree`, '', '', where]);
    }
    addBlock(tree, child, depth + 1);
  }
  const more = list.length - shown.length;
  if (more > 0) {
    tree.rows.push(['', `${indent(depth)}…`, '', '', `${more} more; --all shows them`]);
  }
}

const URGENCY: readonly ((child: BlockView) => boolean)[] = [
  (child) => child.failed || child.status === 'stopped' || isUnmerged(child),
  ({ status }) => status === 'running',
  ({ status }) => status === 'skipped' || status === 'cancelled',
  ({ status }) => status === 'waiting',
  () => true,
];

/** Those that somebody would look for first, in the order in which they stand. */
function mostImportant(children: readonly BlockView[], count: number): readonly BlockView[] {
  const chosen = new Set<BlockView>();
  for (const isUrgent of URGENCY) {
    for (const child of children) {
      if (chosen.size >= count) break;
      if (isUrgent(child)) chosen.add(child);
    }
  }
  return children.filter((child) => chosen.has(child));
}

function nameOf({ key, map }: BlockView): string {
  return toOneLine(map?.map ?? key, 40);
}

function stateOf(child: BlockView): string {
  const kept = keptText(child);
  switch (child.status) {
    case 'waiting':
      return waitingText(waitOf(child));
    case 'running':
      return `running${kept}`;
    case 'stopped':
      return `failed: ${child.reason ?? ''}${kept}`;
    case 'finished':
      return endText(child) + kept;
    case 'kept':
      return 'kept from before';
    case 'skipped':
      return `skipped: ${child.reason ?? ''}`;
    case 'cancelled':
      break;
  }
  return 'cancelled';
}

function keptText({ map }: BlockView): string {
  return map === undefined || map.slip === null ? '' : `, kept in ${map.slip}`;
}

function endText({ outcome, failed, reason }: BlockView): string {
  return `-> ${outcome ?? ''}${failed ? ', failed' : ''}${reason === null ? '' : `: ${reason}`}`;
}

/** Units: keys. */
const MAX_WAITS = 5;

function waitingText(wait: ItemWait | undefined): string {
  switch (wait?.for) {
    case 'items': {
      const more = wait.keys.length - MAX_WAITS;
      return `waits for ${wait.keys.slice(0, MAX_WAITS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    }
    case 'sharing':
      return `waits for ${wait.key}, which needs ${wait.what} too`;
    case 'alone':
      return `waits for ${wait.key}${wait.isOwn ? ': it runs alone' : ', which runs alone'}`;
    case 'place':
    case undefined:
      break;
  }
  return 'waits for its turn';
}

function rowOf(entry: Execution, depth: number, isGone: boolean): string[] {
  const took = entry.end === null ? '' : tookText(Date.parse(entry.end) - Date.parse(entry.start));
  const action = actionOf(entry);
  const result = errorOf(entry, isGone) ?? (action === null ? '' : `-> ${action}`);
  return [
    `  ${String(entry.number).padStart(3)}`,
    indent(depth) + toOneLine(entry.task, 40) + (entry.visit > 1 ? ` (visit ${entry.visit})` : ''),
    entry.isStep ? took : '',
    costOf(entry),
    toOneLine(
      [entry.isAsking ? 'waits for an answer' : result, ...notesOn(entry)]
        .filter((part) => part !== '')
        .join(', '),
      200,
    ),
  ];
}

function notesOn(entry: Execution): string[] {
  const answeredBy = answeredByOf(entry);
  return [
    ...(answeredBy === null ? [] : [answeredBy]),
    ...(entry.children === null ? [] : [countsText(entry.children)]),
    ...(entry.exitCode === null ? [] : [`exit code ${entry.exitCode}`]),
    ...(entry.turns > 1 ? [formatCount(entry.turns, 'turn')] : []),
    ...(entry.calls.length > 0 ? [`${formatCount(entry.calls.length, 'tool call')} asked about`] : []),
    ...(entry.denials.length > 0 ? [`${formatCount(entry.denials.length, 'tool call')} refused`] : []),
    ...(entry.survivors > 0 ? [`${formatCount(entry.survivors, 'process')} left`] : []),
  ];
}

/** Units: ms. */
function tookText(ms: number): string {
  return ms < 0 ? 'clock set back' : formatDuration(ms);
}

/** Deep blocks stay on the screen. */
function indent(depth: number): string {
  return '  '.repeat(Math.min(depth, 10));
}

/** What is not known is not shown as nothing. */
function costOf({ turns, unpricedTurns, costUsd }: Execution): string {
  if (turns === 0) return '';
  if (unpricedTurns === 0) return formatCost(costUsd);
  return costUsd === 0 ? 'cost unknown' : `at least ${formatCost(costUsd)}`;
}
