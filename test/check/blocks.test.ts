import { describe, expect, test } from 'vitest';
import { cpuMsOf } from '../helpers/cpu-ms.ts';
import { checked, codesOf, mapOf, spelled } from '../helpers/maps.ts';

const END = { End: { type: 'end' } };
const to = (target: string) => ({ Done: { target } });
const shell = (target: string, rest: object = {}) => ({
  type: 'shell',
  command: ['true'],
  actions: to(target),
  ...rest,
});
const claude = (target: string, rest: object = {}) => ({
  type: 'claude',
  prompt: 'x',
  actions: to(target),
  ...rest,
});
const echo = (text: string) => ({ command: ['echo', `\${${text}}`] });
const block = (tasks: object) => ({ startTaskDefinition: Object.keys(tasks)[0], taskDefinitions: tasks });
const simple = block({
  Work: shell('Worked', { as: 'work' }),
  Worked: { type: 'end', result: 'work.exitCode' },
});
const parallel = (branches: object, rest: object = {}) => ({
  type: 'parallel',
  branches,
  actions: to('End'),
  ...rest,
});
const foreach = (body: object, rest: object = {}) => ({
  type: 'foreach',
  items: 'files',
  item: 'file',
  body,
  actions: to('End'),
  ...rest,
});
const guarded = (when: string) => ({ A: { target: 'End', when }, B: { target: 'End' } });
const FILES = {
  workslipFields: {
    files: {
      type: 'array',
      description: 'x',
      required: true,
      schema: {
        type: 'array',
        items: {
          type: 'object',
          properties: { path: { type: 'string' }, after: { type: 'array', items: { type: 'string' } } },
          required: ['path', 'after'],
          additionalProperties: false,
        },
      },
    },
  },
};
const reported = (tasks: object, rest: object = FILES) =>
  checked(mapOf({ ...tasks, ...END }, rest)).diagnostics.map((each) => [each.code, spelled(each)]);
const codes = (tasks: object) => codesOf(mapOf({ ...tasks, ...END }, FILES));

describe('a block inside of a task', () => {
  test('sees what was surely bound when it was entered', () => {
    const reads = block({ Use: shell('Used', echo('first.stdout')), Used: { type: 'end' } });
    expect(codes({ First: shell('Sides', { as: 'first' }), Sides: parallel({ reads }) })).toEqual([]);
    const maybe = { First: shell('Sides', { as: 'first', onError: 'Sides' }), Sides: parallel({ reads }) };
    expect(reported(maybe)).toEqual([['unbound-name', 'first']]);
  });

  test('keeps what it binds', () => {
    const tasks = {
      Sides: parallel({ simple }, { actions: to('Use') }),
      Use: shell('End', echo('work.stdout')),
    };
    expect(reported(tasks)).toEqual([['undeclared-name', 'work']]);
  });

  test('does not see the name of its own task', () => {
    const reads = block({ Use: shell('Used', echo('sides.reads.outcome')), Used: { type: 'end' } });
    const again = { Again: { target: 'Sides' }, Done: { target: 'End', when: 'visits > 1' } };
    const tasks = {
      Sides: parallel({ reads }, { as: 'sides', actions: { Done: again.Done, Again: again.Again } }),
    };
    expect(reported(tasks)).toEqual([['unbound-name', 'sides']]);
  });

  test('may use the names of tasks of other blocks', () => {
    expect(codes({ Work: shell('Sides'), Sides: parallel({ left: simple, right: simple }) })).toEqual([]);
  });

  test('has a place to work in', () => {
    const reads = block({ Use: shell('Used', echo('workspace.diff')), Used: { type: 'end' } });
    expect(codes({ Each: foreach(reads) })).toEqual([]);
    const wrong = block({ Use: shell('Used', echo('workspace.dif')), Used: { type: 'end' } });
    expect(reported({ Each: foreach(wrong) })).toEqual([['unknown-member', 'dif']]);
  });

  test('may ask a person', () => {
    const ask = { type: 'human', prompt: 'x', actions: { Yes: { target: 'Asked' } } };
    expect(codes({ Sides: parallel({ ask: block({ Ask: ask, Asked: { type: 'end' } }) }) })).toEqual([]);
  });
});

