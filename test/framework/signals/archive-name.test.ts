import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { archiveName, readArchiveName, timeHead } from '../../../src/framework/signals/archive-name.ts';
import { anyText } from '../../helpers/any-text.ts';

describe('the name of an archive', () => {
  test.each([
    ['20251119_143022_add-jwt-auth.md', { day: '2025-11-19', suffix: '' }],
    ['20251119_143022_add-jwt-auth_incomplete.md', { day: '2025-11-19', suffix: '_incomplete' }],
    ['42_implement-user-authentication.md', { day: undefined, pullRequest: 42, suffix: '' }],
    ['42_implement-user-authentication_failed.md', { pullRequest: 42, suffix: '_failed' }],
    ['2025-11-08_cycle-003.md', { day: '2025-11-08', cycle: '2025-11-08-003', suffix: '' }],
    ['2025-11-08_cycle-003_failed.md', { cycle: '2025-11-08-003', suffix: '_failed' }],
  ])('is read in each of the three forms: %s', (name, read) => {
    expect(readArchiveName(name)).toMatchObject(read);
  });

  test.each([
    'README.md',
    '20251119_143022_.md',
    '20251119_143022_Add.md',
    '42_a_aborted.md',
    '2025-11-08_cycle-3.md',
    '42_a.md\n',
    '../42_a.md',
    '9999999999_a.md',
  ])('is none of them: %j', (name) => {
    expect(readArchiveName(name)).toBeUndefined();
  });

  test('that is written is one that is read, whatever the goal', () => {
    const heads = fc.oneof(
      fc.constant(timeHead('2026-11-25T18:22:33.123Z')),
      fc.integer({ min: 1, max: 999_999_999 }).map(String),
    );
    const suffixes = fc.constantFrom('' as const, '_incomplete' as const, '_failed' as const);
    fc.assert(
      fc.property(heads, anyText(200), suffixes, (head, goal, suffix) => {
        const name = archiveName(head, goal, suffix);
        expect(name.length).toBeLessThan(90);
        expect(readArchiveName(name)).toMatchObject(
          head.includes('_') ? { day: '2026-11-25', suffix } : { pullRequest: Number(head), suffix },
        );
      }),
    );
  });

  test('begins with the time to the second, in UTC', () => {
    expect(archiveName(timeHead('2025-11-19T14:30:22.999Z'), 'Add JWT auth!', '')).toBe(
      '20251119_143022_add-jwt-auth.md',
    );
    expect(archiveName('42', '--- ???', '_failed')).toBe('42_goal_failed.md');
  });
});
