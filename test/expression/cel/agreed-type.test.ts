import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agreedType } from '../../../src/expression/cel/agreed-type.ts';
import type { CelNode } from '../../../src/expression/cel/cel-node.ts';
import { openTree } from '../../../src/expression/cel/open-tree.ts';

const NAMES = ['a', 'b', 'c'];
const TYPES = [
  'string',
  'double',
  'int',
  'bool',
  'null',
  'dyn',
  'list<dyn>',
  'list<string>',
  'map<string, dyn>',
];

const { condition } = fc.letrec<{ condition: string; path: string; operand: string }>((tie) => ({
  path: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(...NAMES, 'vars.a'),
    tie('path').map((owner) => `${owner}.x`),
  ),
  operand: fc.oneof(
    { weight: 3, arbitrary: tie('path') },
    fc.constantFrom('"x"', '1', '1.5', 'true', 'null', '[1]', '{}', 'size("x")'),
  ),
  condition: fc.oneof(
    { depthSize: 'small' },
    tie('operand'),
    fc
      .tuple(tie('operand'), fc.constantFrom('==', '!=', '<', '+'), tie('operand'))
      .map((all) => all.join(' ')),
    fc
      .tuple(tie('condition'), fc.constantFrom('&&', '||', '=='), tie('condition'))
      .map(([a, op, b]) => `(${a}) ${op} (${b})`),
    tie('condition').map((each) => `!(${each})`),
    tie('path').map((path) => `has(${path})`),
    fc.tuple(tie('condition'), tie('condition')).map(([a, b]) => `(${a}) ? (${b}) : false`),
  ),
}));

test('an expression whose parts agree is one that the library finds no clash in', () => {
  let agreed = 0;
  fc.assert(
    fc.property(
      condition,
      fc.array(fc.constantFrom(...TYPES), { minLength: 6, maxLength: 6 }),
      (text, types) => {
        const typeOf = (node: CelNode): string | undefined => {
          if (node.op === 'id') return types[NAMES.indexOf(node.args)] ?? types[3];
          return node.op === '.' ? types[(node.end - node.start) % types.length] : undefined;
        };
        if (agreedType(openTree(text).root, typeOf) === undefined) return;
        agreed += 1;
        // As a member it is checked by the library, in the same way.
        expect(openTree(`{"k": ${text}}`).findClash(typeOf)).toBeUndefined();
      },
    ),
    { numRuns: 3000 },
  );
  expect(agreed).toBeGreaterThan(300);
});

test.each<[string, string | undefined]>([
  ['a == "x" && has(b.x)', 'bool'],
  ['a == 1', undefined],
  ['!a', undefined],
  ['a', 'string'],
  ['size(a) == 1', undefined],
  ['has(a[0])', undefined],
])('%s, where names are texts, comes to %s', (text, type) => {
  const { root } = openTree(text);
  expect(agreedType(root, ({ op }) => (op === 'id' ? 'string' : undefined))).toBe(type);
});
