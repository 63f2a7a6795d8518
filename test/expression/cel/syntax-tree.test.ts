import { describe, expect, test } from 'vitest';
import { childrenOf, type Node } from '../../../src/expression/cel/node.ts';
import { rootOf } from '../../../src/expression/cel/syntax-tree.ts';

const partsOf = (text: string): readonly string[] => parts(text, rootOf(text));

function parts(text: string, node: Node): readonly string[] {
  return [
    `${node.kind} ${text.slice(node.start, node.end)}`,
    ...childrenOf(node).flatMap((each) => parts(text, each)),
  ];
}

describe('the tree of an expression', () => {
  test('is read once, wherever its text stands', () => {
    expect(rootOf('a + b')).toBe(rootOf('a + b'));
  });

  test.each<readonly [string, readonly string[]]>([
    ['(a || b) && c', ['logic (a || b) && c', 'logic a || b', 'name a', 'name b', 'name c']],
    ['-(a + 1).b', ['negative -(a + 1).b', 'member (a + 1).b', 'binary a + 1', 'name a', 'literal 1']],
    ['((a)) == (b)', ['binary ((a)) == (b)', 'name a', 'name b']],
    ['a - b - c', ['binary a - b - c', 'binary a - b', 'name a', 'name b', 'name c']],
    ['a < b == c', ['binary a < b == c', 'binary a < b', 'name a', 'name b', 'name c']],
    [
      'a ? b : c ? d : e',
      ['choice a ? b : c ? d : e', 'name a', 'name b', 'choice c ? d : e', 'name c', 'name d', 'name e'],
    ],
    ['vars["a b"].c', ['member vars["a b"].c', 'name vars["a b"]']],
    ['{a: 1}', ['object {a: 1}', 'literal a', 'literal 1']],
  ])('gives each part its place, with the parentheses inside of it: %s', (text, expected) => {
    expect(partsOf(text)).toEqual(expected);
  });

  test('says which names a macro binds', () => {
    const names = (node: Node): readonly string[] => [
      ...(node.kind === 'name' ? [`${node.name}${node.isBound ? ' bound' : ''}`] : []),
      ...childrenOf(node).flatMap(names),
    ];
    expect(names(rootOf('x.all(x, x.exists(vars, vars.a == vars["b"])) && x'))).toEqual([
      'x',
      'x bound',
      'x bound',
      'vars bound',
      'vars bound',
      'vars bound',
      'x',
    ]);
  });
});
