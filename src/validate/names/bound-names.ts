import type { Block, Task } from '../../model/block.ts';
import { bindingsOf } from './bindings.ts';
import { edgesOf, type Edge, type ExpressionOf } from '../blocks/block-edges.ts';
import { jsonMark, jsonMarksOf } from '../blocks/command-json.ts';

/** Units: words of 32 names. Beyond that many, which no author writes, names count as bound. */
const MAX_WORDS = 16 * 1024 * 1024;
const ALL = -1;

/**
 * Which names of a block are surely bound when a task of it is entered.
 *
 * A name is bound on entry where it is on every way there. The name of a task's result is unbound on entry of that task.
 * That the result of a command has its JSON is known in the same way, by a mark.
 * Found for 32 names at a time: what is known to hold at a task only shrinks, so that each way is looked at a few times.
 */
export class BoundNames {
  readonly #places: ReadonlyMap<Task, number>;
  readonly #names: ReadonlyMap<string, number>;
  readonly #words: readonly Int32Array[];

  /** `isBoundOutside` says which names have a value from around the block already. */
  constructor(block: Block, expressionOf: ExpressionOf, isBoundOutside: (name: string) => boolean) {
    this.#places = new Map(block.tasks.map((task, index) => [task, index]));
    const active = block.tasks.filter((task) => task.type !== 'end');
    const names = [...new Set(bindingsOf(block).map(({ name }) => name)), ...jsonMarksOf(active)];
    this.#names = new Map(names.map((name, index) => [name, index]));
    const count = Math.min(Math.ceil(names.length / 32), Math.floor(MAX_WORDS / (block.tasks.length + 1)));
    const ways = count === 0 ? undefined : new Ways(block, edgesOf(block, expressionOf));
    this.#words = Array.from({ length: count }, (_, word) => {
      const known = new Map(names.slice(word * 32, word * 32 + 32).map((name, bit) => [name, 1 << bit]));
      return ways?.solve(known, maskOf(names.filter(isBoundOutside), known)) ?? new Int32Array();
    });
  }

  /** Whether the block itself binds a name. */
  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** Asked only for names that the block binds. A task that nothing leads to has everything. */
  isBoundOnEntry(name: string, task: Task): boolean {
    const index = this.#names.get(name) ?? 0;
    const word = this.#words[index >> 5];
    return word === undefined || ((word[this.#places.get(task) ?? 0] ?? ALL) & (1 << (index & 31))) !== 0;
  }
}

/** The ways of a block in the form in which they are walked: those from a task side by side. */
class Ways {
  readonly #block: Block;
  readonly #edges: readonly Edge[];
  readonly #first: Int32Array;

  constructor(block: Block, edges: readonly Edge[]) {
    this.#block = block;
    // Those from one task already stand together.
    this.#edges = edges;
    this.#first = new Int32Array(block.tasks.length + 1).fill(edges.length);
    for (let index = edges.length - 1; index >= 0; index -= 1) this.#first[edges[index]?.from ?? 0] = index;
    for (let task = block.tasks.length - 1; task >= 0; task -= 1) {
      const own = this.#first[task] ?? 0;
      if (this.#edges[own]?.from !== task) this.#first[task] = this.#first[task + 1] ?? edges.length;
    }
  }

  /** Shape: by position of a task, the bits of the names that are bound on entry. */
  solve(bits: ReadonlyMap<string, number>, outside: number): Int32Array {
    const { tasks, start } = this.#block;
    const arrival = new Int32Array(tasks.length).fill(ALL);
    const unbinds = Int32Array.from(tasks, (task) =>
      task.type === 'end' || task.as === undefined || task.type === 'decide'
        ? 0
        : maskOf([task.as, jsonMark(task.as)], bits),
    );
    const binds = Int32Array.from(this.#edges, (edge) => maskOf(edge.binds, bits));
    const first = tasks.findIndex(({ name }) => name === start);
    const waiting = new Set<number>();
    const seen = new Set<number>();
    const arrive = (at: number, bound: number) => {
      const left = (arrival[at] ?? 0) & bound;
      if (left === arrival[at] && seen.has(at)) return;
      arrival[at] = left;
      seen.add(at);
      waiting.delete(at);
      waiting.add(at);
    };
    if (first >= 0) arrive(first, outside);
    // A set grows while it is walked, and what comes again comes last.
    for (const task of waiting) {
      waiting.delete(task);
      const arrived = arrival[task] ?? 0;
      const entered = arrived & ~(unbinds[task] ?? 0);
      for (let index = this.#first[task] ?? 0; index < (this.#first[task + 1] ?? 0); index += 1) {
        const edge = this.#edges[index];
        if (edge) arrive(edge.to, (edge.isArrival ? arrived : entered) | (binds[index] ?? 0));
      }
    }
    return arrival.map((bound, task) => bound & ~(unbinds[task] ?? 0));
  }
}

function maskOf(names: readonly string[], bits: ReadonlyMap<string, number>): number {
  let mask = 0;
  for (const name of names) mask |= bits.get(name) ?? 0;
  return mask;
}
