import { describe, expect, it } from 'vitest';
import { onOneLine, quoted, quotedName } from '../../../src/expression/cel/quoted.ts';
import { evaluate } from '../../helpers/expressions.ts';

describe('an expression on one line', () => {
  it.each([
    [' a  ==\n\tb ', 'a == b'],
    ['a==b', 'a==b'],
    ['a // it\'s "so"\n && b', 'a && b'],
    ['x  == "a  b"', 'x == "a  b"'],
    ["x  == 'a \t b'", "x == 'a \t b'"],
    [String.raw`x  == "a \"  b"`, String.raw`x == "a \"  b"`],
    [String.raw`x  == r"a\  b"`, String.raw`x == r"a\  b"`],
    ['x  == "a  // b"', 'x == "a  // b"'],
    ['x  == """a "  b"""', 'x == """a "  b"""'],
    ["x  == '''a  \n b'''", String.raw`x == "a  \n b"`],
    [`x  == R"""a\\n  \r\n b"""`, String.raw`x == "a\\n  \r\n b"`],
  ])('%j keeps the texts that it quotes', (written, line) => {
    expect(onOneLine(written)).toBe(line);
  });

  it.each(['"""a  \n b"""', "r'''a\\n  \r\n b'''", '"a" // "\n + "  b"'])('%j keeps its value', (written) => {
    expect(evaluate(onOneLine(written))).toBe(evaluate(written));
  });

  it('what is no expression has its gaps closed', () => {
    expect(onOneLine('"a  b')).toBe('"a b');
  });
});

it('a quoted part of an expression keeps the blanks of its texts, and a quoted name is on one line', () => {
  expect(quoted('f( "a  b" )')).toBe('"f( "a  b" )"');
  expect(quotedName('it\'s  //\n"x')).toBe('"it\'s // "x"');
  expect(quoted('a'.repeat(61))).toBe(`"${'a'.repeat(59)}…"`);
});
