import { describe, expect, test } from 'vitest';
import { check } from '../../src/check/check.ts';
import type { ReadTemplate } from '../../src/model/template-lookup.ts';
import { checked, codesOf, mapOf } from '../helpers/maps.ts';

const END = { End: { type: 'end' } };
const runs = (map: string, rest: object = {}) => ({
  type: 'workflow',
  map,
  actions: { Done: { target: 'End' } },
  ...rest,
});
const work = (rest: object = {}) => ({
  type: 'claude',
  promptTemplatePath: 'work.md',
  actions: { Done: { target: 'End' } },
  ...rest,
});
const calling = (map: string) => mapOf({ Call: runs(map), ...END }, { description: `Calls ${map}` });

/** What each file of a program is asked for, beside what is told of its first map. */
function counted(text: string, files: Readonly<Record<string, string>>) {
  const asked: string[] = [];
  const readTemplate: ReadTemplate = (path) => {
    asked.push(path);
    const found = Object.hasOwn(files, path) ? files[path] : undefined;
    if (found === undefined) return { kind: 'missing', lookedIn: [path] };
    return { kind: 'found', source: { name: path.replace(/^(?:\.\/)+/, ''), text: found } };
  };
  return { asked, checked: check({ name: 'a.json', text }, readTemplate) };
}

describe('a map in a map', () => {
  const files = { 'b.json': mapOf({ Work: work(), ...END }), 'work.md': 'Work.' };

  test('is checked with all that it names, and its files are those of the program', () => {
    const { diagnostics, maps, lookups } = checked(calling('b.json'), files);
    expect(diagnostics).toEqual([]);
    expect([...lookups.keys()]).toEqual(['b.json', 'work.md']);
    const inner = maps.get('b.json');
    expect([...maps.keys(), ...(inner?.lookups.keys() ?? [])]).toEqual(['b.json', 'work.md']);
    expect(inner?.templates.size).toBe(1);
  });

  test('is read and checked once, however many tasks and maps name it', () => {
    const tasks = {
      One: runs('b.json', { actions: { Done: { target: 'Two' } } }),
      Two: runs('b.json', { actions: { Done: { target: 'Three' } } }),
      Three: runs('c.json'),
      ...END,
    };
    const all = { ...files, 'c.json': calling('b.json') };
    const { asked, checked: found } = counted(mapOf(tasks), all);
    expect(found.diagnostics).toEqual([]);
    expect(asked.toSorted()).toEqual(['b.json', 'c.json', 'work.md']);
    expect(found.maps.get('c.json')?.maps.get('b.json')).toBe(found.maps.get('b.json'));
  });

  test('is one, whatever path leads to it', () => {
    const other = { './b.json': files['b.json'], '././b.json': files['b.json'], 'work.md': 'Work.' };
    const tasks = {
      One: runs('./b.json', { actions: { Done: { target: 'Two' } } }),
      Two: runs('././b.json'),
      ...END,
    };
    const { maps } = counted(mapOf(tasks), other).checked;
    expect(maps.get('./b.json')).toBe(maps.get('././b.json'));
  });

  test('may be known by a name', () => {
    const all = { 'workflows/b.json': files['b.json'], 'work.md': 'Work.' };
    for (const name of ['b', 'b.json', 'workflows/b', 'workflows/b.json']) {
      const { diagnostics, lookups } = checked(calling(name), all);
      expect(diagnostics).toEqual([]);
      expect(lookups.get(name)?.kind).toBe('found');
    }
    expect(codesOf(calling('c'), all)).toEqual(['missing-map']);
    expect(codesOf(calling('other/b'), all)).toEqual(['missing-map']);
  });

  test('has no errors, and its warnings are its own', () => {
    const warned = mapOf({ Work: work({ model: undefined }), Lost: work(), ...END });
    expect(codesOf(calling('b.json'), { 'b.json': warned, 'work.md': 'Work.' })).toEqual([]);
    expect(codesOf(calling('b.json'), { 'b.json': warned })).toEqual(['unusable-map']);
    expect(codesOf(calling('b.json'), { 'b.json': '{' })).toEqual(['unusable-map']);
  });

  test('with an error is told with the cause, through all maps between', () => {
    const all = { 'b.json': calling('c.json'), 'c.json': calling('d.json'), 'd.json': '{' };
    const [first] = checked(calling('b.json'), all).diagnostics;
    expect(first?.related.map(({ span }) => span.source.name)).toEqual(['b.json', 'c.json', 'd.json']);
  });
});

