import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ItemSchedule, type PlannedItem } from '../../../src/run/state/item-schedule.ts';

const key = (index: number): string => `item ${index}`;

/** Items that wait only for earlier ones in some order, so that there is no cycle. */
const plans = fc
  .record({
    items: fc.array(
      fc.record({
        after: fc.array(fc.nat(30), { maxLength: 3 }),
        exclusive: fc.option(fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 }), {
          nil: null,
        }),
      }),
      { maxLength: 12 },
    ),
    backwards: fc.boolean(),
    concurrency: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant(Infinity)),
  })
  .map(({ items, backwards, concurrency }) => ({
    concurrency,
    items: items.map(({ after, exclusive }, index): PlannedItem => {
      const others = after.map((offset) => (backwards ? index + 1 + offset : index - 1 - offset));
      return {
        key: key(index),
        after: others.filter((other) => other >= 0 && other < items.length).map(key),
        exclusive,
      };
    }),
  }));

/** What may start, by the rules alone. */
function mayStart(
  item: PlannedItem,
  world: {
    readonly running: readonly PlannedItem[];
    readonly over: ReadonlySet<string>;
    readonly concurrency: number;
  },
): boolean {
  const { running, over, concurrency } = world;
  if (running.length >= concurrency || over.has(item.key) || running.includes(item)) return false;
  if (!item.after.every((each) => over.has(each))) return false;
  if (running.length > 0 && item.exclusive?.length === 0) return false;
  return running.every(
    (other) =>
      other.exclusive?.length !== 0 &&
      !(item.exclusive ?? []).some((each) => other.exclusive?.includes(each)),
  );
}

describe('items of a foreach', () => {
  test('start as early as the rules allow, the first in order first, and all of them in the end', () => {
    fc.assert(
      fc.property(
        plans,
        fc.array(fc.nat(100), { minLength: 40, maxLength: 40 }),
        ({ items, concurrency }, ends) => {
          const schedule = new ItemSchedule(items, concurrency);
          const over = new Set<string>();
          const running: PlannedItem[] = [];
          for (const end of ends) {
            for (;;) {
              const expected = items.find((item) => mayStart(item, { running, over, concurrency }));
              expect(schedule.next()).toBe(expected?.key);
              if (expected === undefined) break;
              schedule.start(expected.key);
              running.push(expected);
            }
            const [ended] = running.splice(end % Math.max(running.length, 1), 1);
            if (ended === undefined) break;
            over.add(ended.key);
            schedule.end(ended.key);
          }
          expect(over.size).toBe(items.length);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('are scheduled alike by a replay, in which nobody asks what is next', () => {
    fc.assert(
      fc.property(plans, fc.array(fc.nat(100), { maxLength: 40 }), ({ items, concurrency }, ends) => {
        const live = new ItemSchedule(items, concurrency);
        const replayed = new ItemSchedule(items, concurrency);
        const running: string[] = [];
        for (const end of ends) {
          for (let next = live.next(); next !== undefined; next = live.next()) {
            for (const each of [live, replayed]) each.start(next);
            running.push(next);
          }
          const [ended] = running.splice(end % Math.max(running.length, 1), 1);
          if (ended !== undefined) for (const each of [live, replayed]) each.end(ended);
        }
        expect(replayed.next()).toBe(live.next());
      }),
      { numRuns: 500 },
    );
  });

  test('that are left out free those that wait for them', () => {
    const schedule = new ItemSchedule([
      { key: 'a', after: [], exclusive: null },
      { key: 'b', after: ['a'], exclusive: null },
      { key: 'c', after: ['b'], exclusive: null },
    ]);
    expect(schedule.dependentsOf('a')).toEqual(['b']);
    schedule.leave('a');
    schedule.leave('b');
    expect(schedule.next()).toBe('c');
  });

  test('that all share a resource take time in proportion to their number', () => {
    const items = Array.from({ length: 20_000 }, (_, index) => ({
      key: key(index),
      after: [],
      exclusive: ['one'],
    }));
    const schedule = new ItemSchedule(items);
    for (const item of items) {
      expect(schedule.next()).toBe(item.key);
      schedule.start(item.key);
      expect(schedule.next()).toBeUndefined();
      schedule.end(item.key);
    }
  });
});

describe('an item whose block has ended and whose work waits to be merged', () => {
  const scheduleOf = (resources: readonly (readonly string[] | null)[], after: readonly string[] = []) =>
    new ItemSchedule(
      resources.map((each, index) => ({ key: key(index), after: index === 0 ? [] : after, exclusive: each })),
      1,
    );

  test('leaves its place to another', () => {
    const schedule = scheduleOf([null, null]);
    schedule.start(key(0));
    expect(schedule.next()).toBeUndefined();
    schedule.rest(key(0));
    expect(schedule.next()).toBe(key(1));
    schedule.start(key(1));
    schedule.end(key(0));
    expect(schedule.next()).toBeUndefined();
  });

  test('keeps what it shares, and those waiting that wait for it', () => {
    for (const schedule of [
      scheduleOf([['x'], ['x']]),
      scheduleOf([[], null]),
      scheduleOf([null, []]),
      scheduleOf([null, null], [key(0)]),
    ]) {
      schedule.start(key(0));
      schedule.rest(key(0));
      expect(schedule.next()).toBeUndefined();
      schedule.end(key(0));
      expect(schedule.next()).toBe(key(1));
    }
  });
});
