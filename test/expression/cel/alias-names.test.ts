import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aliasNames } from '../../../src/expression/cel/alias-names.ts';
import { readTokens } from '../../../src/expression/cel/read-tokens.ts';

const alias = (text: string) => aliasNames(text, readTokens(text).tokens);

describe('aliasing', () => {
  it('leaves texts, comments, members, methods and functions alone', () => {
    const text = '"for" + a.for + a.for() + for("x") // for';
    expect(alias(text).text).toBe(text);
  });

  it('leaves names alone that CEL does not reserve', () => {
    expect(alias('story + id').text).toBe('story + id');
  });

  it('gives a reserved name the same alias everywhere', () => {
    const { text, originalOf } = alias('for + l.all(for, for > 0)');
    const [first = ''] = /^\w+/.exec(text) ?? [];
    expect(text).toBe(`${first} + l.all(${first}, ${first} > 0)`);
    expect(originalOf.get(first)).toBe('for');
  });

  it('never takes a name that is in use', () => {
    const two = Array.from(
      '_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
      (letter) => `_${letter}`,
    );
    const { text, originalOf } = alias(`${two.join(' + ')} + as + if`);
    const names = text.split(' + ');
    expect(new Set(names).size).toBe(names.length);
    expect(names.slice(-2).map((each) => originalOf.get(each))).toEqual(['as', 'if']);
  });

  it('keeps every offset', () => {
    const words = fc.constantFrom(
      'continue',
      'for',
      'as',
      'if',
      '__proto__',
      'x',
      '_0',
      ' ',
      '.',
      '(',
      '"',
      '+',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(words), (parts) => {
        const text = parts.join('');
        const { tokens } = readTokens(text);
        const aliased = aliasNames(text, tokens);
        expect(aliased.text).toHaveLength(text.length);
        for (const { kind, start, end } of tokens) {
          const now = aliased.text.slice(start, end);
          const before = text.slice(start, end);
          expect(kind === 'name' ? (aliased.originalOf.get(now) ?? now) : now).toBe(before);
        }
      }),
    );
  });
});
