import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextCycle } from '../../../src/framework/signals/next-cycle.ts';
import { anyText } from '../../helpers/any-text.ts';

const after = (...lines: string[]) => nextCycle(['2026-11-25', ...lines].join('\n'));

test('the first cycle of a project is the first of its day, and its goal the first', () => {
  expect(after()).toEqual({ id: '2026-11-25-001', goal: 1, expired: [] });
});

test('a cycle is the next of its day, and its goal the next of all', () => {
  expect(
    after(
      '2026-11-25-002 7 current_cycle.md',
      '2026-11-25-001 6 20261125_101112_a.md',
      '2026-11-24-009 5 20261124_101112_b_failed.md',
      '- 12 notes of mine.md',
    ),
  ).toMatchObject({ id: '2026-11-25-003', goal: 13 });
});

test('the older name of an archive has the id of its cycle', () => {
  expect(after('- 0 2026-11-25_cycle-004.md').id).toBe('2026-11-25-005');
});

test('an archive may go after 90 days, by its name, else by its cycle; other files are no archives', () => {
  expect(
    after(
      '2026-08-26-001 1 20260826_120000_a.md',
      '2026-08-27-001 1 20260827_120000_a.md',
      '- 1 2025-11-08_cycle-003_failed.md',
      '2026-01-01-001 1 42_a.md',
      '- 1 43_a.md',
      '2020-01-01-001 1 current_cycle.md',
    ).expired,
  ).toEqual(['20260826_120000_a.md', '2025-11-08_cycle-003_failed.md', '42_a.md']);
});

test('whatever is listed gives an id and a goal', () => {
  fc.assert(
    fc.property(fc.oneof(anyText(200), fc.jsonValue()), (listing) => {
      const { id, goal } = nextCycle(listing as never);
      expect(id).toMatch(/^\d{4}-\d{2}-\d{2}-\d{3,}$/);
      expect(goal).toBeGreaterThan(0);
    }),
  );
});
