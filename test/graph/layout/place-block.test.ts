import fc from 'fast-check';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Medium } from '../../../src/graph/layout/medium.ts';
import { placeBlock } from '../../../src/graph/layout/place-block.ts';
import { SVG_MEDIUM } from '../../../src/graph/svg/svg-medium.ts';
import { textMedium, wordsFor } from '../../../src/graph/text/text-medium.ts';
import { BOX_SIGNS } from '../../../src/graph/text/text-signs.ts';
import { anyGraph, graphOfFile, SHIPPED } from '../helpers/graphs.ts';
import { layoutFaults } from '../helpers/layout-faults.ts';
import { tries } from '../../helpers/tries.ts';

const MEDIA: readonly (readonly [string, Medium])[] = [
  ['pixels', SVG_MEDIUM],
  ['cells', textMedium(wordsFor(BOX_SIGNS, true))],
];

describe.each(MEDIA)('in %s', (_, medium) => {
  test.each(SHIPPED.map((file) => [basename(file), file]))(
    '%s is laid out without a fault',
    (_name, file) => {
      const placed = placeBlock(graphOfFile(file).block, medium);
      expect(layoutFaults(placed, medium.gaps.thick)).toEqual([]);
    },
  );

  test('boxes stand apart and in what they are in, lines begin and end at theirs and go through none', () => {
    fc.assert(
      fc.property(anyGraph, ({ block }) => {
        expect(layoutFaults(placeBlock(block, medium), medium.gaps.thick)).toEqual([]);
      }),
      { numRuns: tries(60, 20) },
    );
  });

  test('the same graph is laid out the same', () => {
    fc.assert(
      fc.property(anyGraph, ({ block }) => {
        expect(placeBlock(block, medium)).toEqual(placeBlock(structuredClone(block), medium));
      }),
      { numRuns: 10 },
    );
  });
});
