import { expect, test } from 'vitest';
import { collect } from '../../src/diagnostics/diagnostic.ts';
import { isInline, parseDsl } from '../../src/parse/parse-dsl.ts';
import { cpuMsOf } from '../helpers/cpu-ms.ts';
import { mapOf, parsed } from '../helpers/maps.ts';

const many = (count: number, entry: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => entry(index)).join(',');
const withTasks = (tasks: string) =>
  `{"description":"d","startTaskDefinition":"0","taskDefinitions":{${tasks}}}`;
const msOf = (text: string) => cpuMsOf(() => parsed(text));

/** The lesser of two times: the first may be that of a cold start. */
const leastMsOf = async (text: string) => Math.min(await msOf(text), await msOf(text));

test.each([
  ['tasks', '{"type":"claude","prompt":"x","actions":{"a":{"target":"0","when":"true"}}}'],
  ['tasks without a type', '{}'],
  ['tasks with unknown fields', '{"type":"end","a":1,"b":2}'],
  ['tasks without a command', '{"type":"shell"}'],
])('ten times as many %s take no hundred times as long', async (_, task) => {
  const few = await leastMsOf(withTasks(many(500, (index) => `"${index}":${task}`)));
  const lots = await leastMsOf(withTasks(many(5000, (index) => `"${index}":${task}`)));
  expect(lots).toBeLessThan(few * 40 + 200);
});

test('blocks as deep as a map can be are read, and deeper ones are refused', () => {
  const nested = (depth: number): string => {
    const inner =
      depth === 0
        ? '{"type":"end"}'
        : `{"type":"foreach","items":"x","item":"y","body":${nested(depth - 1)}}`;
    return `{"startTaskDefinition":"0","taskDefinitions":{"0":${inner}}}`;
  };
  const codesAt = (depth: number) => {
    const text = `{"description":"d",${nested(depth).slice(1)}`;
    return new Set(parsed(text).diagnostics.map((each) => each.code));
  };
  expect(codesAt(30)).toEqual(new Set());
  expect(codesAt(50)).toEqual(new Set(['excessive-depth']));
});

test('names of prototypes are names like others', () => {
  const task =
    '{"type":"decide","set":{"__proto__":"1","constructor":"2"},"actions":{"toString":{"target":"constructor"}}}';
  const text = withTasks(`"__proto__":${task},"constructor":{"type":"end"}`);
  const { document, diagnostics } = parsed(
    text.replace('"d",', '"d","properties":{"__proto__":{"never":{"task":"__proto__"}}},'),
  );
  expect(diagnostics).toEqual([]);
  const [first] = document?.map.block.tasks ?? [];
  expect(first?.type === 'decide' && first.set.map((each) => each.name)).toEqual([
    '__proto__',
    'constructor',
  ]);
  expect(document?.map.properties.map((each) => each.name)).toEqual(['__proto__']);
});

