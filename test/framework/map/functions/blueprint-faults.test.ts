import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blueprintFaults } from '../../../../src/framework/map/functions/blueprint-faults.ts';
import type { Value } from '../../../../src/model/value.ts';

type Subtask = Readonly<Record<string, Value>>;

const good: Subtask = {
  id: 'ST-001',
  dependencies: [],
  validation_criteria: ['VC1: it adds'],
  risk_level: 'low',
  complexity_score: 3,
};
const chain = (length: number): readonly Subtask[] =>
  Array.from({ length }, (_, index) => ({
    ...good,
    id: idAt(index),
    dependencies: index === 0 ? [] : [idAt(index - 1)],
  }));

function idAt(index: number): string {
  return `ST-${String(index + 1).padStart(3, '0')}`;
}

describe('faults', () => {
  const two = { ...good, id: 'ST-002' };
  it.each<readonly [string, Value, readonly string[]]>([
    ['one good subtask', [good], []],
    ['a chain of 5', chain(5), []],
    ['a long id', [{ ...good, id: 'ST-1234567' }], []],
    ['no dependencies at all', [{ ...good, dependencies: undefined as never }], []],
    ['the greatest complexity', [{ ...good, complexity_score: 8, risks: ['It may break.'] }], []],
    ['no subtasks', [], ['There are no subtasks.']],
    ['no list', 'many', ['The subtasks are not a list.']],
    ['nothing', null, ['The subtasks are not a list.']],
    ['an object', { length: 3 }, ['The subtasks are not a list.']],
    [
      'too many',
      [
        ...chain(5),
        ...chain(5).map((each, index) => ({ ...each, id: idAt(index + 5), dependencies: [] })),
        { ...good, id: 'ST-011' },
      ],
      ['There are 11 subtasks; at most 10 are allowed.'],
    ],
    ['no object', [good, 'ST-002'], ['Subtask 2 is no object.']],
    ['no id', [{ ...good, id: 2 }], ['Subtask 1 has no id.']],
    [
      'another id',
      [{ ...good, id: 'auth_001' }],
      ['Subtask 1 has the id "auth_001"; an id is "ST-" and at least three digits.'],
    ],
    [
      'an id with a line after it',
      [{ ...good, id: 'ST-001\nx' }],
      [String.raw`Subtask 1 has the id "ST-001\nx"; an id is "ST-" and at least three digits.`],
    ],
    ['an id twice', [good, good], ['The id of ST-001 is given more than once.']],
    [
      'an unknown dependency',
      [{ ...good, dependencies: ['ST-009'] }],
      ['ST-001 depends on "ST-009", which is no subtask.'],
    ],
    [
      'an unknown dependency twice',
      [{ ...good, dependencies: ['ST-009', 'ST-009'] }],
      ['ST-001 depends on "ST-009", which is no subtask.'],
    ],
    ['itself', [{ ...good, dependencies: ['ST-001'] }], ['ST-001 depends on itself.']],
    [
      'dependencies that are a text',
      [{ ...good, dependencies: 'ST-002' }, two],
      ['The dependencies of ST-001 are not a list of ids.'],
    ],
    [
      'dependencies that are numbers',
      [{ ...good, dependencies: [2] }, two],
      ['The dependencies of ST-001 are not a list of ids.'],
    ],
    [
      'a ring',
      [
        { ...good, dependencies: ['ST-002'] },
        { ...two, dependencies: ['ST-001'] },
      ],
      ['Subtasks wait for each other: ST-001 -> ST-002 -> ST-001.'],
    ],
    [
      'a ring behind another subtask',
      [
        { ...good, dependencies: ['ST-002'] },
        { ...two, dependencies: ['ST-003'] },
        { ...good, id: 'ST-003', dependencies: ['ST-002'] },
      ],
      ['Subtasks wait for each other: ST-002 -> ST-003 -> ST-002.'],
    ],
    [
      'a chain of 6',
      chain(6),
      ['ST-006 is the end of a chain of 6 subtasks; at most 5 may wait for each other.'],
    ],
    ['no criteria', [{ ...good, validation_criteria: [] }], ['ST-001 has no validation criteria.']],
    [
      'criteria of white space',
      [{ ...good, validation_criteria: [' ', 3] }],
      ['ST-001 has no validation criteria.'],
    ],
    [
      'another risk',
      [{ ...good, risk_level: 'critical' }],
      ['ST-001 has no risk_level of low, medium or high.'],
    ],
    [
      'no complexity',
      [{ ...good, complexity_score: 'high' }],
      ['ST-001 has no complexity_score that is a whole number from 1 to 10.'],
    ],
    [
      'half a complexity',
      [{ ...good, complexity_score: 2.5 }],
      ['ST-001 has no complexity_score that is a whole number from 1 to 10.'],
    ],
    [
      'the complexity 0',
      [{ ...good, complexity_score: 0 }],
      ['ST-001 has no complexity_score that is a whole number from 1 to 10.'],
    ],
    [
      'the complexity 11',
      [{ ...good, complexity_score: 11 }],
      ['ST-001 has no complexity_score that is a whole number from 1 to 10.'],
    ],
    [
      'the complexity 9',
      [{ ...good, complexity_score: 9, risks: ['r'] }],
      ['ST-001 has the complexity 9 and must be split; at most 8 can be worked on.'],
    ],
    [
      'the complexity 7 without risks',
      [{ ...good, complexity_score: 7, risks: [' '] }],
      ['ST-001 has the complexity 7 and names no risks.'],
    ],
    [
      'names of all objects',
      [{ ...good, constructor: 1, dependencies: ['constructor'] }],
      ['ST-001 depends on "constructor", which is no subtask.'],
    ],
  ])('%s', (_, subtasks, faults) => {
    expect(blueprintFaults(subtasks, 10)).toEqual(faults);
  });

  it.each([null, 'ten', 0, -1, Number.NaN, []])(
    'where %j is to be the number of subtasks, it is 20',
    (max) => {
      const many = (length: number) => chain(length).map((each) => ({ ...each, dependencies: [] }));
      expect(blueprintFaults(many(20), max)).toEqual([]);
      expect(blueprintFaults(many(21), max)).toEqual(['There are 21 subtasks; at most 20 are allowed.']);
    },
  );

  it('very many faults are counted', () => {
    const faults = blueprintFaults(
      Array.from({ length: 2000 }, () => ({})),
      5000,
    );
    expect(faults).toHaveLength(51);
    expect(faults.at(-1)).toBe('There are 3950 more faults.');
  });

  it('fifty are all told, and one more is counted', () => {
    const nothing = (count: number): readonly Value[] => Array.from({ length: count }, () => 'x');
    expect(blueprintFaults(nothing(50), 60).at(-1)).toBe('Subtask 50 is no object.');
    expect(blueprintFaults(nothing(51), 60).slice(49)).toEqual([
      'Subtask 50 is no object.',
      'There is 1 more fault.',
    ]);
    expect(blueprintFaults(nothing(52), 60).at(-1)).toBe('There are 2 more faults.');
  });

  it('a long ring is cut', () => {
    const ring = chain(30).map((each, index) => ({ ...each, dependencies: [idAt((index + 1) % 30)] }));
    expect(blueprintFaults(ring, 30)).toEqual([
      'Subtasks wait for each other: ' +
        'ST-001 -> ST-002 -> ST-003 -> ST-004 -> ST-005 -> ST-006 -> ST-007 -> ST-008 -> ST-009 -> ST-010 -> ….',
    ]);
  });
});

