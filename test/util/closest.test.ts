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

test('what is left behind a negation is a word of three signs at least', () => {
  expect(closest('nonab', ['nab'], 2)).toBe('nab');
  expect(closest('nonabc', ['abc'], 2)).toBeUndefined();
});

test('a share says how much of a name may differ', () => {
  expect(closest('abcxyz', ['abcdef'], 2)).toBe('abcdef');
  expect(closest('abcxyz', ['abcdef'])).toBeUndefined();
});

test.each([
  // Case alone is nearer than anything else.
  ['DONE', ['Done', 'DONR'], 'Done'],
  ['done', ['DONE'], 'DONE'],
  // A third of the longer name may differ, and one sign at least.
  ['ab', ['ax'], 'ax'],
  ['a', ['b'], 'b'],
  ['ab', ['xy'], undefined],
  ['abcdef', ['abcdxy'], 'abcdxy'],
  ['abcdef', ['abcxyz'], undefined],
  ['abcde', ['abcxy'], undefined],
  ['abcd', ['abcdef'], 'abcdef'],
  ['abcdefghi', ['abcdefxyz'], 'abcdefxyz'],
  ['abcdefgh', ['abcdexyz'], undefined],
  // Two neighbours that are swapped differ by one.
  ['wrok', ['work'], 'work'],
  ['ab', ['ba'], 'ba'],
  ['abcd', ['badc'], undefined],
  // The nearest, and of several as near the first.
  ['abcdef', ['abcdxy', 'abcdey', 'abcdez'], 'abcdey'],
  ['input', ['inputs', 'inpt'], 'inputs'],
  ['input', ['output', 'nothing'], undefined],
  ['input', [], undefined],
  ['', [''], ''],
  ['x'.repeat(100), ['x'.repeat(99)], 'x'.repeat(99)],
  ['x'.repeat(101), ['x'.repeat(100)], undefined],
  ['x'.repeat(100), ['x'.repeat(101)], undefined],
  // What is behind a negation, whatever stands between.
  ['not-done', ['done'], undefined],
  ['never done', ['done'], undefined],
  ['withoutit', ['it'], undefined],
  ['UNSAFE', ['safe'], undefined],
  ['node', ['mode'], 'mode'],
  ['nothing', ['nothin', 'thing'], 'nothin'],
])('of %j the nearest among %j is %j', (name, candidates, near) => {
  expect(closest(name, candidates)).toBe(near);
});
