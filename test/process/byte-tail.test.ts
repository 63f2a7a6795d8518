import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createByteTail } from '../../src/process/byte-tail.ts';

test('the tail is the end of the stream, without half a character', () => {
  const tail = createByteTail(5);
  expect(tail.text()).toBe('');
  tail.push(Buffer.from('abc'));
  expect(tail.text()).toBe('abc');
  tail.push(Buffer.from('défg'));
  expect(tail.text()).toBe('éfg'.length === 3 ? 'défg' : '');
  tail.push(Buffer.from('h'));
  expect(tail.text()).toBe('éfgh');
  tail.push(Buffer.from('i'));
  expect(tail.text()).toBe('fghi');
});

test('the tail of any pieces is the end of all of them', () => {
  const piece = fc.uint8Array({ maxLength: 12 }).map((bytes) => bytes.map((byte) => byte & 0x7f));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.integer({ min: 1, max: 50 }), (pieces, bound) => {
      const tail = createByteTail(bound);
      for (const each of pieces) tail.push(each);
      const all = Buffer.concat(pieces);
      expect(tail.text()).toBe(all.subarray(Math.max(0, all.length - bound)).toString());
    }),
  );
});

test('a stream of single bytes costs no more than its end', () => {
  const tail = createByteTail(3000);
  for (let count = 0; count < 100_000; count += 1) tail.push(Buffer.from(String(count % 10)));
  expect(tail.text()).toBe('0123456789'.repeat(300));
});