test.each([
  ['an object', '{}'],
  ['a list', '[]'],
  ['null', 'null'],
  ['a number', '1e999'],
  ['text', '"x"'],
  ['nothing', '""'],
  ['false', 'false'],
])('%s in the place of any part of a map is told and not thrown', (_, put) => {
  const whole = mapOf(
    {
      Work: {
        type: 'foreach',
        items: 'x',
        item: 'y',
        actions: {
          a: { target: 'End', args: { x: { expr: 'y' } }, limit: { max: 1, then: 'End' }, resets: ['a'] },
        },
        retry: { max: 1 },
        maxVisits: { max: 1, then: 'End' },
        session: { of: 'Work' },
        output: { schema: {} },
        fields: { f: { type: 'string', description: 'x', required: true, enum: ['a'] } },
        set: { a: '1' },
        command: ['ls'],
        join: { atLeast: 1 },
        workspace: { worktree: { merge: 'never', setup: ['ls'] } },
        branches: { b: { startTaskDefinition: 'A', taskDefinitions: { A: { type: 'end' } } } },
        body: { startTaskDefinition: 'A', taskDefinitions: { A: { type: 'claude', prompt: 'x' } } },
        with: { a: '1' },
      },
      End: { type: 'end', result: '1' },
    },
    { defaults: { retry: { max: 1 } }, properties: { p: { atMost: { times: 1, of: { task: 'Work' } } } } },
  );
  const values = [...whole.matchAll(/(?<=[:[])(?:"[^"]*"|\d+|[{[])/g)];
  expect(values.length).toBeGreaterThan(60);
  for (const { index, 0: value } of values) {
    const end = value === '{' || value === '[' ? closingOf(whole, index) : index + value.length;
    const text = whole.slice(0, index) + put + whole.slice(end);
    for (const { span } of parsed(text).diagnostics) expect(span.end).toBeLessThanOrEqual(text.length);
  }
});

/** Where the bracket that opens at a place ends; there are no brackets in the texts. */
function closingOf(text: string, start: number): number {
  let depth = 0;
  for (let place = start; place < text.length; place += 1) {
    if ('{['.includes(text.charAt(place))) depth += 1;
    if ('}]'.includes(text.charAt(place))) depth -= 1;
    if (depth === 0) return place + 1;
  }
  return text.length;
}

test('brackets that close nothing make no room for more that are open', () => {
  const deep = 20_000;
  const map = `map "m"\n\nend Done ${')'.repeat(deep)}\n  and extra ${'{ a: '.repeat(deep)}`;
  const { diagnostics, report } = collect();
  parseDsl({ name: 'a.wfmap', text: map }, report);
  expect(diagnostics.map(({ code }) => code)).toContain('excessive-depth');
  expect(isInline(`${')'.repeat(deep)}${'('.repeat(deep)}1`)).toBe(false);
  expect(isInline(`${'(]'.repeat(deep)}1`)).toBe(false);
});

test('behind the end that a text is given, no more brackets are read than anywhere', () => {
  const deep = 'branch b {claude X '.repeat(400);
  const map = `map "m"\n\nclaude A\n  prompt """\n  Do it. """\n  ${deep}\n\nend B\n`;
  const { diagnostics, report } = collect();
  parseDsl({ name: 'a.wfmap', text: map }, report);
  expect(diagnostics.map(({ code }) => code)).toEqual(['malformed-string', 'excessive-depth']);
});

// What stands between angle brackets is repeated.
test.each<readonly [string, string, readonly string[]]>([
  ['a text', 'extra { a: "<x>" }', []],
  ['a text of escapes', String.raw`extra { a: "<\n>" }`, []],
  ['a text that is not closed', 'extra { a: "<x>\n}', ['malformed-string']],
  ['a text of an expression', "property p: never when a == '<x>'", []],
  ['a text of an expression that is not closed', "property p: never when a == '<x>", ['malformed-string']],
  ['a text between three quotes', 'extra { a: """<x>""" }', []],
  ['a duration', 'limits duration <1h>', ['unexpected-word']],
  ['a comment', '// <x>', []],
  ['a name', 'end <x>', []],
])('%s is read up to the size of a map', (_, line, codes) => {
  const room = 16 * 1_048_576 - 100;
  const long = line.replace(/<(.+)>/, (_all, unit: string) => unit.repeat(room / unit.length));
  const { diagnostics, report } = collect();
  parseDsl({ name: 'a.wfmap', text: `map "m"\n${long}\nend Done\n` }, report);
  expect(diagnostics.map(({ code }) => code)).toEqual(codes);
});

test('a role of millions of names is read', () => {
  const agent = `${'a/'.repeat(6_000_000)}a`;
  const task = { type: 'claude', prompt: 'p', agent, actions: { Done: { target: 'End' } } };
  const text = withTasks(`"0":${JSON.stringify(task)},"End":{"type":"end"}`);
  expect(parsed(text).diagnostics).toEqual([]);
});
