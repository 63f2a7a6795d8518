import { describe, expect, test } from 'vitest';
import { openTree } from '../../../src/expression/cel/open-tree.ts';

const clashOf = (text: string, types: Readonly<Record<string, string>>) => {
  const { findConditionMismatch } = openTree(text);
  return findConditionMismatch((node) => (node.op === 'id' ? types[node.args] : undefined))?.problem;
};

describe('an expression that stands in many places', () => {
  test('is read once', () => {
    expect(openTree('a + b').root).toBe(openTree('a + b').root);
  });

  test('is checked against the types of each of them', () => {
    const asked = ['string', 'double', 'bool', 'string', 'dyn'].map((b) =>
      clashOf('a < b', { a: 'string', b }),
    );
    expect(asked.map((problem) => problem === undefined)).toEqual([true, false, false, true, true]);
    expect(asked[1]).not.toBe(asked[2]);
  });

  test('is checked with the names that a macro binds', () => {
    expect(clashOf('a.exists(x, x < b)', { a: 'list', b: 'double' })).toBeUndefined();
    expect(clashOf('a.exists(x, b)', { a: 'list', b: 'double' })).toMatch(/condition/);
  });
});
