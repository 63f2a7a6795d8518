import type { BlockView, Execution, RunView } from '../../../view/run-view.ts';
import type { MapRun } from './map-run.ts';
import type { MapNotes, TaskNote } from './task-notes.ts';

/** What following a run keeps beside what is read of it. */
export interface Following {
  readonly run: MapRun;
  /** The view of the events so far. */
  readonly view: RunView;
  /** Those of the map that the run was started with. */
  readonly notes: MapNotes;
  /** Subtasks by the block that works on them: that of an item, of a map that is run for one, or of the run. */
  readonly subtasks: Map<BlockView, string>;
  /** Checks that were made, by the block of the map that makes them. */
  readonly checked: Map<BlockView, Set<string>>;
  /** Commands of checks as they were last started. */
  readonly commands: WeakMap<Execution, string>;
}

/** What is known of the task of an execution. */
export function noteOf(following: Following, { block, task }: Execution): TaskNote | undefined {
  return mapOf(following, block).notes.tasks.get(task);
}

/** The nearest map around a block that something is known of: where it begins, and its notes. */
export function mapOf(
  following: Following,
  block: BlockView,
): { readonly block: BlockView; readonly notes: MapNotes } {
  if (block.parent === undefined) return { block, notes: following.notes };
  const around = mapOf(following, block.parent.block);
  const notes = block.map === undefined ? undefined : around.notes.maps.get(block.map.map);
  return notes === undefined ? around : { block, notes };
}

/** The id of the subtask that a block works on; undefined for none. */
export function subtaskOf({ subtasks }: Following, block: BlockView): string | undefined {
  for (let each: BlockView | undefined = block; each !== undefined; each = each.parent?.block) {
    const found = subtasks.get(each);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether the map around a block has tasks whose items are subtasks. */
export function listsSubtasks(following: Following, block: BlockView): boolean {
  return [...mapOf(following, block).notes.tasks.values()].some(({ hasSubtasks }) => hasSubtasks);
}
