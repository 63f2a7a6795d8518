import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ItemRecord } from '../../src/model/event-records.ts';
import type { RunEvent } from '../../src/model/run-event.ts';
import { start } from '../helpers/run-host.ts';
import { createCrashingFileSystem } from '../journal/crashing-file-system.ts';
import { hostFor } from './nested-host.ts';
import { nestedProgram } from './nested-program.ts';
import { performersOf } from './scripted-performers.ts';

/** Items on a random graph without a cycle, in any order, with resources, and how many may run. */
const runs = fc
  .record({
    items: fc.array(
      fc.record({
        after: fc.uniqueArray(fc.nat(11), { maxLength: 3 }),
        uses: fc.uniqueArray(fc.constantFrom('x', 'y', 'z'), { maxLength: 2 }),
      }),
      { maxLength: 12 },
    ),
    isExclusive: fc.boolean(),
    isBackwards: fc.boolean(),
    concurrency: fc.option(fc.integer({ min: 1, max: 4 })),
    places: fc.integer({ min: 1, max: 12 }),
    order: fc.array(fc.nat(11), { minLength: 1, maxLength: 12 }),
  })
  .map(({ items, isBackwards, ...more }) => ({
    ...more,
    items: items.map(({ after, uses }, index) => ({
      id: `k${index}`,
      after: after
        .filter((each) => each < items.length && (isBackwards ? each > index : each < index))
        .map((each) => `k${each}`),
      uses,
    })),
  }));

function mapText({ items, isExclusive, concurrency }: typeof runs extends fc.Arbitrary<infer T> ? T : never) {
  return JSON.stringify({
    description: 'Items',
    startTaskDefinition: 'E',
    taskDefinitions: {
      E: {
        type: 'foreach',
        items: JSON.stringify(items),
        item: 'item',
        key: 'item.id',
        after: 'item.after',
        ...(isExclusive ? { exclusive: 'item.uses' } : {}),
        ...(concurrency === null ? {} : { concurrency }),
        body: {
          startTaskDefinition: 'Look',
          taskDefinitions: {
            Look: { type: 'claude', prompt: 'Do it.', actions: { Go: { target: 'End', choose: 'if done' } } },
            End: { type: 'end' },
          },
        },
        actions: { Go: { target: 'Done' } },
      },
      Done: { type: 'end' },
    },
  });
}

/** Items as they are when a batch is durable, by the rules of the format alone. */
class World {
  readonly running = new Map<string, ItemRecord>();
  readonly over = new Set<string>();
  items: readonly ItemRecord[] = [];
  readonly #concurrency: number;

  constructor(concurrency: number | null) {
    this.#concurrency = concurrency ?? Infinity;
  }

  take({ type, data }: RunEvent): void {
    if (type === 'items.listed') this.items = data.items;
    if (type === 'item.started') this.#start(this.items.find(({ key }) => key === data.key));
    if (type === 'item.finished') {
      this.running.delete(data.key);
      this.over.add(data.key);
    }
  }

  #start(item: ItemRecord | undefined): void {
    if (item === undefined || !this.mayStart(item)) throw new Error(`item "${item?.key}" may not start`);
    this.running.set(item.key, item);
  }

  mayStart({ key, after, exclusive }: ItemRecord): boolean {
    const others = [...this.running.values()];
    if (this.running.has(key) || this.over.has(key) || others.length >= this.#concurrency) return false;
    if (after.some((each) => !this.over.has(each))) return false;
    if (exclusive?.length === 0) return others.length === 0;
    return others.every(
      (other) =>
        other.exclusive === null ||
        (other.exclusive.length > 0 && !other.exclusive.some((each) => exclusive?.includes(each))),
    );
  }
}

test('items start only when they may, and as soon as they may and have a place, and all of them are over in the end', async () => {
  await fc.assert(
    fc.asyncProperty(runs, async (random) => {
      const { program, texts } = nestedProgram(mapText(random));
      let at = 0;
      const performers = performersOf(
        () => ({ action: 'Go' }),
        ({ length }) => random.order[(at += 1) % random.order.length]! % length,
      );
      const host = hostFor(createCrashingFileSystem(), performers, random.places);
      const { state } = await start(host, program, { texts });
      const world = new World(random.concurrency);
      for (const [index, event] of host.events.entries()) {
        world.take(event);
        // Every batch but the first begins with the end of a turn.
        const next = host.events[index + 1]?.type;
        if (next !== undefined && next !== 'agent.finished') continue;
        const isFull = world.running.size >= random.places;
        expect(world.items.filter((item) => !isFull && world.mayStart(item))).toEqual([]);
        expect(world.running.size).toBeLessThanOrEqual(random.places);
      }
      expect(world.over.size).toBe(random.items.length);
      expect(state.finished?.task).toBe('Done');
      expect(state.steps).toBe(random.items.length + 1);
    }),
    { numRuns: 200 },
  );
});
