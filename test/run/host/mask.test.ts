import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMask } from '../../../src/run/host/mask.ts';

const SECRET = 'sk-ant-0123456789';

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

  test('in the forms of JSON, of URLs and of base64', () => {
    const form = [
      encodeURIComponent('a"b/c+d=e'),
      JSON.stringify('a"b/c+d=e'),
      Buffer.from('user:a"b/c+d=e').toString('base64'),
    ];
    expect(createMask(['a"b/c+d=e']).text(form.join(' '))).toMatch(
      /^\[masked\] "\[masked\]" dXNlcjp\[masked\]\S=$/,
    );
  });

  test('of two that begin at one place the longer', () => {
    expect(createMask(['abcdefgh', 'abcdefghijkl']).text('abcdefghijkl abcdefghij')).toBe(
      '[masked] [masked]ij',
    );
  });

  test('a secret with signs of a pattern in it is taken literally', () => {
    expect(createMask(['a.c+(d)[e]']).text('a.c+(d)[e] abc+(d)[e]')).toBe('[masked] abc+(d)[e]');
  });

  test('in a stream, wherever it is cut', () => {
    const several = [
      'sk-ant-0123456789',
      'sk-ant-0123456789-and-more',
      'first line\nsecond line',
      'line\nsecö',
    ];
    const mask = createMask(several);
    const piece = fc.oneof(
      fc.constantFrom(...several),
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

  describe('in lines, one after the other', () => {
    const reported: string[] = [];
    const lines = createMask(['first line\nab\nlast', 'other-secret']).lines((line) => reported.push(line));
    const push = (...all: readonly string[]): readonly string[] => {
      reported.length = 0;
      for (const each of all) lines.push(each);
      return [...reported];
    };

    test('also one that goes over several', () => {
      expect(push('a', 'first line', 'ab', 'last', 'b')).toEqual(['a', '[masked]', 'b']);
      expect(push('x first line', 'ab')).toEqual([]);
      expect(push('last one')).toEqual(['x [masked] one']);
    });

    test('what only begins like one is told with the next line, or at the end', () => {
      expect(push('first line')).toEqual([]);
      expect(push('something else')).toEqual(['first line', 'something else']);
      expect(push('an other-secret, and the first line')).toEqual([]);
      lines.end();
      expect(reported).toEqual(['an [masked], and the first line']);
    });
  });
});
