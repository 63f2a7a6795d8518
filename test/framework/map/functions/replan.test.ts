import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replan } from '../../../../src/framework/map/functions/replan.ts';
import type { Value } from '../../../../src/model/value.ts';

const subtask = (
  id: string,
  dependencies: readonly string[] = [],
  more: Readonly<Record<string, Value>> = {},
) => ({
  id,
  dependencies,
  ...more,
});

describe('replan', () => {
  const one = subtask('ST-001');
  const two = subtask('ST-002', ['ST-001']);
  const three = subtask('ST-003', ['ST-002'], { revision: 2 });

  it.each<readonly [string, Value, Value, Value, Value]>([
    ['nothing is invalidated', [one, two], [], [], [one, two]],
    ['what is kept stays where it is changed', [one], [subtask('ST-001', [], { title: 'new' })], [], [one]],
    [
      'what is invalidated is replaced in its place',
      [one, two],
      [subtask('ST-001', [], { title: 'new' })],
      ['ST-001'],
      [subtask('ST-001', [], { title: 'new', revision: 1 }), { ...two, revision: 1 }],
    ],
    [
      'all that waits for it goes with it',
      [one, two, three, subtask('ST-004')],
      [],
      ['ST-001'],
      [{ ...one, revision: 1 }, { ...two, revision: 1 }, { ...three, revision: 3 }, subtask('ST-004')],
    ],
    ['what it waits for stays', [one, two, three], [], ['ST-003'], [one, two, { ...three, revision: 3 }]],
    [
      'a ring ends',
      [subtask('ST-001', ['ST-002']), two],
      [],
      ['ST-002'],
      [subtask('ST-001', ['ST-002'], { revision: 1 }), { ...two, revision: 1 }],
    ],
    [
      'new ones come last, without a revision',
      [one],
      [subtask('ST-005', ['ST-001'], { revision: 7 }), subtask('ST-004')],
      [],
      [one, subtask('ST-005', ['ST-001']), subtask('ST-004')],
    ],
    [
      'the revision of the new plan does not count',
      [three],
      [{ ...three, revision: 9 }],
      ['ST-003'],
      [{ ...three, revision: 3 }],
    ],
    ['an odd revision counts as 0', [{ ...one, revision: 'x' }], [], ['ST-001'], [{ ...one, revision: 1 }]],
    [
      'of an id that comes twice the first counts',
      [],
      [subtask('ST-001', [], { n: 1 }), subtask('ST-001', [], { n: 2 })],
      [],
      [subtask('ST-001', [], { n: 1 })],
    ],
    ['an unknown id is no one', [one], [], ['ST-009'], [one]],
    ['nothing is known', null, 'x', 3, []],
    [
      'what has no id stays, and is not taken in',
      ['x', { a: 1 }],
      ['y', { b: 1 }, null],
      ['x'],
      ['x', { a: 1 }],
    ],
    [
      'names of all objects are ids like others',
      [subtask('constructor'), subtask('__proto__', ['constructor'])],
      [],
      ['constructor'],
      [subtask('constructor', [], { revision: 1 }), subtask('__proto__', ['constructor'], { revision: 1 })],
    ],
  ])('%s', (...[, before, after, invalidated, expected]) => {
    expect(replan(before, after, invalidated)).toEqual(expected);
  });
});

const ids = fc.integer({ min: 1, max: 8 }).map((n) => `ST-00${n}`);
const subtasks = fc
  .uniqueArray(
    fc.record(
      {
        id: ids,
        dependencies: fc.array(ids, { maxLength: 3 }),
        title: fc.string(),
        revision: fc.integer({ min: 1, max: 3 }),
      },
      { requiredKeys: ['id', 'dependencies', 'title'] },
    ),
    { selector: ({ id }) => id },
  )
  .map((all): readonly (Readonly<Record<string, Value>> & { id: string; dependencies: string[] })[] => all);

describe('laws', () => {
  /** Whether a subtask or something that it waits for is invalidated, found by walking. */
  function isReached(
    id: string,
    before: readonly { id: string; dependencies: string[] }[],
    bad: readonly string[],
    seen: readonly string[] = [],
  ): boolean {
    if (bad.includes(id)) return true;
    const waitsFor = before.find((each) => each.id === id)?.dependencies ?? [];
    return waitsFor
      .filter((each) => !seen.includes(each) && before.some((one) => one.id === each))
      .some((each) => isReached(each, before, bad, [...seen, id]));
  }

  it('what is not invalidated stays the same, all that waits for what is gets a higher revision', () => {
    fc.assert(
      fc.property(subtasks, subtasks, fc.uniqueArray(ids, { maxLength: 2 }), (before, after, bad) => {
        const result = replan(before, after, bad);
        for (const [index, each] of before.entries()) {
          if (!isReached(each.id, before, bad)) expect(result[index]).toBe(each);
          else {
            const source = after.find(({ id }) => id === each.id) ?? each;
            expect(result[index]).toEqual({ ...source, revision: Number(each['revision'] ?? 0) + 1 });
          }
        }
        const added = after.filter(({ id }) => before.every((each) => each.id !== id));
        expect(result.slice(before.length)).toEqual(added.map((each) => ({ ...each, revision: undefined })));
      }),
    );
  });

  it('going on with the same plan once more changes nothing', () => {
    fc.assert(
      fc.property(subtasks, subtasks, (before, after) => {
        const once = replan(before, after, []);
        expect(replan([...once], after, [])).toEqual(once);
      }),
    );
  });

  it('anything at all gives a list', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (a, b, c) => {
        expect(replan(a as Value, b as Value, c as Value)).toBeInstanceOf(Array);
      }),
    );
  });
});
