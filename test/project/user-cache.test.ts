import { expect, test } from 'vitest';
import { cacheFolderOf } from '../../src/project/user-cache.ts';

test('texts are kept in XDG_CACHE_HOME, else under the home folder, else nowhere', () => {
  expect(cacheFolderOf({ XDG_CACHE_HOME: '/c', HOME: '/h' })).toBe('/c/wfmap');
  expect(cacheFolderOf({ XDG_CACHE_HOME: 'relative', HOME: '/h' })).toBe('/h/.cache/wfmap');
  expect(cacheFolderOf({})).toBeUndefined();
});
