import { treeRows } from '../../src/cli/views/show-tree.ts';
import { formatTable } from '../../src/cli/io/table.ts';
import { runViewOf } from '../../src/view/apply-event.ts';
import { events, type ShortEvent } from '../helpers/short-events.ts';

/** The tree of a run as `wfmap show` prints it; `all` as with `--all`. */
export const showTree = Object.assign(
  (...reported: readonly ShortEvent[]): string => treeText(reported, false),
  {
    all: (...reported: readonly ShortEvent[]): string => treeText(reported, true),
  },
);

function treeText(reported: readonly ShortEvent[], all: boolean): string {
  return formatTable(treeRows(runViewOf(events(...reported)), { all, isGone: false })).join('\n');
}
