import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { spanAt } from '../../src/scenario/tree-places.ts';
import { readYamlTree, type YamlTree } from '../../src/scenario/yaml-tree.ts';

function read(text: string): YamlTree {
  const tree = readYamlTree({ name: 'a.yaml', text });
  if ('message' in tree) throw new Error(tree.message);
  return tree;
}

function faultOf(text: string): string {
  const tree = readYamlTree({ name: 'a.yaml', text });
  return 'message' in tree ? tree.message : 'none';
}

const texts = fc.string({ maxLength: 8 }).filter((text) => text !== '<<');
const SIGN = fc.constantFrom(...'a : - [ ] { } & * < | > " \' # , ! ? %'.split(' '), ' ', '\n');
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    texts,
    fc.boolean(),
    fc.constant(null),
    fc.integer(),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(texts, tie('any'), { maxKeys: 4 }),
  ),
})).any;

describe('a YAML tree', () => {
  test('has the value that was written, and JSON is YAML too', () => {
    fc.assert(
      fc.property(value, (given) => {
        const wanted: unknown = JSON.parse(JSON.stringify(given));
        expect(read(JSON.stringify(given)).value).toEqual(wanted);
        expect(read(stringify(given)).value).toEqual(wanted);
      }),
    );
  });

  test('is read from any text without a throw, with all places in the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: SIGN }), (text) => {
        const { span } = readYamlTree({ name: 'a.yaml', text });
        expect([span.start >= 0, span.start <= span.end, span.end <= text.length]).toEqual([
          true,
          true,
          true,
        ]);
      }),
    );
  });

  test('knows where each part is written', () => {
    const text = 'a:\n  - b: [x, yz]\n';
    const { start, end } = spanAt(read(text), ['a', 0, 'b', 1]);
    expect(text.slice(start, end)).toBe('yz');
  });

  test('takes an alias for what it stands for, and merges objects below their own members', () => {
    const text = 'a: &a { x: 1, y: 2 }\nb: *a\nc: { y: 3, <<: *a }\n';
    expect(read(text).value).toEqual({ a: { x: 1, y: 2 }, b: { x: 1, y: 2 }, c: { x: 1, y: 3 } });
  });

  test('reaches no prototype', () => {
    const { value: read1 } = read('__proto__: { polluted: true }\nconstructor: 1\n');
    expect(Object.keys(read1 as object)).toEqual(['__proto__', 'constructor']);
    expect('polluted' in (read1 as object)).toBe(false);
  });

  test('that aliases make too large is refused', () => {
    const levels = Array.from({ length: 12 }, (_none, n) =>
      n === 0
        ? 'l0: &l0 [x]'
        : `l${n}: &l${n} [${Array(9)
            .fill(`*l${n - 1}`)
            .join(', ')}]`,
    );
    const message = 'It is too large or nested too deep, with all that aliases stand for.';
    const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const list = (count: number, item: string): string => `[${Array(count).fill(item).join(', ')}]`;
    // One object, a list of 999 parts, one of 198 aliases of it, and what is left of 200,000.
    const large = (left: number): string =>
      `a: &a ${list(998, 'x')}\nb: ${list(198, '*a')}\nc: ${list(left, 'x')}\n`;
    expect(faultOf(levels.join('\n'))).toBe(message);
    expect([faultOf(nested(61)), faultOf(nested(62))]).toEqual(['none', message]);
    expect([faultOf(large(998)), faultOf(large(999))]).toEqual(['none', message]);
    expect(faultOf('a: &a [*a]')).toContain('no anchor');
  });

  test.each([
    ['a: 1\na: 2\n', 'The key "a" is there twice.'],
    ['? [a]\n: 1\n', 'A key is a text.'],
    ['a: .inf\n', 'This is not a text, a number, true, false or null.'],
    ['a: *b\n', 'There is no anchor "&b" before this.'],
    ['a: [\n', 'This is no YAML: '],
    ['', 'There is nothing in it.'],
  ])('of %j is refused', (text, message) => {
    expect(faultOf(text)).toContain(message);
  });
});
