import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differences } from '../../src/scenario/deep-subset.ts';
import { pathDifference } from '../../src/scenario/path-difference.ts';
import { skeletonOf } from '../../src/scenario/skeleton.ts';
import { canMean, writtenPlaces } from '../../src/scenario/written-places.ts';
import { stepsOf } from '../../src/scenario/tree-places.ts';
import { end } from '../helpers/block.ts';
import { mapOf, programOf } from '../helpers/run-host.ts';

describe('the difference of two paths', () => {
  const path = fc.array(fc.constantFrom('A', 'B', 'C'), { maxLength: 20 });

  test('is nothing for the same, and marks the first step that differs for others', () => {
    fc.assert(
      fc.property(path, path, (expected, happened) => {
        const lines = pathDifference(expected, happened);
        const isSame = JSON.stringify(expected) === JSON.stringify(happened);
        expect(lines.length === 0).toBe(isSame);
        if (isSame) return;
        const first = Number(/differs at step (\d+)/.exec(lines[0] ?? '')?.[1]);
        expect(expected.slice(0, first - 1)).toEqual(happened.slice(0, first - 1));
        expect(expected[first - 1]).not.toBe(happened[first - 1]);
        expect(lines.filter((line) => line.startsWith('>'))).toHaveLength(1);
      }),
    );
  });
});

describe('a value that is expected in part', () => {
  test('is fitted by itself, and by itself with more members', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        const value = JSON.parse(JSON.stringify(json));
        expect(differences('result', value, value)).toEqual([]);
        const more = typeof value === 'object' && value !== null && !Array.isArray(value);
        if (more) expect(differences('result', value, { ...value, another: 1 })).toEqual([]);
      }),
    );
  });

  test('is not fitted by a shorter list, and reaches no prototype', () => {
    expect(differences('r', [1, 2], [1])).toEqual(['r: a list of 2 was expected, and it has 1.']);
    expect(differences('r', { constructor: 1 }, {})).toEqual([
      'r.constructor: 1 was expected, and there is nothing.',
    ]);
  });
});

describe('a skeleton', () => {
  test('has what is required, through references and alternatives, within bounds', () => {
    const schema = {
      $ref: '#/$defs/a',
      $defs: {
        a: {
          type: 'object',
          required: ['n', 'list', 'one', 'again'],
          properties: {
            n: { type: 'integer', minimum: 3 },
            list: { type: 'array', minItems: 1, items: { type: 'string' } },
            one: { oneOf: [{ const: 'x' }, { const: 'y' }] },
            again: { $ref: '#/$defs/a' },
            spare: { type: 'string' },
          },
        },
      },
    };
    expect(skeletonOf(schema)).toMatchObject({ n: 3, list: [''], one: 'x', again: { n: 3, list: [''] } });
    expect(JSON.stringify(skeletonOf(schema)).length).toBeLessThan(2000);
    expect(skeletonOf({ $ref: '#' })).toBeNull();
  });
});

describe('a place of a scenario', () => {
  const places = writtenPlaces(programOf(mapOf({ start: 'Done', tasks: [end('Done')] })));
  const task = places[0]?.task ?? end('Done');
  const steps = ['Build', undefined, 'Run', 'map'];

  test.each([
    ['Build/ST-1/Run/map/Done', true],
    ['Build#2/ST-1/Run#1/map/Done', true],
    ['Build/a/b/Run/map/Done', true],
    ['ST-1/Run/map/Done', true],
    ['map/Done', true],
    ['Done', true],
    ['Bild/ST-1/Run/map/Done', false],
    ['x/Build/ST-1/Run/map/Done', false],
    ['Run/map#2/Done', false],
    ['/Done', false],
    [`${'a/'.repeat(1000)}Done`, false],
  ])('%j can mean a task: %j', (place, can) => {
    expect(canMean(place, { task, steps })).toBe(can);
  });

  test('of a fault is read back into its steps', () => {
    expect(stepsOf('$.scenarios[0].answers["a b\\"c"][1]')).toEqual(['scenarios', 0, 'answers', 'a b"c', 1]);
    expect(stepsOf('$')).toEqual([]);
  });
});
