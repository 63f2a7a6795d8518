import { describe, expect, test } from 'vitest';
import type { Scope } from '../../../src/expression/types/value.ts';
import type { ForeachTask } from '../../../src/model/block.ts';
import type { Value } from '../../../src/model/value.ts';
import { explainGuards } from '../../../src/run/scope/explain-guards.ts';
import { planItems } from '../../../src/run/scope/plan-items.ts';
import { action, block, end } from '../../helpers/block.ts';
import { decide, foreach, when } from '../../helpers/tasks.ts';

const body = block(end('End'));
const ids = Array.from({ length: 100_001 }, (_, index) => index);

function scopeOf(values: Readonly<Record<string, Value>>): Scope {
  const names = Object.keys(values);
  return {
    types: new Map(names.map((name) => [name, 'any'])),
    values: new Map(Object.entries(values)),
  };
}

const planned = (items: string, more: Partial<ForeachTask> = {}) =>
  planItems({ ...foreach('Each', items, body), ...more }, scopeOf({ ids, few: ids.slice(0, -1) }));

describe('the items of a foreach', () => {
  test('are named by their places, wait for nothing and share nothing where the task does not say', () => {
    expect(planned("['x', null]")).toEqual({
      items: [
        { key: '0', value: 'x', after: [], exclusive: null },
        { key: '1', value: null, after: [], exclusive: null },
      ],
    });
  });

  test('have what the task says of each, as texts, and wait for another once', () => {
    const items = "[{'id': 1, 'after': null}, {'id': 2, 'after': [1, '1']}]";
    const more = {
      key: { text: 'item.id' },
      after: { text: 'item.after' },
      exclusive: { text: "item.id == 1 ? null : ['db', 7, 'db']" },
    };
    expect(planned(items, more)).toEqual({
      items: [
        { key: '1', value: { id: 1, after: null }, after: [], exclusive: [] },
        { key: '2', value: { id: 2, after: [1, '1'] }, after: ['1'], exclusive: ['db', '7', 'db'] },
      ],
    });
  });

  test('may wait in any order, also for later ones', () => {
    const more = {
      key: { text: 'item' },
      after: { text: "item == 'c' ? [] : item == 'b' ? ['c'] : ['b', 'c']" },
    };
    expect(planned("['a', 'b', 'c']", more)).toMatchObject({
      items: [
        { key: 'a', after: ['b', 'c'] },
        { key: 'b', after: ['c'] },
        { key: 'c', after: [] },
      ],
    });
  });

  test('are 100,000 at most', () => {
    expect(planned('ids')).toEqual({ fault: 'There are 100001 items; at most 100000 are taken.' });
    const taken = planned('few');
    expect('items' in taken && taken.items.length).toBe(100_000);
  });

  test('that wait for none at all are none', () => {
    expect(planned('[]')).toEqual({ items: [] });
  });

  test('are told of as far as a message can take them', () => {
    expect(planned(`'${'x'.repeat(98)}'`)).toEqual({
      fault: `The items are not a list, but "${'x'.repeat(98)}".`,
    });
    expect(planned(`'${'x'.repeat(99)}'`)).toEqual({
      fault: `The items are not a list, but "${'x'.repeat(98)}….`,
    });
    expect(planned(`'${'x'.repeat(97)}😀'`)).toEqual({
      fault: `The items are not a list, but "${'x'.repeat(97)}….`,
    });
  });
});

describe('why no guard holds', () => {
  const guards = (count: number) =>
    Array.from({ length: count }, (_, index) => when(`n${index} == 1`, action(`A${index}`, 'End')));

  test('names each guard, and the values that it saw', () => {
    const task = decide('Choose', {}, ...guards(2), action('Rest', 'End'));
    expect(explainGuards(task, scopeOf({ n0: { a: [1] } }))).toBe(
      'No guard of task "Choose" holds: "A0" needs n0 == 1; "A1" needs n1 == 1. Here n0 is {"a":[1]}, n1 is not there.',
    );
  });

  test('says of more than eight only how many they are, and of a value what a message can take', () => {
    const task = decide('Choose', {}, ...guards(10));
    const values = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`n${index}`, index]));
    expect(explainGuards(task, scopeOf({ ...values, n0: 'x'.repeat(300) }))).toBe(
      `No guard of task "Choose" holds: ${[0, 1, 2, 3, 4, 5, 6, 7].map((n) => `"A${n}" needs n${n} == 1`).join('; ')} ` +
        `and 2 more. Here n0 is "${'x'.repeat(118)}…, n1 is 1, n2 is 2, n3 is 3, n4 is 4, n5 is 5, n6 is 6, n7 is 7.`,
    );
  });

  test('says of eight guards all, and of no values nothing', () => {
    const task = decide('Choose', {}, ...guards(8).map((each) => ({ ...each, when: { text: 'false' } })));
    expect(explainGuards(task, scopeOf({}))).toBe(
      `No guard of task "Choose" holds: ${[0, 1, 2, 3, 4, 5, 6, 7].map((n) => `"A${n}" needs false`).join('; ')}.`,
    );
  });

  test('shows eight values at most', () => {
    const sum = Array.from({ length: 9 }, (_, index) => `n${index}`).join(' + ');
    const task = decide('Choose', {}, when(`${sum} == 0`, action('Go', 'End')));
    expect(explainGuards(task, scopeOf({}))).toMatch(
      /[.] Here n0 [+] .* [+] n8 is not there, n0 is not there, .*, n6 is not there[.]$/,
    );
  });
});
