/** Numbers of which the smallest comes out first. */
export class MinHeap {
  readonly #items: number[] = [];

  get size(): number {
    return this.#items.length;
  }

  push(item: number): void {
    const items = this.#items;
    let at = items.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = items[parent] ?? item;
      if (above <= item) break;
      items[at] = above;
      at = parent;
    }
    items[at] = item;
  }

  pop(): number | undefined {
    const items = this.#items;
    const [first] = items;
    const last = items.pop();
    if (first === undefined || last === undefined || items.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= items.length) break;
      if ((items[child + 1] ?? Infinity) < (items[child] ?? Infinity)) child += 1;
      const below = items[child] ?? Infinity;
      if (below >= last) break;
      items[at] = below;
      at = child;
    }
    items[at] = last;
    return first;
  }
}
