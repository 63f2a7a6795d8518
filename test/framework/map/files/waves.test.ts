import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wavesOf } from '../../../../src/framework/map/files/waves.ts';
import { cpuMsOf } from '../../../helpers/cpu-ms.ts';

interface Node {
  readonly id: string;
  readonly dependencies: readonly string[];
  readonly plannedFiles: readonly string[];
}

const IDS = Array.from({ length: 9 }, (_, index) => `ST-00${index + 1}`);
const subtasks: fc.Arbitrary<Node[]> = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom(...IDS),
    dependencies: fc.subarray([...IDS, 'ST-999'], { maxLength: 2 }),
    plannedFiles: fc.subarray(['a', 'b', 'c', 'd'], { maxLength: 2 }),
  }),
  { selector: ({ id }) => id },
);

describe('waves', () => {
  test('hold every subtask once, after all that it waits for, with none that touches the same file', () => {
    fc.assert(
      fc.property(subtasks, (nodes) => {
        const waves = wavesOf(nodes);
        expect(waves.flat().toSorted()).toEqual(nodes.map(({ id }) => id).toSorted());
        const at = new Map(waves.flatMap((ids, index) => ids.map((id) => [id, index] as const)));
        const byId = new Map(nodes.map((each) => [each.id, each]));
        for (const ids of waves) {
          const files = ids.flatMap((id) => byId.get(id)?.plannedFiles ?? []);
          expect(new Set(files).size).toBe(files.length);
          if (ids.length > 1) expect(ids.every((id) => byId.get(id)?.plannedFiles.length !== 0)).toBe(true);
        }
        for (const { id, dependencies } of nodes) {
          if (isInRing(id, byId)) continue;
          for (const each of dependencies.filter((known) => byId.has(known))) {
            expect(at.get(each)).toBeLessThan(at.get(id) ?? -1);
          }
        }
      }),
    );
  });

  test('of subtasks that touch the same files are as few as taking each in the first that is free gives', () => {
    const node = (id: string, ...plannedFiles: string[]): Node => ({ id, dependencies: [], plannedFiles });
    expect(wavesOf([node('1', 'a'), node('2'), node('3', 'a', 'b'), node('4', 'b'), node('5', 'c')])).toEqual(
      [['1', '4', '5'], ['2'], ['3']],
    );
  });

  test('of 40,000 subtasks that share one file and one need are found at once', async () => {
    const nodes = Array.from({ length: 40_000 }, (_, index) => ({
      id: `ST-${String(index).padStart(6, '0')}`,
      dependencies: index === 0 ? [] : ['ST-000000'],
      plannedFiles: ['a'],
    }));
    const took = await cpuMsOf(() => expect(wavesOf(nodes)).toHaveLength(40_000));
    // Looking into every wave for each took more than ten.
    expect(took).toBeLessThan(5000);
  });
});

/** Whether a subtask waits for itself, or for one that does. */
function isInRing(id: string, nodes: ReadonlyMap<string, Node>, path: readonly string[] = []): boolean {
  if (path.includes(id)) return true;
  const { dependencies = [] } = nodes.get(id) ?? {};
  return dependencies.some((each) => nodes.has(each) && isInRing(each, nodes, [...path, id]));
}
