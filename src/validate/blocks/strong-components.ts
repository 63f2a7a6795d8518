/**
 * Cuts a graph into its strong components: sets of nodes that all lead to one another.
 *
 * Shape: each component after all those it leads to. Tarjan's algorithm with a stack of its own, so that
 * neither a long path nor a wide graph exhausts the call stack; linear.
 */
export function strongComponents<T>(
  nodes: readonly T[],
  nextOf: (node: T) => readonly T[],
): readonly ReadonlySet<T>[] {
  const walk = new Walk(nextOf);
  for (const node of nodes) walk.from(node);
  return walk.components;
}

class Walk<T> {
  readonly components: Set<T>[] = [];
  readonly #nextOf: (node: T) => readonly T[];
  readonly #order = new Map<T, number>();
  readonly #lowest = new Map<T, number>();
  readonly #open: T[] = [];
  readonly #isOpen = new Set<T>();

  constructor(nextOf: (node: T) => readonly T[]) {
    this.#nextOf = nextOf;
  }

  from(root: T): void {
    if (this.#order.has(root)) return;
    const path = [this.#enter(root)];
    for (let step = path.at(-1); step; step = path.at(-1)) {
      const next = step.rest.next();
      if (next.done === true) {
        path.pop();
        this.#leave(step.node, path.at(-1)?.node);
      } else if (!this.#order.has(next.value)) {
        path.push(this.#enter(next.value));
      } else if (this.#isOpen.has(next.value)) {
        this.#lower(step.node, this.#order.get(next.value));
      }
    }
  }

  #enter(node: T): { readonly node: T; readonly rest: Iterator<T> } {
    this.#lowest.set(node, this.#order.size);
    this.#order.set(node, this.#order.size);
    this.#open.push(node);
    this.#isOpen.add(node);
    return { node, rest: this.#nextOf(node)[Symbol.iterator]() };
  }

  #leave(node: T, parent: T | undefined): void {
    const lowest = this.#lowest.get(node);
    if (lowest === this.#order.get(node)) {
      const component = new Set(this.#open.splice(this.#open.lastIndexOf(node)));
      for (const each of component) this.#isOpen.delete(each);
      this.components.push(component);
    }
    if (parent !== undefined) this.#lower(parent, lowest);
  }

  #lower(node: T, to: number | undefined): void {
    this.#lowest.set(node, Math.min(this.#lowest.get(node) ?? Infinity, to ?? Infinity));
  }
}
