import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMask, secretsOf } from '../../src/run/mask.ts';

const SECRET = 'sk-ant-0123456789';

describe('a secret is the value of a variable whose name speaks of one', () => {
  test.for([
    ['ANTHROPIC_API_KEY', true],
    ['GITHUB_TOKEN', true],
    ['db_password', true],
    ['AWS_SECRET_ACCESS', true],
    ['GOOGLE_CREDENTIALS', true],
    ['KEYBOARD_LAYOUT', false],
    ['HOME', false],
  ] as const)('%s', ([name, isSecret]) => {
    expect(secretsOf({ [name]: SECRET })).toEqual(isSecret ? [SECRET] : []);
  });

  test('a value under 8 characters is none', () => {
    expect(secretsOf({ API_KEY: '1234567' })).toEqual([]);
  });

  test('configured names count too', () => {
    expect(secretsOf({ DATABASE_URL: 'postgres://u:p@h/d' }, ['DATABASE_URL'])).toEqual([
      'postgres://u:p@h/d',
    ]);
  });

  test('the form that it has in JSON counts too', () => {
    expect(secretsOf({ API_KEY: 'with"quote' })).toEqual(['with\\"quote', 'with"quote']);
  });
});

describe('a mask hides secrets wherever they stand', () => {
  const mask = createMask([SECRET]);

  test('in values of any depth, names of the map excepted', () => {
    expect(mask.value({ task: SECRET, list: [{ text: `a ${SECRET} b` }], n: 1, none: null })).toEqual({
      task: SECRET,
      list: [{ text: 'a [masked] b' }],
      n: 1,
      none: null,
    });
  });

  test('in fields, arguments and parameters of any name', () => {
    const given = {
      fields: { path: SECRET },
      args: { target: SECRET },
      params: { task: SECRET },
      path: SECRET,
    };
    expect(mask.value(given)).toEqual({
      fields: { path: '[masked]' },
      args: { target: '[masked]' },
      params: { task: '[masked]' },
      path: SECRET,
    });
  });

  test('a secret with signs of a pattern in it is taken literally', () => {
    expect(createMask(['a.c+(d)[e]']).text('a.c+(d)[e] abc+(d)[e]')).toBe('[masked] abc+(d)[e]');
  });

  test('in a stream, wherever it is cut', () => {
    const piece = fc.oneof(
      fc.constant(SECRET),
      fc.string({ maxLength: 5 }),
      fc.constant('\n'),
      fc.constant('sk-ant'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.array(fc.nat(60)), (pieces, cuts) => {
        const whole = Buffer.from(pieces.join(''));
        const stream = mask.stream();
        const out: Uint8Array[] = [];
        let start = 0;
        for (const cut of cuts.toSorted((a, b) => a - b)) {
          const end = Math.min(cut, whole.length);
          out.push(stream.push(whole.subarray(start, Math.max(start, end))));
          start = Math.max(start, end);
        }
        out.push(stream.push(whole.subarray(start)), stream.end());
        expect(Buffer.concat(out).toString()).toBe(mask.text(whole.toString()));
      }),
    );
  });

  test('a whole line of a stream is never held back', () => {
    const stream = mask.stream();
    expect(Buffer.from(stream.push(Buffer.from('a line\nsk-an'))).toString()).toBe('a line\n');
    expect(Buffer.from(stream.end()).toString()).toBe('sk-an');
  });
});
