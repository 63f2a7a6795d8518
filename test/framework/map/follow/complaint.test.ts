import { describe, expect, test } from 'vitest';
import { complaintOf } from '../../../../src/framework/map/follow/complaint.ts';

describe('a result sends the work back', () => {
  test.each([
    'revise',
    'Block',
    'needs investigation',
    'NEEDS_REVISION',
    'rejected',
    'fail',
    'failed',
    'improve',
    'reconsider',
  ])('where it recommends, decides or stands at "%s"', (word) => {
    const reason = 'The list is not sorted';
    for (const name of ['recommendation', 'verdict', 'status']) {
      expect(complaintOf({ valid: true, [name]: word, summary: reason })).toBe(reason);
    }
  });

  test.each(['valid', 'passed', 'approved', 'validation_passed'])('where "%s" is false', (name) => {
    expect(complaintOf({ [name]: false })).toBe('rejected');
    expect(complaintOf({ [name]: true })).toBeUndefined();
  });

  test('where its command failed, with the end of what that printed', () => {
    expect(complaintOf({ exitCode: 0, stdout: 'fine' })).toBeUndefined();
    expect(complaintOf({ exitCode: 2 })).toBe('exit code 2:');
    expect(complaintOf({ exitCode: 2, stdout: `${'x'.repeat(900)}end` })).toBe(
      `exit code 2: ${'x'.repeat(797)}end`,
    );
  });
});

describe('the reason of a complaint is', () => {
  const refused = { valid: false };
  test.each([
    [
      'what is written to the actor',
      { feedback_for_actor: 'a', feedback: 'b', reason: 'c', summary: 'd' },
      'a',
    ],
    ['the feedback', { feedback: 'b', reason: 'c', summary: 'd' }, 'b'],
    ['the reason', { reason: 'c', summary: 'd' }, 'c'],
    ['the first issue', { issues: ['e', 'f'] }, 'e'],
    ['the title of the first issue', { issues: [{ title: 'g', description: 'h' }] }, 'g'],
    ['the description of an issue without a title', { issues: [{ description: 'h' }] }, 'h'],
    ['that it was rejected, where nothing more is said', { issues: [] }, 'rejected'],
  ])('%s', (_, more, reason) => {
    expect(complaintOf({ ...refused, ...more })).toBe(reason);
  });

  test('on one line of at most 1,000 signs', () => {
    expect(complaintOf({ ...refused, reason: 'a\n\n b' })).toBe('a b');
    expect(complaintOf({ ...refused, reason: 'x'.repeat(1001) })).toBe(`${'x'.repeat(999)}…`);
  });
});

test.each(['approve', 'proceed', 'complete', ''])('a result at "%s" accepts the work', (status) => {
  expect(complaintOf({ status })).toBeUndefined();
});
