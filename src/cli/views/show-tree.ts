import { formatCost, formatCount, formatDuration, toOneLine } from '../io/format.ts';
import type { ExecutionSummary } from './execution-summary.ts';
import { countParts, openWaits, type PartSummary } from './part-summary.ts';
import { blockKeyOf, partOf } from './place.ts';

/** Units: parts of one task; rows of inner blocks over a whole run. More are summed up. */
const MAX_PARTS = 20;
const MAX_INNER = 400;

/**
 * The executions of a run as rows of a table: number, task, time, cost, what came of it.
 *
 * Shape: what happened in branches, items and maps stands below the task that they are of, further in, under a row for
 * each of them. Where there are very many, those that failed or go on are shown before the others, and the last row
 * says that there are more; `all` shows every one.
 */
export function treeRows(executions: readonly ExecutionSummary[], all: boolean): string[][] {
  const byBlock = new Map<string, ExecutionSummary[]>();
  for (const each of executions) {
    const key = blockKeyOf(each.address.block);
    const list = byBlock.get(key) ?? [];
    list.push(each);
    byBlock.set(key, list);
  }
  const tree: Tree = {
    byBlock,
    rows: [],
    left: all ? Infinity : MAX_INNER,
    maxParts: all ? Infinity : MAX_PARTS,
  };
  addBlock(tree, '[]', 0);
  if (tree.left <= 0) tree.rows.push(['', '…', '', '', 'there is more inside; --all shows it']);
  return tree.rows;
}

interface Tree {
  readonly byBlock: ReadonlyMap<string, readonly ExecutionSummary[]>;
  readonly rows: string[][];
  readonly maxParts: number;
  /** How many rows of inner blocks there is room for. */
  left: number;
}

function addBlock(tree: Tree, key: string, depth: number): void {
  for (const entry of tree.byBlock.get(key) ?? []) {
    if (depth > 0 && tree.left <= 0) return;
    tree.left -= depth > 0 ? 1 : 0;
    tree.rows.push(rowOf(entry, depth));
    if (entry.parts !== null) addParts(tree, entry, entry.parts, depth + 1);
  }
}

function addParts(
  tree: Tree,
  { address }: ExecutionSummary,
  parts: readonly PartSummary[],
  depth: number,
): void {
  const byKey = new Map(parts.map((part) => [part.key, part]));
  const shown = parts.length > tree.maxParts ? mostTelling(parts, tree.maxParts) : parts;
  for (const part of shown) {
    if (tree.left <= 0) return;
    tree.left -= 1;
    tree.rows.push(['', indent(depth) + nameOf(part), '', '', toOneLine(stateOf(part, byKey), 200)]);
    addBlock(tree, blockKeyOf(partOf(address, part.key)), depth + 1);
  }
  const more = parts.length - shown.length;
  if (more > 0) {
    tree.rows.push(['', `${indent(depth)}…`, '', '', `${more} more; --all shows them`]);
  }
}

const URGENCY: readonly ((part: PartSummary) => boolean)[] = [
  ({ failed, status }) => failed || status === 'stopped',
  ({ status }) => status === 'running',
  ({ status }) => status === 'skipped' || status === 'cancelled',
  ({ status }) => status === 'waiting',
  () => true,
];

/** Those that somebody would look for first, in the order in which they stand. */
function mostTelling(parts: readonly PartSummary[], count: number): readonly PartSummary[] {
  const chosen = new Set<PartSummary>();
  for (const isUrgent of URGENCY) {
    for (const part of parts) {
      if (chosen.size >= count) break;
      if (isUrgent(part)) chosen.add(part);
    }
  }
  return parts.filter((part) => chosen.has(part));
}

function nameOf({ key, map }: PartSummary): string {
  return toOneLine(map ?? key, 40);
}

function stateOf(part: PartSummary, byKey: ReadonlyMap<string, PartSummary>): string {
  const kept = part.slip == null ? '' : `, kept in ${part.slip}`;
  switch (part.status) {
    case 'waiting':
      return waitingText(openWaits(part, byKey));
    case 'running':
      return `running${kept}`;
    case 'stopped':
      return `failed: ${part.reason ?? ''}${kept}`;
    case 'finished':
      return endText(part) + kept;
    case 'kept':
      return 'kept from before';
    case 'skipped':
      return `skipped: ${part.reason ?? ''}`;
    case 'cancelled':
      break;
  }
  return 'cancelled';
}

function endText({ outcome, failed }: PartSummary): string {
  return `-> ${outcome ?? ''}${failed ? ', failed' : ''}`;
}

/** Units: keys. */
const MAX_WAITS = 5;

function waitingText(keys: readonly string[]): string {
  if (keys.length === 0) return 'waits for its turn';
  const more = keys.length - MAX_WAITS;
  return `waits for ${keys.slice(0, MAX_WAITS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function rowOf(entry: ExecutionSummary, depth: number): string[] {
  const took = entry.end === null ? '' : tookText(Date.parse(entry.end) - Date.parse(entry.start));
  const action = entry.action === null ? '' : `-> ${entry.action}`;
  const result = entry.isAsking ? 'waits for an answer' : (entry.error ?? action);
  return [
    `  ${String(entry.number).padStart(3)}`,
    indent(depth) + toOneLine(entry.task, 40) + (entry.visit > 1 ? ` (visit ${entry.visit})` : ''),
    entry.isStep ? took : '',
    costOf(entry),
    toOneLine([result, ...notesOn(entry)].filter((part) => part !== '').join(', '), 200),
  ];
}

function notesOn(entry: ExecutionSummary): string[] {
  return [
    ...(entry.answeredBy === null ? [] : [entry.answeredBy]),
    ...(entry.parts === null ? [] : [countParts(entry.parts)]),
    ...(entry.exitCode === null ? [] : [`exit code ${entry.exitCode}`]),
    ...(entry.turns > 1 ? [formatCount(entry.turns, 'turn')] : []),
    ...(entry.denials > 0 ? [`${formatCount(entry.denials, 'tool call')} refused`] : []),
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
function costOf({ turns, turnsWithoutCost, costUsd }: ExecutionSummary): string {
  if (turns === 0) return '';
  if (turnsWithoutCost === 0) return formatCost(costUsd);
  return costUsd === 0 ? 'cost unknown' : `at least ${formatCost(costUsd)}`;
}
