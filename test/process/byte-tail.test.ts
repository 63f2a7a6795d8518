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
