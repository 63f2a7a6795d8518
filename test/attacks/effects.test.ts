/**
 * What agents try against what their task may change, as whole runs: with bwrap, with Landlock and without a wall.
 *
 * `test/fixtures/wall/runs-*.txt` has for each attempt what became of it: "held", "found" by the comparison, or "missed"
 * with the parts that were changed unnoticed. Here some of the attempts are made; `npm run test:attacks` makes all.
 */
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { probeWall } from '../../src/wall/probe-wall.ts';
import { isNeededWall } from '../helpers/needed-walls.ts';
import { tries } from '../helpers/tries.ts';
import { createTrees } from '../wall/attacked-tree.ts';
import { attempt, ATTEMPTS, DECLARED, readTable, tableOf, type Declared } from './effects-table.ts';

const trees = createTrees();
afterAll(trees.remove);

const KINDS = Object.keys(DECLARED) as Declared[];
/** Where Landlock holds no task, it is as without a wall. */
const KINDS_OF = { bwrap: KINDS, landlock: ['nothing', 'paths'], none: KINDS } as const;
const LANES = 4;

/** Those that are made here, evenly taken. */
function chosen() {
  const step = Math.ceil(ATTEMPTS.length / tries(ATTEMPTS.length, 3));
  return ATTEMPTS.filter((_, at) => at % step === 0);
}

async function makeAll(place: keyof typeof KINDS_OF): Promise<Map<string, readonly string[]>> {
  const wall = place === 'none' ? undefined : place;
  const attempts = chosen();
  const rows = new Map<string, readonly string[]>(attempts.map(({ name }) => [name, []]));
  const open = [...attempts];
  const lane = async (): Promise<void> => {
    const tree = trees.create();
    try {
      for (let each = open.shift(); each !== undefined; each = open.shift()) {
        const cells: string[] = [];
        for (const declared of KINDS_OF[place]) cells.push(await attempt(tree, each, { declared, wall }));
        rows.set(each.name, cells);
      }
    } finally {
      tree.remove();
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return rows;
}

for (const place of ['bwrap', 'landlock', 'none'] as const) {
  const { wall, reason } = probeWall({ WFMAP_WALL: place === 'none' ? 'off' : place });
  const lacks = place !== 'none' && wall === undefined;
  const why = lacks ? `, which does not hold here (${reason}),` : '';
  describe.skipIf(place !== 'none' && lacks && !isNeededWall(place))(`behind ${place}${why}`, () => {
    test('what agents try is held or found as the table says', { timeout: 1_800_000 }, async () => {
      expect(lacks, reason).toBe(false);
      const rows = await makeAll(place);
      const file = join(import.meta.dirname, `../fixtures/wall/runs-${place}.txt`);
      if (rows.size === ATTEMPTS.length) {
        await expect(tableOf(KINDS_OF[place], rows)).toMatchFileSnapshot(file);
        return;
      }
      const known = readTable(file);
      expect(Object.fromEntries(rows)).toEqual(
        Object.fromEntries([...rows.keys()].map((each) => [each, known.get(each)])),
      );
    });
  });
}
