import fc from 'fast-check';
import { expect, test } from 'vitest';
import { convertMap, formatMap, isSameMap } from '../../src/print/convert.ts';

const RUNS = Number(process.env['WFMAP_DSL_RUNS'] ?? 400);

const many = (parts: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(parts, { maxLength: 4 }).map((each) => each.join(''));

/** What stands between the quotes of a text of an expression. */
const escaped = fc.constantFrom(
  'a',
  ' ',
  '}',
  '{',
  '${',
  String.raw`\n`,
  String.raw`\\`,
  String.raw`\t`,
  '\u00e9',
);
const double = many(fc.oneof(escaped, fc.constantFrom(String.raw`\"`, "'"))).map((text) => `"${text}"`);
const single = many(fc.oneof(escaped, fc.constantFrom(String.raw`\'`, String.raw`\"`, '"'))).map(
  (text) => `'${text}'`,
);
const operand = fc.oneof(double, single, fc.constant('goal'));
const expression = fc.oneof(
  operand,
  fc.tuple(operand, operand).map(([one, other]) => `${one} + ${other}`),
  fc.tuple(operand, operand).map(([one, other]) => `[${one}].join(${other})`),
  operand.map((one) => `true ? {'key': ${one}}.key : goal`),
);
const placeholder = expression.map((inside) => `\${${inside}}`);

/** Escapes are those of JSON; no "$" stands before a "{". */
const between = fc.constantFrom(
  'b',
  ' ',
  '{',
  '}',
  "'",
  String.raw`\n`,
  String.raw`\t`,
  String.raw`\"`,
  String.raw`\\`,
);
const plain = fc.constantFrom('b', ' ', '{', '}', "'", '"', '\\', '\n    ', '\n\n    ', String.raw`\n`);

const oneLine = many(fc.oneof(placeholder, between)).map((text) => `"${text}."`);
const fenced = many(fc.oneof(placeholder, plain)).map((text) => `""""""\n    ${text}.\n    """"""`);

const mapWith = (text: string) =>
  `map "m"\n\ninput goal: string "What to build"\n\nhuman Ask\n  promptTemplate ${text}\n  Go -> Done ${text.startsWith('"""') ? '' : text}\n\nend Done\n`;

test.each([
  ['on one line', oneLine],
  ['in a fence', fenced],
])('a text %s means the same when it is laid out, and stays as it is then', (_, texts) => {
  fc.assert(
    fc.property(texts, (text) => {
      const map = { name: 'a.wfmap', text: mapWith(text) };
      const once = formatMap(map, () => undefined);
      expect(once).toBeDefined();
      const laidOut = { name: 'a.wfmap', text: once ?? '' };
      expect(isSameMap(map, laidOut), once).toBe(true);
      expect(formatMap(laidOut, () => undefined)).toBe(once);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

test('what JSON says in a text is said in the map language too', () => {
  const value = many(fc.oneof(placeholder, plain, fc.constantFrom('\t', '\u0001', '${', '\\')));
  fc.assert(
    fc.property(value, (text) => {
      const json = JSON.stringify({
        description: `${text}.`,
        startTaskDefinition: 'A',
        taskDefinitions: {
          A: {
            type: 'human',
            promptTemplate: `${text}.`,
            actions: { Go: { target: 'Z', choose: `${text}.` } },
          },
          Z: { type: 'end' },
        },
      });
      const source = { name: 'a.json', text: json };
      const dsl = convertMap(source, 'wfmap', () => undefined) ?? '';
      expect(isSameMap(source, { name: 'a.wfmap', text: dsl }), dsl).toBe(true);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
