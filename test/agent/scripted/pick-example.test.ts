import { describe, expect, test } from 'vitest';
import { createPlausibleWalk } from '../../../src/agent/scripted/plausible-walk.ts';
import { pickExample } from '../../../src/agent/scripted/pick-example.ts';
import type { Address } from '../../../src/model/address.ts';
import { action, block, claude, end } from '../../helpers/block.ts';

const SEEDS = Array.from({ length: 400 }, (_, seed) => String(seed));

function shareOfFirst(round: number): number {
  const schema = { examples: ['good', 'bad', 'worse'] };
  const picked = SEEDS.map((seed) => pickExample(schema, { seed, round, fits: () => true }));
  return picked.filter((each) => each === 'good').length / SEEDS.length;
}

describe('of the examples of a schema', () => {
  test('the first is picked the more often the later it is, at last always', () => {
    expect(shareOfFirst(1)).toBeGreaterThan(0.7);
    expect(shareOfFirst(1)).toBeLessThan(0.9);
    expect(shareOfFirst(2)).toBeGreaterThan(0.8);
    expect(shareOfFirst(2)).toBeLessThan(0.99);
    expect(shareOfFirst(3)).toBe(1);
    expect(shareOfFirst(9)).toBe(1);
  });

  test('every one is picked by some seed', () => {
    const schema = { examples: [1, 2, 3] };
    const picked = SEEDS.map((seed) => pickExample(schema, { seed, round: 1, fits: () => true }));
    expect(new Set(picked)).toEqual(new Set([1, 2, 3]));
  });

  test('those that do not fit the schema are not used', () => {
    const schema = { examples: ['bad', 'good'] };
    const fits = (_: unknown, value: unknown): boolean => value === 'good';
    for (const round of [1, 3]) expect(pickExample(schema, { seed: '1', round, fits })).toBe('good');
    expect(pickExample(schema, { seed: '1', round: 1, fits: () => false })).toBeUndefined();
  });

  test('none is picked where there are none', () => {
    for (const schema of [true, {}, { examples: 'no list' }, { examples: [] }])
      expect(pickExample(schema, { seed: '1', round: 1, fits: () => true })).toBeUndefined();
  });
});

describe('a walk', () => {
  const map = block(claude('Check', { ...action('Go', 'Done'), when: { text: 'result.ok' } }), end('Done'));
  const output = { type: 'object', examples: [{ ok: true }, { ok: false }] };
  const at = (activation: number): Address => ({
    block: [{ task: 'Each', key: 'a', activation }],
    task: 'Check',
  });
  const asked = { of: 'agent' as const, address: undefined, actions: [], output, fields: [] };

  test('through guards that choose comes to the first example by the third visit', () => {
    const visits = [3, 4, 5].map((visit) => createPlausibleWalk([map], 1)('Check', visit, 1, asked)?.output);
    expect(visits).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
    const firsts = SEEDS.map(
      (seed) => createPlausibleWalk([map], Number(seed))('Check', 1, 1, asked)?.output,
    );
    expect(firsts).toContainEqual({ ok: false });
  });

  test('counts the activations of the blocks around as visits', () => {
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const walk = createPlausibleWalk([map], seed);
      expect(walk('Check', 1, 1, { ...asked, address: at(3) })?.output).toEqual({ ok: true });
    }
  });

  test('makes a value where no example fits', () => {
    const walk = createPlausibleWalk([map], 1, () => false);
    expect(walk('Check', 3, 1, { ...asked, output: { const: 7, examples: [8] } })?.output).toBe(7);
  });

  test('lets people answer by examples, too', () => {
    const schema = { kind: 'inline' as const, schema: { type: 'array', examples: [['a'], ['b']] } };
    const field = {
      name: 'tags',
      type: 'array' as const,
      description: 'Tags',
      required: true,
      default: undefined,
      enum: undefined,
      schema,
    };
    const given = createPlausibleWalk([map], 1)('Check', 3, 1, {
      ...asked,
      output: undefined,
      fields: [field],
    });
    expect(given?.fields).toEqual({ tags: ['a'] });
  });
});
