import { describe, expect, test } from 'vitest';
import { decodeLockRecord } from '../../src/journal/lock-record.ts';

const GOOD = {
  id: '00000000-0000-4000-8000-00000000000a',
  pid: 1,
  start: 'a',
  host: '',
  run: '',
  at: '',
};

const decoded = (value: unknown) => decodeLockRecord(Buffer.from(JSON.stringify(value)));

describe('a lock', () => {
  test('is what names its owner, whose start may not be known', () => {
    expect(decoded(GOOD)).toEqual(GOOD);
    expect(decoded({ ...GOOD, start: null })).toEqual({ ...GOOD, start: null });
  });

  test.each<[string, unknown]>([
    ['null', null],
    ['a number', 1],
    ['a text', 'x'],
    ['an id that is too long at its beginning', { ...GOOD, id: `0${GOOD.id}` }],
    ['an id that has a path behind it', { ...GOOD, id: `${GOOD.id}/../x` }],
    ['an id that has a path before it', { ...GOOD, id: `../${GOOD.id}` }],
    ['an id that is no text', { ...GOOD, id: [GOOD.id] }],
    ['no process', { ...GOOD, pid: 0 }],
    ['a process of a broken number', { ...GOOD, pid: 1.5 }],
    ['a process in words', { ...GOOD, pid: '1' }],
    ['a start that is a number', { ...GOOD, start: 1 }],
    ['no start', { ...GOOD, start: undefined }],
    ['no machine', { ...GOOD, host: undefined }],
    ['no run', { ...GOOD, run: null }],
    ['no time', { ...GOOD, at: 5 }],
  ])('is not %s', (_, value) => {
    expect(decoded(value)).toBeUndefined();
  });

  test('is not what is no JSON', () => {
    expect(decodeLockRecord(Buffer.from('{'))).toBeUndefined();
  });
});
