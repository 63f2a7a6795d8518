import { expect, test } from 'vitest';
import { matchChoice } from '../../../src/cli/ask/match-choice.ts';

test.each([
  ['Yes', ['Yes', 'yes'], 'Yes'],
  ['yes', ['Yes', 'yes'], 'yes'],
  ['YES', ['Yes', 'No'], 'Yes'],
  ['  Go on ', ['Go on'], 'Go on'],
  [' x ', ['x', ' x '], ' x '],
])('%j names a choice of %j', (text, names, name) => {
  expect(matchChoice(text, names)).toEqual({ kind: 'found', name });
});

test.each([
  ['YES', ['Yes', 'yes'], 'Yes'],
  ['yess', ['No', 'Yes'], 'Yes'],
  ['Ye', ['No', 'Yes'], 'Yes'],
  ['look', ['Fix', 'Look again'], 'Look again'],
  ['lo', ['Look again', 'Look away'], undefined],
  ['whatever', ['No', 'Yes'], undefined],
  ['', ['No'], undefined],
  ['__proto__', ['No'], undefined],
])('%j names no choice of %j, and %j is near', (text, names, near) => {
  expect(matchChoice(text, names)).toEqual({ kind: 'unknown', near });
});