describe('an item', () => {
  test('is read by the type of what the items list, in prompts too', () => {
    const body = block({
      Use: claude('Used', { prompt: undefined, promptTemplate: 'Write ${file.path}, not ${file.pth}.' }),
      Used: { type: 'end' },
    });
    expect(reported({ Each: foreach(body) })).toEqual([['unknown-member', 'pth']]);
  });

  test('is known in key, after and exclusive, and nowhere else of its task', () => {
    const given = { key: 'file.path', after: 'file.after', exclusive: '[file.path]' };
    expect(codes({ Each: foreach(simple, given) })).toEqual([]);
    expect(reported({ Each: foreach(simple, { items: 'file' }) })).toEqual([['undeclared-name', 'file']]);
    expect(reported({ Each: foreach(simple, { actions: guarded('file.path == ""') }) })).toEqual([
      ['undeclared-name', 'file'],
    ]);
  });

  test('is of the type that was computed, also behind a task in between', () => {
    const tasks = {
      Sides: parallel({ simple }, { as: 'sides', actions: to('Sum') }),
      Sum: {
        type: 'decide',
        set: { results: '[sides.simple.result]' },
        actions: to('Each'),
      },
      Each: foreach(block({ Use: shell('Used', echo('file.path')), Used: { type: 'end' } }), {
        items: 'results',
      }),
    };
    expect(reported(tasks)).toEqual([['type-clash', 'path']]);
  });

  test('supplies a parameter', () => {
    const file = { type: 'object', required: true };
    const body = block({ Use: claude('Used', { promptParams: { file } }), Used: { type: 'end' } });
    expect(codes({ Each: foreach(body) })).toEqual(['shadowed-binding']);
  });
});

describe('the result', () => {
  test('of a parallel has what each branch came to', () => {
    const sides = (when: string, rest: object = {}) => ({
      Sides: parallel({ simple }, { actions: guarded(when), ...rest }),
    });
    expect(codes(sides('result.simple.result > 0'))).toEqual([]);
    expect(codes(sides('branches.simple.reason == "x"'))).toEqual([]);
    expect(reported(sides('result.simpel.result > 0'))).toEqual([['unknown-member', 'simpel']]);
    const cancelled = 'branches.simple.outcome == "cancelled"';
    expect(codes(sides(cancelled, { join: { atLeast: 1 } }))).toEqual([]);
    expect(codes(sides(cancelled))).toEqual(['unknown-literal']);
    expect(codes(sides('items.size() > 0'))).toEqual(['undeclared-name']);
  });

  test('of a foreach lists what each item came to, with those that were skipped', () => {
    const each = (when: string, rest: object = {}) => ({
      Each: foreach(simple, { actions: guarded(when), ...rest }),
    });
    expect(codes(each('result.all(one, one.outcome == "Worked" && one.key != "")'))).toEqual([]);
    expect(codes(each('items.exists(one, one.outcome == "skipped")'))).toEqual([]);
    expect(codes(each('items[0].outcome == "conflict"'))).toEqual(['unknown-literal']);
    const worktree = { workspace: { worktree: { merge: 'result.result == 0' } } };
    expect(codes(each('items[0].outcome == "conflict"', worktree))).toEqual([]);
    expect(codes(each('branches.size() > 0'))).toEqual(['undeclared-name']);
  });

  test('is bound to a name after its task', () => {
    const tasks = (when: string) => ({
      Each: foreach(simple, { as: 'built', actions: to('Choose') }),
      Choose: { type: 'decide', actions: guarded(when) },
    });
    expect(codes(tasks('built.size() > 0'))).toEqual([]);
    expect(reported(tasks('built.simple.result > 0'))[0]?.[0]).toBe('type-clash');
  });

  test('that is read inside of its own task, on the way round, is any value', () => {
    const body = block({
      Use: shell('Used', echo('has(built) ? string(built.size()) : ""')),
      Used: { type: 'end', result: 'has(built) ? built : []' },
    });
    const again = { Again: { target: 'Each', when: 'visits < 3' }, Done: { target: 'End' } };
    expect(codes({ Each: foreach(body, { as: 'built', actions: again }) })).toEqual([]);
  });
});

