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
    for (const each of known) {
      const others = dependants.get(each);
      if (others === undefined) dependants.set(each, [id]);
      else others.push(id);
    }
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
}

/** Each goes into the first group that it shares no file with. */
function groupsOf(level: readonly Node[]): readonly (readonly string[])[] {
  const all: string[][] = [];
  const groups: Group[] = [];
  // How many groups from the first on touch a file, each of them: many subtasks may share one.
  const full = new Map<string, number>();
  for (const { id, plannedFiles: files } of level) {
    if (files.length === 0) {
      all.push([id]);
      continue;
    }
    let at = files.reduce((most, file) => Math.max(most, full.get(file) ?? 0), 0);
    while (files.some((file) => touches(groups[at], file))) at += 1;
    const group = groups[at] ?? { ids: [], files: new Set() };
    if (at === groups.length) {
      groups.push(group);
      all.push(group.ids);
    }
    group.ids.push(id);
    for (const file of files) {
      group.files.add(file);
      let count = full.get(file) ?? 0;
      while (touches(groups[count], file)) count += 1;
      full.set(file, count);
    }
  }
  return all;
}

function touches(group: Group | undefined, file: string): boolean {
  return group !== undefined && group.files.has(file);
}