/** The same rules, the slow way: whether something waits for itself is found by walking. */
function isFine(subtasks: readonly Subtask[], max: number): boolean {
  const ids = subtasks.map((each) => each.id);
  const waitsFor = (id: Value | undefined): readonly Value[] => {
    const found = subtasks.find((each) => each.id === id)?.dependencies;
    return Array.isArray(found) ? found : [];
  };
  const longest = (id: Value | undefined, seen: readonly (Value | undefined)[]): number =>
    seen.includes(id)
      ? Infinity
      : 1 + Math.max(0, ...waitsFor(id).map((each) => longest(each, [...seen, id])));
  return (
    subtasks.length > 0 &&
    subtasks.length <= max &&
    new Set(ids).size === ids.length &&
    subtasks.every((each) => waitsFor(each.id).every((one) => ids.includes(one))) &&
    subtasks.every(({ id }) => longest(id, []) <= 5) &&
    subtasks.every(
      ({ complexity_score: complexity, risks, risk_level: level, validation_criteria: criteria, id }) =>
        typeof id === 'string' &&
        /^ST-\d{3,}$/.test(id) &&
        ['low', 'medium', 'high'].some((each) => each === level) &&
        [1, 2, 3, 4, 5, 6, 7, 8].includes(Number(complexity)) &&
        (Number(complexity) < 7 || (Array.isArray(risks) && risks.length > 0)) &&
        Array.isArray(criteria) &&
        criteria.length > 0,
    )
  );
}

/** Good ones for the most part, so that each fault comes alone often enough. */
const rarely = <T extends Value>(usual: T, other: T): fc.Arbitrary<T> =>
  fc.oneof({ arbitrary: fc.constant(usual), weight: 40 }, { arbitrary: fc.constant(other), weight: 1 });

const plans = fc.integer({ min: 0, max: 8 }).chain((count) =>
  fc.tuple(
    ...Array.from({ length: count }, (_, index) =>
      fc.record({
        id: rarely(idAt(index), idAt(0)),
        dependencies: fc.oneof(
          {
            arbitrary: fc.subarray(
              Array.from({ length: index }, (__, each) => idAt(each)),
              { maxLength: Math.min(2, index) },
            ),
            weight: 12,
          },
          { arbitrary: fc.array(fc.integer({ min: 0, max: count }).map(idAt), { maxLength: 2 }), weight: 1 },
        ),
        validation_criteria: rarely<Value>(['VC1'], []),
        risk_level: rarely<Value>('medium', 'none'),
        complexity_score: fc.oneof(
          { arbitrary: fc.integer({ min: 1, max: 8 }), weight: 30 },
          { arbitrary: fc.integer({ min: 0, max: 11 }), weight: 1 },
        ),
        risks: rarely<Value>(['r'], []),
      }),
    ),
  ),
);

it('of hundreds of thousands of faults of one subtask fifty are named', () => {
  const dependencies = Array.from({ length: 300_000 }, (_, index) => `ST-${index + 1000}`);
  const faults = blueprintFaults([{ ...good, dependencies }], 5);
  expect([faults.length, faults.at(-1)]).toEqual([51, 'There are 299950 more faults.']);
});

describe('laws', () => {
  it('there are no faults just where every rule holds', () => {
    let fine = 0;
    fc.assert(
      fc.property(plans, fc.integer({ min: 5, max: 8 }), (subtasks, max) => {
        const faults = blueprintFaults(subtasks, max);
        if (faults.length === 0) fine += 1;
        expect(faults.length === 0).toBe(isFine(subtasks, max));
      }),
      { numRuns: 2000 },
    );
    expect(fine).toBeGreaterThan(300);
  });

  it('faults of anything at all are sentences on one line', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (subtasks, max) => {
        for (const fault of blueprintFaults(subtasks as Value, max as Value))
          expect(fault).toMatch(/^[A-Z].{1,400}\.$/);
      }),
    );
  });
});
