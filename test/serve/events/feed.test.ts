import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eventIdOf, eventPlaceOf, runDigestOf, type Served } from '../../../src/serve/events/event-id.ts';
import { Subscription, type Numbered, type Overflow } from '../../../src/serve/events/feed.ts';

interface Item extends Served {
  readonly overflow?: Overflow;
}

const RUN = runDigestOf('r');
const itemOf = (seq: number): Item => {
  const id = eventIdOf({ atMs: seq, run: RUN, seq, part: 0 });
  return { id, key: id, run: RUN, seq, part: 0, atMs: seq };
};
const items = (from: number, count: number): readonly Item[] =>
  Array.from({ length: count }, (_, index) => itemOf(from + index));

function subscribe(bufferSize: number, room = { isThere: true }) {
  const taken: Numbered<Item>[] = [];
  const subscription = new Subscription<Item>({
    bufferSize,
    matches: () => true,
    canTake: () => room.isThere,
    take: (some) => taken.push(...some),
    overflowOf: (overflow) => ({ ...itemOf(0), id: overflow.id, overflow }),
  });
  return { subscription, taken, room };
}

describe('a subscription', () => {
  test('gives all, numbered without gaps, to who can take it', () => {
    const { subscription, taken } = subscribe(2);
    subscription.offer(items(1, 600));
    expect(taken.map(({ sequence, event }) => [sequence, event.seq])).toEqual(
      items(1, 600).map(({ seq }) => [seq, seq]),
    );
  });

  test('of a reader who is too slow tells of the gap in its place, and a replay from there closes it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.boolean()), { maxLength: 30 }),
        (steps) => {
          const { subscription, taken, room } = subscribe(5);
          let next = 1;
          for (const [count, isThere] of steps) {
            room.isThere = isThere;
            subscription.offer(items(next, count));
            next += count;
          }
          room.isThere = true;
          subscription.flush();
          expect(taken.map(({ sequence }) => sequence)).toEqual(taken.map((_, index) => index + 1));
          const closed = taken.flatMap(({ event: { overflow, seq } }) => {
            if (overflow === undefined) return [seq];
            const after = eventPlaceOf(overflow.id)?.seq ?? 0;
            const last = eventPlaceOf(overflow.newest)?.seq ?? 0;
            expect(eventPlaceOf(overflow.oldest)?.seq).toBe(after + 1);
            expect(overflow.count).toBe(last - after);
            return items(after + 1, last - after).map((each) => each.seq);
          });
          expect(closed).toEqual(items(1, next - 1).map(({ seq }) => seq));
        },
      ),
    );
  });

  test('who acknowledges is sent no more than its buffer ahead; who never does is not held', () => {
    const { subscription, taken } = subscribe(4);
    subscription.offer(items(1, 6));
    expect(taken).toHaveLength(6);
    subscription.acknowledge(6);
    subscription.offer(items(7, 4));
    subscription.offer(items(11, 3));
    expect(taken).toHaveLength(10);
    subscription.acknowledge(9);
    expect(taken).toHaveLength(13);
  });

  test('that is paused keeps what fits, and goes on with it', () => {
    const { subscription, taken } = subscribe(3);
    subscription.pause();
    subscription.offer(items(1, 2));
    expect(taken).toEqual([]);
    subscription.resume();
    expect(taken.map(({ event }) => event.seq)).toEqual([1, 2]);
  });
});