describe('maps that lead round', () => {
  test('are told at every map of the ring, and as unusable around it', () => {
    const all = { 'b.json': calling('c.json'), 'c.json': calling('a.json'), 'a.json': calling('b.json') };
    expect(codesOf(calling('b.json'), all)).toEqual(['recursive-map']);
    expect(codesOf(calling('a.json'), all)).toEqual(['recursive-map']);
    expect(codesOf(mapOf({ Out: runs('a.json'), ...END }), all)).toEqual(['unusable-map']);
    const outside = checked(mapOf({ Out: runs('b.json'), ...END }), {
      ...all,
      'c.json': calling('b.json'),
    }).diagnostics;
    expect(outside.map(({ code }) => code)).toEqual(['unusable-map']);
    expect(outside[0]?.related[0]?.message).toContain('"b.json" -> "c.json" -> "b.json"');
  });

  test('are found under another name, by their text', () => {
    const text = calling('elsewhere/a.json');
    expect(codesOf(text, { 'elsewhere/a.json': text })).toEqual(['recursive-map']);
  });
});

describe('maps in one another', () => {
  const chain = (length: number) =>
    Object.fromEntries(
      Array.from({ length }, (_, index): [string, string] => [
        `${index}.json`,
        index === length - 1 ? mapOf({ Work: { type: 'end' } }) : calling(`${index + 1}.json`),
      ]),
    );

  test('are at most eight below the first', () => {
    expect(codesOf(calling('0.json'), chain(8))).toEqual([]);
    expect(codesOf(calling('0.json'), chain(9))).toEqual(['excessive-map-depth']);
    expect(codesOf(calling('0.json'), chain(5000))).toEqual(['excessive-map-depth']);
  });

  test('are as deep as they are, also where they were met before', () => {
    const tasks = {
      Later: runs('3.json', { actions: { Done: { target: 'All' } } }),
      All: runs('0.json'),
      ...END,
    };
    expect(codesOf(mapOf(tasks), chain(8))).toEqual([]);
    expect(codesOf(mapOf(tasks), chain(9))).toEqual(['excessive-map-depth']);
  });

  test('that are many take no time that grows with the ways between them', () => {
    const width = 30;
    const files: Record<string, string> = {};
    for (let level = 0; level < 8; level += 1) {
      const tasks = Object.fromEntries(
        Array.from({ length: width }, (_, index): [string, object] => [
          `T${index}`,
          level === 7
            ? { type: 'shell', command: ['true'], actions: { Next: { target: `T${index + 1}` } } }
            : runs(`${level + 1}.json`, { actions: { Next: { target: `T${index + 1}` } } }),
        ]),
      );
      files[`${level}.json`] = mapOf(
        { ...tasks, [`T${width}`]: { type: 'end' } },
        { description: `${level}` },
      );
    }
    const { asked, checked: found } = counted(calling('0.json'), files);
    expect(found.diagnostics).toEqual([]);
    expect(asked.length).toBe(8);
  });
});

describe('what a map is given', () => {
  const inner = mapOf(
    { Work: { type: 'shell', command: ['true'], actions: { Done: { target: 'End' } } }, ...END },
    {
      workslipFields: {
        storyId: { type: 'string', description: 'x', required: true },
        count: { type: 'number', description: 'x', required: true, default: 1 },
        mode: { type: 'string', description: 'x', required: false, enum: ['fast', 'slow'] },
      },
    },
  );
  const given = (inputs: object) =>
    codesOf(mapOf({ Call: runs('b.json', { with: inputs }), ...END }), { 'b.json': inner });

  test('is all that it requires and has no default for, and nothing that it does not have', () => {
    expect(given({ storyId: '"a"' })).toEqual([]);
    expect(given({})).toEqual(['missing-input']);
    expect(given({ storyId: '"a"', storyID: '"a"' })).toEqual(['unknown-input']);
  });

  test('is of the declared types', () => {
    expect(given({ storyId: '1' })).toEqual(['unfit-input']);
    expect(given({ storyId: '"a"', count: 'visits' })).toEqual([]);
    expect(given({ storyId: '"a"', count: '"many"' })).toEqual(['unfit-input']);
    expect(given({ storyId: '"a"', count: '"3"' })).toEqual([]);
    expect(given({ storyId: '"a"', mode: '"fast"' })).toEqual([]);
    expect(given({ storyId: '"a"', mode: '"quick"' })).toEqual(['unfit-input']);
    expect(given({ storyId: '"a"', mode: 'visits > 1 ? "quick" : "fast"' })).toEqual([]);
  });
});

test('what a map comes to is the type of the result', () => {
  const inner = mapOf({
    Work: { type: 'shell', command: ['true'], as: 'work', actions: { Done: { target: 'Good' } } },
    Good: { type: 'end', result: 'work.exitCode' },
  });
  const guarded = (when: string) => {
    const actions = { A: { target: 'End', when }, B: { target: 'End' } };
    return codesOf(mapOf({ Call: runs('b.json', { actions }), ...END }), { 'b.json': inner });
  };
  expect(guarded('result.outcome == "Good" && result.result > 0')).toEqual([]);
  expect(guarded('result.outcome == "Bad"')).toEqual(['unknown-literal']);
  expect(guarded('result.result.size() > 0')).toEqual(['type-clash']);
});
