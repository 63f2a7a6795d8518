import fc from 'fast-check';
import { expect, test } from 'vitest';
import { strongComponents } from '../../../src/validate/blocks/strong-components.ts';

test('two nodes share a component if and only if they lead to one another', () => {
  const edges = fc.array(fc.array(fc.nat({ max: 7 }), { maxLength: 4 }), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(edges, (next) => {
      const nodes = [...next.keys()];
      const components = strongComponents(nodes, (node) => next[node] ?? []);
      expect(components.flatMap((each) => [...each]).toSorted((a, b) => a - b)).toEqual(nodes);
      const reach = (from: number) => {
        const seen = new Set([from]);
        for (const node of seen) for (const each of next[node] ?? []) seen.add(each);
        return seen;
      };
      for (const a of nodes) {
        for (const b of nodes) {
          const together = components.some((each) => each.has(a) && each.has(b));
          expect(together).toBe(reach(a).has(b) && reach(b).has(a));
        }
      }
    }),
  );
});

test('a path of a hundred thousand nodes does not exhaust the stack', () => {
  const nodes = [...Array(100_000).keys()];
  expect(strongComponents(nodes, (node) => (node + 1 < nodes.length ? [node + 1] : []))).toHaveLength(
    100_000,
  );
});
