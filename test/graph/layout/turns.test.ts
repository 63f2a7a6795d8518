import fc from 'fast-check';
import { expect, test } from 'vitest';
import { turnsOf } from '../../../src/graph/layout/turns.ts';

test('a line that goes straight down takes no track', () => {
  expect(turnsOf([{ top: 3, bottom: 3 }], 1)).toEqual({ turns: [[]], tracks: 0 });
});

test('lines that do not meet share a track', () => {
  const lines = [
    { top: 0, bottom: 4 },
    { top: 10, bottom: 14 },
  ];
  expect(turnsOf(lines, 1).tracks).toBe(1);
});

test('two lines that change places do so by a detour of one of them', () => {
  const lines = [
    { top: 0, bottom: 10 },
    { top: 10, bottom: 0 },
  ];
  const { turns, tracks } = turnsOf(lines, 1);
  expect(turns.map((each) => each.length).toSorted((one, other) => one - other)).toEqual([1, 2]);
  expect(tracks).toBe(3);
});

test('every line comes to where it goes on, by tracks one below the other', () => {
  const places = fc.uniqueArray(fc.nat(60), { maxLength: 16 });
  fc.assert(
    fc.property(places, places, (tops, bottoms) => {
      const lines = tops.slice(0, bottoms.length).map((top, line) => ({ top, bottom: bottoms[line] ?? 0 }));
      const { turns, tracks } = turnsOf(lines, 1);
      for (const [line, { top, bottom }] of lines.entries()) {
        const own = turns[line] ?? [];
        expect(own.at(-1)?.x ?? top).toBe(bottom);
        const used = own.map(({ track }) => track);
        expect(used).toEqual([...new Set(used)].toSorted((one, other) => one - other));
        for (const track of used) expect(track).toBeLessThan(tracks);
      }
    }),
  );
});
