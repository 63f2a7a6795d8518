import { describe, expect, it } from 'vitest';
import { expressionOf } from '../../../src/expression/cel/expression-of.ts';
import { InvariantError } from '../../../src/util/invariant.ts';

describe('the expression of a node', () => {
  it('is parsed once', () => {
    const node = { text: 'visits + 1' };
    expect(expressionOf(node)).toBe(expressionOf(node));
    expect(expressionOf(node)).not.toBe(expressionOf({ ...node }));
  });

  it('has its value', () => {
    expect(expressionOf({ text: '1 + 1' }).evaluate({ types: new Map(), values: new Map() })).toBe(2);
  });

  it('that does not parse is a fault of wfmap', () => {
    expect(() => expressionOf({ text: '1 +' })).toThrow(InvariantError);
  });
});
