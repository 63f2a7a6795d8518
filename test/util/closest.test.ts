import { expect, test } from 'vitest';
import { closest } from '../../src/util/closest.ts';

test.each([
  ['disapproved', ['Approved'], undefined],
  ['Approved', ['Disapproved'], undefined],
  ['unsound', ['sound'], undefined],
  ['no-wait', ['wait'], undefined],
  ['disalowedTools', ['allowedTools'], undefined],
  ['disalowedTools', ['allowedTools', 'disallowedTools'], 'disallowedTools'],
  ['unsond', ['sound', 'unsound'], 'unsound'],
  ['unput', ['input'], 'input'],
  ['nots', ['note'], 'note'],
])('what means the opposite is not near: %s among %j is %s', (name, candidates, near) => {
  expect(closest(name, candidates)).toBe(near);
});

test('a share says how much of a name may differ', () => {
  expect(closest('abcxyz', ['abcdef'], 2)).toBe('abcdef');
  expect(closest('abcxyz', ['abcdef'])).toBeUndefined();
});
