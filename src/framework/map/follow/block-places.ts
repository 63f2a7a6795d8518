import { WORKFLOW_KEY, type Address, type BlockStep } from '../../../model/address.ts';
import type { MapNotes, TaskNote } from './task-notes.ts';

/**
 * Which map a block of a run is of, and which subtask it works on. Both hold for the blocks inside too.
 *
 * Shape: what has ended is forgotten.
 */
export class BlockPlaces {
  readonly #root: MapNotes;
  readonly #maps = new Map<string, MapNotes>();
  readonly #subtasks = new Map<string, string>();

  constructor(root: MapNotes) {
    this.#root = root;
  }

  noteOf({ block, task = '' }: Address): TaskNote | undefined {
    return this.#mapOf(block).tasks.get(task);
  }

  /** Whether the map of a block has tasks whose items are subtasks. */
  listsSubtasks(block: readonly BlockStep[]): boolean {
    return [...this.#mapOf(block).tasks.values()].some(({ hasSubtasks }) => hasSubtasks);
  }

  /** The map that a block is of: its notes, and what tells one activation of it from others. */
  activationOf(block: readonly BlockStep[]): { readonly key: string; readonly notes: MapNotes } {
    for (let depth = this.#maps.size === 0 ? 0 : block.length; depth > 0; depth -= 1) {
      const key = keyOf(block.slice(0, depth));
      const notes = this.#maps.get(key);
      if (notes !== undefined) return { key, notes };
    }
    return { key: keyOf([]), notes: this.#root };
  }

  /** Whether a map is known to begin with a block. */
  isActivation(block: readonly BlockStep[]): boolean {
    return block.length === 0 || this.#maps.has(keyOf(block));
  }

  enterMap(block: readonly BlockStep[], path: string): void {
    const notes = this.#mapOf(block.slice(0, -1)).maps.get(path);
    if (notes !== undefined) this.#maps.set(keyOf(block), notes);
  }

  enterSubtask(block: readonly BlockStep[], id: string): void {
    this.#subtasks.set(keyOf(block), id);
  }

  /** The id of the subtask that a block works on. */
  subtaskOf(block: readonly BlockStep[]): string | undefined {
    return nearest(this.#subtasks, block);
  }

  /** Forgets a block that is over; gives the subtask that began with it. */
  leave(block: readonly BlockStep[]): string | undefined {
    const key = keyOf(block);
    const subtask = this.#subtasks.get(key);
    this.#maps.delete(key);
    this.#subtasks.delete(key);
    return subtask;
  }

  /** Nothing is under way but the root block. */
  leaveAll(): void {
    this.#maps.clear();
    for (const key of this.#subtasks.keys()) if (key !== keyOf([])) this.#subtasks.delete(key);
  }

  #mapOf(block: readonly BlockStep[]): MapNotes {
    return this.activationOf(block).notes;
  }
}

/** The block that a task has under a key; without one, that of the map it runs. */
export function innerBlockOf(
  { block, task = '', visit = 1 }: Address,
  key: string = WORKFLOW_KEY,
): readonly BlockStep[] {
  return [...block, { task, key, activation: visit }];
}

function nearest<T>(known: ReadonlyMap<string, T>, block: readonly BlockStep[]): T | undefined {
  if (known.size === 0) return undefined;
  for (let depth = block.length; depth >= 0; depth -= 1) {
    const found = known.get(keyOf(block.slice(0, depth)));
    if (found !== undefined) return found;
  }
  return undefined;
}

function keyOf(block: readonly BlockStep[]): string {
  return JSON.stringify(block.map(({ task, key, activation }) => [task, key, activation]));
}
