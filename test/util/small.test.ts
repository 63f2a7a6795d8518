import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { systemCodeOf, toError, WfmapError } from '../../src/util/error.ts';
import { invariant, InvariantError } from '../../src/util/invariant.ts';
import { isObject } from '../../src/util/is-object.ts';
import { MinHeap } from '../../src/util/min-heap.ts';
import { textHash } from '../../src/util/text-hash.ts';
import { unlessRefused } from '../../src/util/unless-refused.ts';

class Fault extends WfmapError {
  readonly code = 'fault';
  readonly retryable = true;
}

const refusal = (code: unknown = 'ENOENT'): Error => Object.assign(new Error('It is gone.'), { code });

describe('an error', () => {
  test('of wfmap has the name of its class, its cause and what can be done', () => {
    const cause = new Error('below');
    const fault = new Fault('It broke.', { cause, help: 'Mend it.' });
    expect([fault.name, fault.message, fault.help, fault.cause]).toEqual([
      'Fault',
      'It broke.',
      'Mend it.',
      cause,
    ]);
    expect(new Fault('It broke.').help).toBeUndefined();
  });

  test('is made of anything that was thrown, and stays the one that it is', () => {
    const thrown = new Error('x');
    expect(toError(thrown)).toBe(thrown);
    const made = toError('text');
    expect([made.message, made.cause]).toEqual(['text', 'text']);
    expect(toError(undefined).message).toBe('undefined');
  });

  test('of the system has a code, and no other has', () => {
    expect(systemCodeOf(refusal())).toBe('ENOENT');
    expect(systemCodeOf(refusal(7))).toBeUndefined();
    expect(systemCodeOf(new Error('x'))).toBeUndefined();
    expect(systemCodeOf({ code: 'ENOENT' })).toBeUndefined();
    expect(systemCodeOf(undefined)).toBeUndefined();
  });

  test('of wfmap itself is thrown where what must hold does not', () => {
    expect(() => invariant(1, 'one')).not.toThrow();
    for (const none of [false, 0, '', undefined, null]) {
      expect(() => invariant(none, 'It holds.')).toThrow(new InvariantError('It holds.'));
    }
    expect(new InvariantError('x').name).toBe('InvariantError');
  });
});

test('what the system refuses is nothing, and any other fault is one', () => {
  const throwing = (thrown: unknown) => () => {
    throw thrown;
  };
  expect(unlessRefused(() => 7)).toBe(7);
  expect(unlessRefused(throwing(refusal('EACCES')))).toBeUndefined();
  expect(() => unlessRefused(throwing(new Error('other')))).toThrow('other');
});

test('an object of JSON is neither null nor a list nor a scalar', () => {
  expect([{}, { a: 1 }].map(isObject)).toEqual([true, true]);
  expect([null, [], 'a', 1, true, undefined, () => undefined].map(isObject)).not.toContain(true);
});

test('the smallest number comes out of a heap first, whatever went in when', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.integer({ min: -5, max: 40 }), fc.constant('pop')), { maxLength: 60 }),
      (steps) => {
        const heap = new MinHeap();
        const held: number[] = [];
        for (const step of steps) {
          if (typeof step === 'number') {
            heap.push(step);
            held.push(step);
          } else {
            held.sort((a, b) => a - b);
            expect(heap.pop()).toBe(held.shift());
          }
          expect(heap.size).toBe(held.length);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('the hash of a text is the same everywhere', () => {
  expect(['', 'a', 'b', 'ab', 'ba', 'wfmap', 'é', '漢字', 'a\u0000'].map(textHash)).toMatchInlineSnapshot(`
    [
      "811d9ffc974308b1",
      "e40de1342eb4bea1",
      "e70de3fdb4a43076",
      "4d259f80568dbcf7",
      "3c2bde9be5fe8f84",
      "3da5d5ad12c1620e",
      "6c0bb452097209a5",
      "3d32b093e8dddbdb",
      "2b24860d29fbfa90",
    ]
  `);
});
