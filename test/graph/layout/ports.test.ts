import fc from 'fast-check';
import { expect, test } from 'vitest';
import { portsOf } from '../../../src/graph/layout/ports.ts';

test('a line begins where it wants to be, as far as the side goes', () => {
  const side = { from: 10, to: 30, apart: 5 };
  expect(portsOf([20], side)).toEqual([20]);
  expect(portsOf([2], side)).toEqual([10]);
  expect(portsOf([99], side)).toEqual([30]);
});

test('lines that want to be in one place stand beside one another', () => {
  expect(portsOf([30, 30, 30], { from: 0, to: 30, apart: 5 })).toEqual([20, 25, 30]);
});

test('lines keep their order, their distance and to their side wherever there is room', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -50, max: 250 }), { maxLength: 12 }), (wanted) => {
      const side = { from: 7, to: 7 + 11 * 12, apart: 12 };
      const ports = portsOf(
        wanted.toSorted((one, other) => one - other),
        side,
      );
      for (const [place, port] of ports.entries()) {
        expect(port).toBeGreaterThanOrEqual(side.from);
        expect(port).toBeLessThanOrEqual(side.to);
        if (place > 0) expect(port - (ports[place - 1] ?? 0)).toBeGreaterThanOrEqual(side.apart);
      }
    }),
  );
});
