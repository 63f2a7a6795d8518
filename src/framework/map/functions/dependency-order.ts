/** Ids by what they wait for, as `{ST-002: [ST-001]}`. */
export type Dependencies = ReadonlyMap<string, readonly string[]>;

/**
 * An order in which everything comes after what it waits for.
 *
 * Shape: `depthOf` has each id that can be reached, 1 for one that waits for nothing; `cycle` is one ring of the
 * others, its first id again at its end, and undefined where there is none. Dependencies on unknown ids do not count.
 */
export interface DependencyOrder {
  readonly depthOf: ReadonlyMap<string, number>;
  readonly cycle: readonly string[] | undefined;
}

/** Orders by Kahn's algorithm, in time that grows with the number of dependencies. */
export function orderOf(dependencies: Dependencies): DependencyOrder {
  const dependants = dependantsOf(dependencies);
  const open = new Map<string, number>();
  for (const [id, all] of dependencies) open.set(id, knownOf(all, dependencies).size);
  const depthOf = new Map<string, number>();
  const ready = [...open].filter(([, count]) => count === 0).map(([id]) => id);
  for (const id of ready) depthOf.set(id, 1);
  // The list grows while it is gone through.
  for (const id of ready) {
    const depth = depthOf.get(id) ?? 1;
    for (const next of dependants.get(id) ?? []) {
      depthOf.set(next, Math.max(depthOf.get(next) ?? 1, depth + 1));
      const left = (open.get(next) ?? 0) - 1;
      open.set(next, left);
      if (left === 0) ready.push(next);
    }
  }
  const stuck = [...open].filter(([, count]) => count > 0).map(([id]) => id);
  for (const id of stuck) depthOf.delete(id);
  return { depthOf, cycle: findCycle(stuck, dependencies) };
}

/** What waits for each id, in the order of the ids. */
export function dependantsOf(dependencies: Dependencies): ReadonlyMap<string, readonly string[]> {
  const dependants = new Map<string, string[]>();
  for (const [id, all] of dependencies) {
    for (const each of knownOf(all, dependencies)) {
      const known = dependants.get(each);
      if (known) known.push(id);
      else dependants.set(each, [id]);
    }
  }
  return dependants;
}

function knownOf(ids: readonly string[], dependencies: Dependencies): ReadonlySet<string> {
  return new Set(ids.filter((each) => dependencies.has(each)));
}

/** Each of what is stuck waits for another that is: going from one to the next comes round in the end. */
function findCycle(stuck: readonly string[], dependencies: Dependencies): readonly string[] | undefined {
  const isStuck = new Set(stuck);
  const path: string[] = [];
  const placeOf = new Map<string, number>();
  let [at] = stuck;
  while (at !== undefined) {
    const place = placeOf.get(at);
    if (place !== undefined) return [...path.slice(place), at];
    placeOf.set(at, path.length);
    path.push(at);
    at = dependencies.get(at)?.find((each) => isStuck.has(each));
  }
  return undefined;
}
