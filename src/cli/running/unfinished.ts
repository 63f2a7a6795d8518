import type { Agent } from '../../agent/agent.ts';
import type { RunEntry } from '../../journal/find-runs.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import type { Value } from '../../model/value.ts';
import { readSummary } from '../../report/run-summary.ts';
import { WfmapError } from '../../util/error.ts';

/** Only so many runs are opened: what is older has been forgotten. */
const MAX_LOOKED_AT = 20;

/** What makes two runs the same piece of work: a simulation is none that an agent goes on with. */
export interface Wanted {
  readonly mapPath: string;
  readonly values: Readonly<Record<string, Value>>;
  readonly agent: Agent['kind'];
}

/** The newest run of a map with the same inputs that has not ended. `runs` are in order, newest first. */
export function findUnfinished(
  runs: readonly RunEntry[],
  { mapPath, values, agent }: Wanted,
): RunEntry | undefined {
  const wanted = keyOf(values);
  return runs
    .filter(({ started }) => {
      const data = started?.data;
      return data?.map.path === mapPath && data.agent === agent && keyOf(data.fields) === wanted;
    })
    .slice(0, MAX_LOOKED_AT)
    .find((run) => !hasEnded(run));
}

function keyOf(values: Readonly<Record<string, Value>>): string {
  return JSON.stringify(Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function hasEnded(run: RunEntry): boolean {
  try {
    return readSummary(nodeFileSystem, run).end !== null;
  } catch (thrown) {
    // A damaged run is nothing to go on with; whoever names it is told.
    if (thrown instanceof WfmapError) return true;
    throw thrown;
  }
}
