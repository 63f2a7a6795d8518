import type { Block } from '../../model/block.ts';

/**
 * Chooses actions as a run that goes well with a few set-backs would: mostly towards an end of the block that is
 * not `failed`, sometimes elsewhere but never to a failed end, and after the third visit of a task always towards
 * an end.
 *
 * A pure function of seed, task and visit: a resumed walk goes on as it would have gone.
 */
export function createPlausibleWalk(
  block: Block,
  seed: number,
): (task: string, visit: number) => string | undefined {
  const distances = distancesToEnd(block);
  const tasks = new Map(block.tasks.map((task) => [task.name, task]));
  return (name, visit) => {
    const task = tasks.get(name);
    if (task === undefined || task.type === 'end') return undefined;
    const distanceOf = (target: string): number => distances.get(target) ?? Infinity;
    const byDistance = task.actions.toSorted((a, b) => distanceOf(a.target) - distanceOf(b.target));
    const good = byDistance.filter(({ target }) => distanceOf(target) < FAILED_END);
    const random = hash(`${seed}/${name}/${visit}`);
    const strays = visit <= 3 && random % 100 < 30;
    const choices = good.length === 0 ? byDistance : good;
    return choices[strays ? Math.floor(random / 100) % choices.length : 0]?.name;
  };
}

/** Farther than any map is long. */
const FAILED_END = 1_000_000;

/** Steps from each task to the nearest end that is not `failed`, a failed one counting as far away. */
function distancesToEnd(block: Block): ReadonlyMap<string, number> {
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

/** FNV-1a, 32 bits, finished with a mix: neighbours must not choose alike. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}
