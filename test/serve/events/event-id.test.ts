import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventIdOf, eventPlaceOf, runDigestOf, type EventPlace } from '../../../src/serve/events/event-id.ts';

const places: fc.Arbitrary<EventPlace> = fc.record({
  atMs: fc.integer({ min: 0, max: 2 ** 47 }),
  run: fc.string({ minLength: 1 }).map(runDigestOf),
  seq: fc.integer({ min: 1, max: 2 ** 32 - 1 }),
  part: fc.integer({ min: 0, max: 255 }),
});

test('an id says the place that it was made of', () => {
  fc.assert(
    fc.property(places, (place) => {
      expect(eventPlaceOf(eventIdOf(place))).toEqual(place);
    }),
  );
});

test('ids sort by time, and in one run by record and part', () => {
  fc.assert(
    fc.property(places, fc.integer({ min: 0, max: 1000 }), fc.nat(1000), (place, laterMs, more) => {
      const next = { ...place, atMs: place.atMs + laterMs, seq: Math.min(place.seq + more, 2 ** 32 - 1) };
      expect(eventIdOf(next) >= eventIdOf(place)).toBe(true);
      if (laterMs > 0) {
        expect(eventIdOf({ ...next, run: runDigestOf('other') }) > eventIdOf(place)).toBe(true);
      }
    }),
  );
});

test('what is no id names no place', () => {
  for (const text of [
    '',
    'evt_x1y2z3',
    '01'.repeat(13).toLowerCase() + 'i',
    'U'.repeat(26),
    '8'.repeat(26),
  ]) {
    expect(eventPlaceOf(text), text).toBeUndefined();
  }
});
