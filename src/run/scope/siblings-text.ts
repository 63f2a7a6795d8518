import { blockKeyOf } from '../../model/address.ts';
import type { ForeachTask } from '../../model/block.ts';
import { isListValue, type Value } from '../../model/value.ts';
import { invariant } from '../../util/invariant.ts';
import { toOneLine } from '../../util/to-one-line.ts';
import type { BlockInstance } from '../state/block-instance.ts';
import type { ChildState } from '../state/child-states.ts';
import type { ItemView } from '../state/item-view.ts';
import type { RunState } from '../state/run-state.ts';

/** Units: items of a kind that are named, and UTF-16 of a text. */
const MAX_NAMED = 30;
const MAX_TITLE = 120;
const MAX_ABOUT = 400;

/** An item that a block is for, whichever map that is in. */
interface Around {
  readonly view: ItemView;
  readonly task: ForeachTask;
  /** What the map of the task says of itself. */
  readonly map: string;
}

/**
 * What the nearest item around a block is a part of, and the items beside it, as Markdown for an agent; "" outside of one.
 *
 * Those that are over are those that were when it started, so that the same state gives the same text at any time.
 */
export function siblingsText(state: RunState, instance: BlockInstance): string {
  const around = [...itemsAround(state, instance)];
  const [own, ...outer] = around;
  if (own === undefined) return '';
  const { children, child, endedBefore } = own.view;
  const over = new Set(children.ended.slice(0, endedBefore));
  const others = [...children.byKey.values()].filter((each) => each !== child);
  const parents = [own, ...outer].map(
    (each, depth) => `${depth === 0 ? 'This is' : 'That is part of'} ${partText(each)}`,
  );
  return [
    ...parents,
    ...listOf(
      'Finished before it',
      others.filter((each) => over.has(each)),
      endText,
    ),
    ...listOf(
      'Open',
      others.filter((each) => !over.has(each)),
      () => '',
    ),
  ].join('\n');
}

function partText({ view: { child }, task, map }: Around): string {
  const about = toOneLine(task.description ?? map, MAX_ABOUT);
  return `item ${nameOf(child)}, of "${toOneLine(task.name, MAX_TITLE)}"${about === '' ? '' : `: ${about}`}`;
}

function listOf(
  title: string,
  items: readonly ChildState[],
  more: (item: ChildState) => string,
): readonly string[] {
  if (items.length === 0) return [];
  const lines = items.slice(0, MAX_NAMED).map((each) => `- ${nameOf(each)}${more(each)}`);
  const left = items.length - MAX_NAMED;
  return ['', `${title}:`, '', ...lines, ...(left > 0 ? [`- and ${left} more`] : [])];
}

function endText({ status, failed, outcome }: ChildState): string {
  if (status === 'finished') return failed ? ` (failed: ${toOneLine(outcome ?? '', MAX_TITLE)})` : '';
  return ` (${status})`;
}

function nameOf({ item }: ChildState): string {
  const key = toOneLine(item?.key ?? '', MAX_TITLE);
  const title = toOneLine(titleOf(item?.value ?? null), MAX_TITLE);
  return title === '' || title === key ? `"${key}"` : `"${key}" (${title})`;
}

function titleOf(value: Value): string {
  if (typeof value === 'string') return value;
  if (value === null || typeof value !== 'object' || isListValue(value)) return '';
  const titles = ['title', 'name', 'summary'].map((name) => value[name]);
  return titles.find((each) => typeof each === 'string') ?? '';
}

/** The items that a block is for, the nearest first. */
function* itemsAround({ blocks, open }: RunState, { path }: BlockInstance): Iterable<Around> {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const outer = blocks.get(blockKeyOf(path.slice(0, depth - 1)));
    const task = open.get(outer?.open ?? 0)?.task;
    if (task?.type !== 'foreach') continue;
    const view = blocks.get(blockKeyOf(path.slice(0, depth)))?.item;
    invariant(outer !== undefined && view !== undefined, 'the block of an item has a view of the others');
    yield { view, task, map: outer.program.map.description };
  }
}
