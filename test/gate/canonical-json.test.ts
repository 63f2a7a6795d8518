import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../src/gate/canonical-json.ts';
import type { Value } from '../../src/model/value.ts';

const value = fc.jsonValue({ maxDepth: 4 }).map((each) => JSON.parse(JSON.stringify(each)) as Value);

/** The same value with its members in another order. */
function turned(each: Value): Value {
  if (Array.isArray(each)) return each.map(turned);
  if (typeof each !== 'object' || each === null) return each;
  const members = Object.entries(each).map(([name, inner]) => [name, turned(inner)] as const);
  return Object.fromEntries(members.toReversed());
}

describe('the canonical text of a value', () => {
  test('is sorted by UTF-16 units, without blanks, at every depth', () => {
    const text = canonicalJson({ b: [1, { z: null, a: 'é\n' }], a: true, '€': 0.1, '😀': -0, ﬁ: 1e21 });
    expect(text).toBe('{"a":true,"b":[1,{"a":"é\\n","z":null}],"€":0.1,"😀":0,"ﬁ":1e+21}');
  });

  test('reads back as the value, and is the same in whatever order its members are', () => {
    fc.assert(
      fc.property(value, (each) => {
        const text = canonicalJson(each);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(each)));
        expect(canonicalJson(turned(each))).toBe(text);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });

  test('of two values that differ differs', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        if (canonicalJson(a) === canonicalJson(b)) expect(a).toEqual(b);
      }),
    );
  });
});
