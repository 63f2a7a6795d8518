import type { PlannedSubtask } from './blueprint.ts';

/**
 * Which subtasks can be worked on together, one group after the other.
 *
 * First by what they wait for, level by level, ids in order; then each level is cut so that no two of a group touch the
 * same file, and one whose files nobody knows stands alone. What waits for itself comes last, each alone.
 */
export function wavesOf(subtasks: readonly Node[]): readonly (readonly string[])[] {
  return levelsOf(subtasks).flatMap(groupsOf);
}

type Node = Pick<PlannedSubtask, 'id' | 'dependencies' | 'plannedFiles'>;

function levelsOf(subtasks: readonly Node[]): readonly (readonly Node[])[] {
  const nodes = new Map(subtasks.map((each) => [each.id, each]));
  const waits = new Map<string, number>();
  const dependants = new Map<string, string[]>();
  for (const { id, dependencies } of nodes.values()) {
    const known = new Set(dependencies.filter((each) => nodes.has(each)));
    waits.set(id, known.size);
    for (const each of known) dependants.set(each, [...(dependants.get(each) ?? []), id]);
  }
  const levels: (readonly Node[])[] = [];
  let ready = [...nodes.keys()].filter((id) => waits.get(id) === 0);
  while (ready.length > 0) {
    levels.push(ready.toSorted().flatMap((id) => nodes.get(id) ?? []));
    const next: string[] = [];
    for (const id of ready) {
      nodes.delete(id);
      for (const each of dependants.get(id) ?? []) {
        const left = (waits.get(each) ?? 1) - 1;
        waits.set(each, left);
        if (left === 0) next.push(each);
      }
    }
    ready = next;
  }
  return [...levels, ...[...nodes.values()].map((each) => [each])];
}

interface Group {
  readonly ids: string[];
  readonly files: Set<string>;
  readonly isAlone: boolean;
}

/** Each goes into the first group that it shares no file with. */
function groupsOf(level: readonly Node[]): readonly (readonly string[])[] {
  const groups: Group[] = [];
  for (const { id, plannedFiles: files } of level) {
    const isAlone = files.length === 0;
    const canJoin = (each: Group): boolean => !each.isAlone && !files.some((file) => each.files.has(file));
    const group = isAlone ? undefined : groups.find(canJoin);
    if (group === undefined) groups.push({ ids: [id], files: new Set(files), isAlone });
    else {
      group.ids.push(id);
      for (const file of files) group.files.add(file);
    }
  }
  return groups.map(({ ids }) => ids);
}