describe('guards of tasks with blocks', () => {
  test('are exhaustive when they cover all outcomes', () => {
    const ends = {
      Work: shell('Good', {
        actions: { A: { target: 'Good', when: 'result.exitCode == 0' }, B: { target: 'Bad' } },
      }),
      Good: { type: 'end' },
      Bad: { type: 'end' },
    };
    const both = {
      A: { target: 'End', when: 'result.one.outcome == "Good"' },
      B: { target: 'End', when: 'result.one.outcome == "Bad"' },
    };
    expect(codes({ Sides: parallel({ one: block(ends) }, { actions: both }) })).toEqual([]);
    const joined = parallel({ one: block(ends) }, { actions: both, join: { atLeast: 1 } });
    expect(codes({ Sides: joined })).toEqual(['inexhaustive-guards']);
  });
});

describe('sessions of tasks around', () => {
  const user = (name: string, session: unknown) =>
    block({ [name]: claude('Used', { session }), Used: { type: 'end' } });
  const plan = (target: string) => ({ Plan: claude(target) });
  const of = { of: 'Plan' };

  test('are gone on with in one branch, and one item at a time', () => {
    const one = parallel({ a: user('A', of), b: user('B', { fork: 'Plan' }), c: user('C', 'new') });
    expect(codes({ ...plan('Sides'), Sides: one })).toEqual([]);
    const each = foreach(user('A', of), { concurrency: 1 });
    expect(codes({ ...plan('Each'), Each: each })).toEqual([]);
    expect(codes({ Each: foreach(user('A', 'continue')) })).toEqual([]);
  });

  test('are not shared by branches, by whatever tasks they go', () => {
    const through = block({
      B: claude('C', { session: of }),
      C: claude('Used', { session: { of: 'B' } }),
      Used: { type: 'end' },
    });
    expect(reported({ ...plan('Sides'), Sides: parallel({ through }) })).toEqual([]);
    const two = reported({ ...plan('Sides'), Sides: parallel({ a: user('A', of), through }) });
    expect(two.map(([code]) => code)).toEqual(['shared-session', 'shared-session']);
  });

  test('are not shared by items, nor by what lies in them', () => {
    const deep = block({
      Inner: parallel({ a: user('A', of) }, { actions: to('Used') }),
      Used: { type: 'end' },
    });
    expect(codes({ ...plan('Each'), Each: foreach(deep) })).toEqual(['shared-session']);
    const own = block({
      Plan: claude('Inner'),
      Inner: parallel({ a: user('A', of) }, { actions: to('Used') }),
      Used: { type: 'end' },
    });
    expect(codes({ Each: foreach(own) })).toEqual([]);
  });

  test('that lead round are told as nothing', () => {
    const ring = block({
      A: claude('B', { session: { of: 'B' } }),
      B: claude('Used', { session: { of: 'A' } }),
      Used: { type: 'end' },
    });
    expect(codes({ Each: foreach(ring) })).toEqual([]);
  });
});

describe('bounds', () => {
  test('types of names that double again and again stay small', () => {
    const set = Object.fromEntries(
      Array.from({ length: 200 }, (_, index): [string, string] => [
        `x${index}`,
        index === 0 ? '{"a": visits}' : `{"a": x${index - 1}, "b": x${index - 1}}`,
      ]),
    );
    expect(codes({ Sum: { type: 'decide', set, actions: to('End') } })).toEqual([]);
  });

  test('names that build on those written after them are followed some way, and then any value', () => {
    const count = 1000;
    const tasks = Object.fromEntries(
      Array.from({ length: count }, (_, index): [string, object] => [
        `T${index}`,
        {
          type: 'decide',
          set: { [`x${index}`]: index === count - 1 ? '1' : `has(x${index + 1}) ? x${index + 1} : 1.0` },
          actions: to(index === count - 1 ? 'End' : `T${index + 1}`),
        },
      ]),
    );
    expect(codes(tasks)).toEqual([]);
  });

  test('many branches take time by their number', async () => {
    const msOf = (count: number) => {
      const branches = Object.fromEntries(
        Array.from({ length: count }, (_, index): [string, object] => [`b${index}`, simple]),
      );
      const text = mapOf(
        { Sides: parallel(branches, { as: 'sides', actions: guarded('result.b7.result > 0') }), ...END },
        FILES,
      );
      return cpuMsOf(() => expect(codesOf(text)).toEqual([]));
    };
    const few = Math.min(await msOf(200), await msOf(200));
    expect(await msOf(2000)).toBeLessThan(few * 40 + 500);
  });
});
