import { treeRows } from '../../src/cli/views/show-tree.ts';
import { formatTable } from '../../src/cli/io/table.ts';
import { runViewOf } from '../../src/view/apply-event.ts';
import { events, type Told } from '../helpers/told-events.ts';

/** The tree of a run as `wfmap show` prints it; `all` as with `--all`. */
export const showTree = Object.assign((...told: readonly Told[]): string => treeText(told, false), {
  all: (...told: readonly Told[]): string => treeText(told, true),
});

function treeText(told: readonly Told[], all: boolean): string {
  return formatTable(treeRows(runViewOf(events(...told)), { all, isGone: false })).join('\n');
}
