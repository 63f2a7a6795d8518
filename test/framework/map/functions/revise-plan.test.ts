import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planDifferences, revisePlan } from '../../../../src/framework/map/functions/revise-plan.ts';
import type { Value } from '../../../../src/model/value.ts';

const subtask = (id: string, title: string, more: Readonly<Record<string, Value>> = {}) => ({
  id,
  title,
  ...more,
});
const one = subtask('ST-001', 'One');
const two = subtask('ST-002', 'Two');
const otherOne = subtask('ST-001', 'Other one');
const otherTwo = subtask('ST-002', 'Other two');
const three = subtask('ST-003', 'Three');

describe('revisePlan', () => {
  it.each<readonly [string, Readonly<Record<'before' | 'after' | 'ids', Value>>, Value]>([
    [
      'without ids the answer is the plan',
      { before: [one], after: [otherOne, two], ids: [] },
      [otherOne, two],
    ],
    [
      'what is not named stays where it is changed',
      { before: [one, two], after: [otherOne, otherTwo], ids: ['ST-002'] },
      [one, otherTwo],
    ],
    [
      'what is not named stays where it is left out',
      { before: [one, two], after: [otherTwo], ids: ['ST-002'] },
      [one, otherTwo],
    ],
    [
      'what is not named is not taken where it is new',
      { before: [one], after: [otherOne, three], ids: ['ST-001'] },
      [otherOne],
    ],
    [
      'what is named and new comes last',
      { before: [one], after: [three, otherOne], ids: ['ST-001', 'ST-003'] },
      [otherOne, three],
    ],
    ['what is named and left out goes', { before: [one, two], after: [one], ids: ['ST-002'] }, [one]],
    ['an id that nobody has changes nothing', { before: [one], after: [otherOne], ids: ['ST-009'] }, [one]],
    [
      'of an id that comes twice the first counts',
      { before: [one], after: [otherOne, one], ids: ['ST-001'] },
      [otherOne],
    ],
    ['no lists are empty ones', { before: null, after: 'x', ids: ['ST-001'] }, []],
    ['what is no subtask stays', { before: ['x', one], after: [], ids: ['ST-001'] }, ['x']],
  ])('%s', (_, { before, after, ids }, expected) => {
    expect(revisePlan(before, after, ids)).toEqual(expected);
  });

  it('differs from the plan before in the named subtasks alone', () => {
    const id = fc.constantFrom('ST-001', 'ST-002', 'ST-003', 'ST-004');
    const plan = fc.uniqueArray(fc.record({ id, title: fc.string() }), { selector: (each) => each.id });
    fc.assert(
      fc.property(plan, plan, fc.uniqueArray(id, { minLength: 1 }), (before, after, ids) => {
        const others = (list: readonly Value[]) =>
          list.filter((each) => !ids.some((named) => isOf(each, named)));
        expect(others(revisePlan(before, after, ids))).toEqual(others(before));
      }),
    );
  });
});

const isOf = (value: Value, id: string): boolean => (value as { readonly id: string }).id === id;

describe('planDifferences', () => {
  it.each<readonly [string, Value, Value, readonly string[]]>([
    ['the same plan has none', [one, two], [one, { ...two, revision: 1 }], []],
    ['a new subtask', [one], [one, two], ['ST-002 is new: "Two".']],
    ['one that is left out', [one, two], [one], ['ST-002 is left out: "Two".']],
    ['another title', [one], [otherOne], ['ST-001 changed: title. It was "One" and is "Other one".']],
    [
      'other criteria and files',
      [{ ...one, validation_criteria: ['VC1'], affected_files: [] }],
      [{ ...one, validation_criteria: ['VC2'] }],
      ['ST-001 changed: validation criteria, affected files.'],
    ],
    ['another order', [one, two], [two, one], ['The order is another.']],
    ['what is no list has no subtask', 'x', [one], ['ST-001 is new: "One".']],
  ])('of %s', (_, before, after, expected) => {
    expect(planDifferences(before, after)).toEqual(expected);
  });

  it('counts those that are too many', () => {
    const many = Array.from({ length: 60 }, (_, index) => subtask(`ST-${100 + index}`, 'x'));
    expect(planDifferences([], many)).toHaveLength(51);
    expect(planDifferences([], many).at(-1)).toBe('There are 10 more.');
  });
});
