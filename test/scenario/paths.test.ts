import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differences } from '../../src/scenario/deep-subset.ts';
import { pathDifference } from '../../src/scenario/path-difference.ts';
import { skeletonOf, skeletonOfFields } from '../../src/scenario/skeleton.ts';
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

describe('in words', () => {
  test('a difference is shown with three steps before it and five after, and long names cut', () => {
    const steps = (names: string): string[] => Array.from(names);
    expect(pathDifference(steps('abcdefghijklm'), steps('abcdeXghijklm'))).toEqual([
      'The path differs at step 6:',
      '       expected  happened',
      '   3  c         c',
      '   4  d         d',
      '   5  e         e',
      '>  6  f         X',
      '   7  g         g',
      '   8  h         h',
      '   9  i         i',
      '  10  j         j',
      '  11  k         k',
      '  and 2 more',
    ]);
    expect(pathDifference(['a'], [])).toEqual([
      'The path differs at step 1:',
      '      expected  happened',
      '> 1  a         -',
    ]);
    expect(pathDifference(['x'.repeat(45), 'y\n'], ['x'.repeat(46)])).toEqual([
      'The path differs at step 1:',
      `      ${'expected'.padEnd(45)}  happened`,
      `> 1  ${'x'.repeat(45)}  ${'x'.repeat(44)}…`,
      `  2  ${'y␊'.padEnd(45)}  -`,
    ]);
  });

  test('five differences of a value are told, by their places', () => {
    const expected = { a: [1, { b: 'x' }], c: null, d: { e: true }, f: [], g: 1, h: 1 };
    const found = { a: [2, { b: 'y', more: 1 }], c: 0, d: { e: false }, f: {}, g: 2, h: 2 };
    expect(differences('result', expected, found)).toEqual([
      'result.a[0]: 1 was expected, not 2.',
      'result.a[1].b: "x" was expected, not "y".',
      'result.c: null was expected, not 0.',
      'result.d.e: true was expected, not false.',
      'result.f: [] was expected, not {}.',
    ]);
    expect(differences('bound', { a: 1 }, [1])).toEqual(['bound: {"a":1} was expected, not [1].']);
    expect(differences('bound', [1], 'x')).toEqual(['bound: [1] was expected, not "x".']);
  });

  test('a skeleton has the barest value of each type', () => {
    const properties = {
      text: { type: 'string' },
      number: { type: 'number' },
      least: { type: 'number', minimum: 2.5 },
      flag: { type: 'boolean' },
      list: { type: 'array', items: { type: 'string' } },
      some: { type: 'array', minItems: 2, items: { enum: ['a', 'b'] } },
      bare: { type: 'array', minItems: 1 },
      object: { type: 'object' },
      hidden: { required: ['in'], properties: { in: { type: 'integer' } } },
      maybe: { type: ['null', 'string'] },
      none: { type: 'null' },
      any: true,
      all: { allOf: [{ type: 'integer' }, { minimum: 3 }] },
      either: { anyOf: [{ type: 'boolean' }, { type: 'string' }] },
      zero: { const: 0 },
    };
    const required = [...Object.keys(properties), 'unknown'];
    expect(skeletonOf({ type: 'object', properties, required })).toEqual({
      text: '',
      number: 0,
      least: 2.5,
      flag: false,
      list: [],
      some: ['a'],
      bare: [null],
      object: {},
      hidden: { in: 0 },
      maybe: '',
      none: null,
      any: null,
      all: 0,
      either: false,
      zero: 0,
      unknown: null,
    });
    expect(skeletonOf({ type: 'object', properties })).toEqual({});
  });

  test('a skeleton ends in the depth and in the breadth', () => {
    const deep = (depth: number): object =>
      depth === 0
        ? { type: 'string' }
        : { type: 'object', required: ['a'], properties: { a: deep(depth - 1) } };
    const read = (schema: object): unknown => skeletonOf(JSON.parse(JSON.stringify(schema)));
    expect(JSON.stringify(read(deep(6)))).toBe('{"a":{"a":{"a":{"a":{"a":{"a":""}}}}}}');
    expect(JSON.stringify(read(deep(7)))).toBe('{"a":{"a":{"a":{"a":{"a":{"a":{"a":null}}}}}}}');
    const names = Array.from({ length: 121 }, (_none, at) => `n${at}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
    const broad = Object.values(read({ type: 'object', required: names, properties }) as object);
    expect([broad.indexOf(null), broad.length]).toEqual([119, 121]);
  });

  test('a form of fields has those that must be filled in', () => {
    const field = (name: string, type: 'string' | 'number' | 'boolean' | 'array' | 'object', more = {}) => {
      const rest = { required: true, default: undefined, enum: undefined, schema: undefined };
      return { name, type, description: name, ...rest, ...more };
    };
    const fields = [
      field('text', 'string'),
      field('number', 'number'),
      field('flag', 'boolean'),
      field('list', 'array'),
      field('object', 'object'),
      field('one', 'string', { enum: ['a', 'b'] }),
      field('known', 'string', { default: 'x' }),
      field('free', 'string', { required: false }),
    ];
    expect(skeletonOfFields(fields)).toEqual({
      text: '',
      number: 0,
      flag: false,
      list: [],
      object: {},
      one: 'a',
    });
  });
});
