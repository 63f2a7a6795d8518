import { executionsOf } from '../../src/cli/views/execution-summary.ts';
import { treeRows } from '../../src/cli/views/show-tree.ts';
import { formatTable } from '../../src/cli/io/table.ts';
import { events, type Told } from './live/live-events.ts';

/** The tree of a run as `wfmap show` prints it; `all` as with `--all`. */
export const showTree = Object.assign((...told: readonly Told[]): string => treeText(told, false), {
  all: (...told: readonly Told[]): string => treeText(told, true),
});

function treeText(told: readonly Told[], all: boolean): string {
  return formatTable(treeRows(executionsOf(events(...told)), all)).join('\n');
}
