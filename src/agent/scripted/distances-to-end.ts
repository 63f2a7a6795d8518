import type { Block } from '../../model/block.ts';

/** Farther than any map is long. */
export const FAILED_END = 1_000_000;

/** Steps from each task to the nearest end that is not `failed`, a failed one counting as far away. */
export function distancesToEnd(block: Block): ReadonlyMap<string, number> {
  const sources = new Map<string, string[]>();
  const distances = new Map<string, number>();
  for (const task of block.tasks) {
    if (task.type === 'end') {
      distances.set(task.name, task.failed ? FAILED_END : 0);
      continue;
    }
    if (task.actions.length === 0) distances.set(task.name, 0);
    for (const { target } of task.actions) {
      const known = sources.get(target);
      if (known === undefined) sources.set(target, [task.name]);
      else known.push(task.name);
    }
  }
  // Breadth first from the good ends, then from the failed ones: the first distance found is the least.
  for (const start of [0, FAILED_END]) {
    let front = [...distances].filter(([, distance]) => distance === start).map(([name]) => name);
    for (let distance = start + 1; front.length > 0; distance += 1) {
      front = [...new Set(front.flatMap((name) => sources.get(name) ?? []))].filter(
        (name) => !distances.has(name),
      );
      for (const name of front) distances.set(name, distance);
    }
  }
  return distances;
}
