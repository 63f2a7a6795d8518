import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import type { Value } from '../../../src/model/value.ts';
import { readTemplate } from '../../helpers/templates.ts';

describe('lists, objects and enums in front matter', () => {
  const only = (declaration: string) => {
    const { template, diagnostics } = readTemplate(`---\nparams:\n  a: ${declaration}\n---\n`);
    const [parameter] = template.parameters;
    return { ...parameter, faults: diagnostics.map(({ message }) => message) };
  };

  it.each<readonly [string, Value]>([
    ['{type: array, default: [1, "1", true, null, x, [0x10]]}', [1, '1', true, null, 'x', [16]]],
    ['{type: array, default: []}', []],
    ['{type: object, default: {a: {b: 1e3}, "c": !!str 5}}', { a: { b: 1000 }, c: '5' }],
    ['\n    type: object\n    default:\n      a: 1\n      b: false\n      c:', { a: 1, b: false, c: null }],
    ['\n    type: array\n    default:\n      - a\n      - b: 1', ['a', { b: 1 }]],
    [
      '{type: object, default: {__proto__: 1, constructor: 2}}',
      JSON.parse('{"__proto__":1,"constructor":2}'),
    ],
  ])('%s', (declaration, value) => {
    expect(only(declaration)).toMatchObject({ default: value, faults: [] });
  });

  it.each([
    ['{type: array, default: a}', 'Parameter "a" has a default that is no array.'],
    ['{type: object, default: [1]}', 'Parameter "a" has a default that is no object.'],
    ['{type: object, default: {a: .inf}}', 'Parameter "a" has a default that is no object.'],
    ['{type: object, default: {a: 1, a: 2}}', 'Parameter "a" has a default that is no object.'],
    ['{type: array, default: &x [*x]}', 'Parameter "a" has a default that is no array.'],
    ['{type: string, default: [a]}', 'Parameter "a" has a default that is no string.'],
    ['{enum: a}', 'Parameter "a" has an "enum" that is not a list of values.'],
    ['{enum: []}', 'Parameter "a" has an "enum" that is not a list of values.'],
    ['{type: number, enum: [1, many]}', 'Parameter "a" has an "enum" with a value that is no number.'],
    ['{enum: [a, b], default: c}', 'Parameter "a" has a default that its "enum" does not allow.'],
  ])('%s is told', (declaration, message) => {
    expect(only(declaration)).toMatchObject({ default: undefined, faults: [message] });
  });

  it('takes the values of an enum by the declared type', () => {
    expect(only('{enum: [1, true], default: 1}')).toMatchObject({ enum: ['1', 'true'], default: '1' });
    expect(only('{type: number, enum: ["1", 2]}')).toMatchObject({ enum: [1, 2], faults: [] });
    expect(only('{type: array, enum: [[1], []]}')).toMatchObject({ enum: [[1], []], faults: [] });
  });

  it('reads a default that is nested without end without a throw', () => {
    for (const depth of [90, 150, 20_000]) {
      const text = `{type: array, default: ${'['.repeat(depth)}${']'.repeat(depth)}}`;
      expect(only(text).faults).toHaveLength(depth < 100 ? 0 : 1);
    }
  });

  it('reads scalars without a type as the YAML library does', () => {
    const word = fc.oneof(
      fc.constantFrom(
        'true',
        'False',
        'TRUE',
        'No',
        '1',
        '1e3',
        '0x1f',
        '0o17',
        '007',
        '1.',
        '.5',
        '-0',
        '+1',
        '1:2',
      ),
      fc.stringMatching(/^[-+.A-Za-z0-9][0-9A-Fa-fox.eE+-]{0,6}$/).filter((text) => text !== '-'),
    );
    fc.assert(
      fc.property(word, (text) => {
        const value: unknown = parseYaml(`[${text}]`)[0];
        const expected = typeof value === 'number' && !Number.isFinite(value) ? undefined : [value];
        const { default: found } = only(`{type: array, default: [${text}]}`);
        expect(found).toEqual(Object.is(value, -0) ? [0] : expected);
      }),
      { numRuns: 2000 },
    );
  });
});
