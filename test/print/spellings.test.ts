import { describe, expect, test } from 'vitest';
import { FAILURES } from '../../src/parse/recovery/misread-names.ts';
import { KEYWORDS } from '../../src/parse/words/words.ts';
import { convertMap, formatMap, isSameMap } from '../../src/print/convert.ts';

const GOLDENS = `${import.meta.dirname}/../fixtures/print`;
const mapOf = (tasks: object, rest: object = {}) => ({
  description: 'm',
  startTaskDefinition: Object.keys(tasks)[0],
  ...rest,
  taskDefinitions: tasks,
});
const A_TO_Z = 'abcdefghijklmnopqrstuvwxyz';
const many = (count: number, length: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${A_TO_Z[at % 26] ?? ''}${at}`.padEnd(length, 'x'));
const END = { type: 'end' };
const done = { actions: { Done: { target: 'Z' } } };
const block = (tasks: object, rest: object = {}) => ({
  startTaskDefinition: Object.keys(tasks)[0],
  ...rest,
  taskDefinitions: tasks,
});
const task = (more: object) => mapOf({ A: more, Z: END });
const claude = (more: object) => task({ type: 'claude', prompt: 'p', ...more });
const acting = (more: object) =>
  task({ type: 'decide', actions: { Go: { target: 'Z', ...more }, Z: { target: 'Z' } } });
const ONE = { one: block({ B: END }) };
const deep = (length: number) => ({ a: [1, { b: 'x'.repeat(length) }], 'c d': {} });

/** Maps by what is special about them. Some are no valid ones: what has no words is kept all the same. */
const MAPS: Readonly<Record<string, object>> = {
  'a schema': { ...mapOf({ A: END }), $schema: './map schema.json' },
  'another start': mapOf({ A: END, 'Go on': END }, { startTaskDefinition: 'Go on' }),
  'unknown fields of the map': mapOf({ A: END }, { x: 1, 'y z': [true] }),
  'unknown fields of the map that are long': mapOf({ A: END }, { x: deep(90) }),
  inputs: mapOf(
    { A: END },
    {
      workslipFields: {
        story: { type: 'string', required: true, description: 'What to "build"' },
        'odd name': { type: 'number', required: false, description: '' },
        tries: { type: 'number', required: false, default: 2, description: 'How often' },
        text: { type: 'number', required: false, default: 'two', description: '' },
        must: { type: 'number', required: true, default: 2, description: '' },
        list: { type: 'array', required: false, default: ['a'], description: '' },
        rest: { type: 'object', required: false, default: { a: 1 }, description: '' },
        yes: { type: 'boolean', required: false, default: true, description: '' },
        kind: { type: 'string', required: true, enum: ['a', 'b'], description: '' },
        schema: { type: 'object', required: true, schema: { type: 'object' }, description: '' },
        more: { type: 'string', required: true, description: '', x: 1 },
        long: { type: 'object', required: true, schema: deep(90), description: '' },
        default: { type: 'object', required: false, default: deep(90), description: '' },
      },
    },
  ),
  properties: mapOf(
    { A: END },
    {
      properties: {
        'always one': { always: { task: 'A' } },
        'never "one"': { never: { task: 'A', action: 'Go on', when: 'x > 1' } },
        'in the end': { eventually: { action: 'precedes' } },
        few: { atMost: { times: 3, of: { task: 'always' } } },
        before: { precedes: { first: { task: 'A' }, second: { action: 'B' } } },
        after: { leadsTo: { first: { when: 'x' }, second: { task: 'Z' } } },
        described: { always: { task: 'A' }, description: 'What is so' },
        'no situation': { always: { when: 'a\nb' } },
        'no order': { precedes: { first: { task: 'A' }, second: { when: 'a\nb' } } },
        'no count': { atMost: { times: 3, of: { when: 'a\nb' } } },
        more: { always: { task: 'A', x: 1 } },
        'more in the order': { leadsTo: { first: { task: 'A' }, second: { task: 'Z' }, x: 1 } },
        long: { always: { task: 'A' }, description: 'x'.repeat(120) },
      },
    },
  ),
  limits: mapOf({ A: END }, { limits: { steps: 4, costUsd: 2.5, tokens: 1000, duration: '1h30m' } }),
  'unknown limits': mapOf({ A: END }, { limits: { steps: 4, usd: 1 } }),
  'no limits': mapOf({ A: END }, { limits: {} }),
  'odd durations': mapOf({ A: END }, { limits: { duration: '1 hour' } }),
  defaults: mapOf(
    { A: END },
    {
      defaults: { model: 'opus', timeout: '30m', allowedTools: ['Read', 'Bash(git log)'], retry: { max: 1 } },
    },
  ),
  'defaults without words': mapOf({ A: END }, { defaults: { model: 'opus', as: 'x' } }),
  'no defaults': mapOf({ A: END }, { defaults: {} }),
  artifacts: mapOf(
    { A: END },
    {
      artifacts: {
        map: {
          workflow: 'map-plan',
          goal: 'goal',
          blueprint: 'plan.all',
          subtasks: ['Build', 'Go on'],
          maxRetries: 3,
          steps: { A: '1.0', 'Go on': '1.5' },
          stages: { spec: 'x', plan: 'plan' },
          review: 'review',
          files: [
            { path: 'a.md', content: 'plan' },
            { path: 'b c.md', content: 'plan', kind: 'spec', schemaPath: 's.json' },
          ],
        },
      },
    },
  ),
  'artifacts with long lists': mapOf(
    { A: END },
    {
      artifacts: {
        map: {
          goal: many(1, 60)[0],
          blueprint: many(1, 60)[0],
          subtasks: many(12, 12),
          steps: Object.fromEntries(many(9, 12).map((each) => [each, '1.0'])),
        },
      },
    },
  ),
  'artifacts called like a word': mapOf({ A: END }, { artifacts: { map: { workflow: 'with' } } }),
  'artifacts of another kind': mapOf({ A: END }, { artifacts: { map: { goal: 'x' }, other: {} } }),
  'artifacts without words': mapOf({ A: END }, { artifacts: { map: { goal: 'a\nb', maxRetries: 3 } } }),
  'artifacts with a file without words': mapOf(
    { A: END },
    { artifacts: { map: { files: [{ path: 'a', content: 'a\nb' }] } } },
  ),
  'artifacts without files': mapOf({ A: END }, { artifacts: { map: { files: [] } } }),
  'artifacts with more in a file': mapOf(
    { A: END },
    { artifacts: { map: { files: [{ path: 'a', content: 'x', more: 1 }] } } },
  ),
  'empty artifacts': mapOf({ A: END }, { artifacts: { map: {} } }),
  ends: mapOf({
    A: END,
    B: { type: 'end', failed: true, description: 'It went wrong' },
    C: { type: 'end', failed: false, outcome: 'Two words', result: '{"a": 1}' },
    D: { type: 'end', outcome: 'done', x: 1, result: 'a\nb' },
    E: { type: 'end', result: 'x'.repeat(110) },
  }),
  'a task with all settings': claude({
    description: 'Says "hello"',
    as: 'hello',
    agent: 'monitor',
    model: 'opus',
    permissionMode: 'acceptEdits',
    allowedTools: ['Read', 'Bash(git *)'],
    disallowedTools: [],
    reminder: 'Be brief.',
    maxTurns: 3,
    budgetUsd: 1.5,
    session: { of: 'A' },
    output: { schemaPath: 'schemas/x.json' },
    protocol: 'signal-block',
    signs: 'Planner',
    reports: ['PLAN_CREATED', 'CLARIFICATION_NEEDED'],
    signature: "'1:' + loop + ':1'",
    escalateBelow: 7,
    lenient: true,
    appendActions: false,
    timeout: '5m',
    retry: { max: 2, reply: 1 },
    maxVisits: { max: 3, then: 'Z' },
    onError: 'Z',
    ...done,
  }),
  'sessions and reminders': mapOf({
    A: {
      type: 'claude',
      prompt: 'p',
      session: 'continue',
      reminder: { text: 'x', on: ['Edit'], before: true },
    },
    B: { type: 'claude', prompt: 'p', session: { fork: 'Go on' }, reminder: { text: 'x' } },
    C: { type: 'claude', prompt: 'p', session: 'new', reminder: { text: 'a\nb', before: false } },
    D: {
      type: 'claude',
      prompt: 'p',
      session: { of: 'A', x: 1 },
      reminder: { text: 'x', on: ['Edit', 'Bash'], y: 1 },
    },
  }),
  'prompts and parameters': mapOf({
    A: { type: 'claude', promptTemplate: 'one\n\n  two\n' },
    B: {
      type: 'claude',
      promptTemplatePath: 'a/b.md',
      promptParams: { x: 1, y: { type: 'string', required: false }, z: '1' },
    },
    C: { type: 'claude', promptTemplatePath: 'word' },
    D: { type: 'claude', promptTemplate: 'with """ in it\nand more' },
    E: { type: 'claude', promptTemplate: 'a\rb\nc' },
    F: { type: 'claude', prompt: 'a\nb', promptParams: {} },
  }),
  outputs: mapOf({
    A: { type: 'claude', prompt: 'p', output: { schema: { type: 'object' } } },
    B: { type: 'claude', prompt: 'p', output: { schema: deep(95) } },
    C: { type: 'claude', prompt: 'p', output: { schemaPath: 'a b.json' } },
    D: { type: 'claude', prompt: 'p', output: { schemaPath: 'x.json', schema: {} } },
    E: { type: 'claude', prompt: 'p', output: {} },
  }),
  shells: mapOf({
    A: { type: 'shell', command: ['npm', 'run "x"'], idempotent: true },
    B: { type: 'shell', command: 'npm test && echo "x"', idempotent: false },
    C: { type: 'shell', command: 'a\nb' },
    D: { type: 'shell', command: many(8, 14) },
    E: { type: 'shell', command: many(8, 16), timeout: '1 minute' },
  }),
  people: task({
    type: 'human',
    prompt: 'Is it?',
    signed: true,
    fields: {
      why: { type: 'string', required: false, description: 'Why' },
      'two words': { type: 'boolean', required: true, description: 'Or not' },
    },
    ...done,
  }),
  decisions: task({
    type: 'decide',
    set: { x: '1', failed: 'true', 'odd name': 'x', in: 'y' },
    ...done,
  }),
  'decisions without words': task({ type: 'decide', set: { x: 'a\nb' }, ...done }),
  'no sets': task({ type: 'decide', set: {}, ...done }),
  branches: task({
    type: 'parallel',
    branches: {
      one: block({ B: END }, { description: 'The first' }),
      'Go on': block(
        { B: { type: 'decide', actions: { C: { target: 'C' } } }, C: END },
        { startTaskDefinition: 'C', x: 1 },
      ),
    },
    join: { atLeast: 1 },
    workspace: { worktree: { merge: 'x.ok', setup: ['npm', 'ci'] } },
    ...done,
  }),
  'joins and workspaces': mapOf({
    A: { type: 'parallel', branches: ONE, join: 'all', workspace: 'readonly' },
    B: { type: 'parallel', branches: ONE, join: { atLeast: 1, x: 2 }, workspace: 'shared' },
    C: { type: 'parallel', branches: ONE, workspace: { worktree: { merge: 'x' } } },
    D: { type: 'parallel', branches: ONE, workspace: { worktree: { merge: 'x' }, y: 1 } },
    E: { type: 'parallel', branches: ONE, workspace: { worktree: { merge: 'x', setup: many(8, 14) } } },
    F: { type: 'parallel', branches: ONE, workspace: { worktree: { merge: 'x\ny' } } },
  }),
  loops: task({
    type: 'foreach',
    description: 'For each',
    item: 'part',
    items: 'parts',
    key: 'part.id',
    after: 'part.after',
    exclusive: 'part.files',
    concurrency: 3,
    onItemFailure: 'continue',
    carry: true,
    body: block({ B: END }),
    ...done,
  }),
  'loops without words': mapOf({
    A: { type: 'foreach', items: 'a\nb', item: 'x', body: block({ B: END }) },
    B: { type: 'foreach', items: 'x', as: 'all', item: 'two words', body: block({ B: END }), carry: false },
    C: { type: 'foreach', body: block({ B: END }), items: 'x', key: 'a\nb', item: 'y' },
  }),
  'maps in maps': task({
    type: 'workflow',
    map: 'maps/a.json',
    with: { story: 'story', tries: '2', 'odd name': 'odd', if: 'if' },
    ...done,
  }),
  'no values for a map': task({ type: 'workflow', map: 'two words.json', with: {}, ...done }),
  'many values for a map': task({
    type: 'workflow',
    map: 'a.json',
    with: Object.fromEntries(many(9, 9).map((each) => [each, `${each}.value`])),
  }),
  actions: mapOf({
    A: {
      type: 'decide',
      actions: {
        Z: { target: 'Z' },
        when: { target: 'Z', when: 'true' },
        'Go on': { target: 'Two  blanks', choose: 'if "so"' },
        Next: { target: 'Z', when: 'x > 1', limit: { max: 2, then: 'Go on' }, resets: ['Next', 'Go on'] },
        Bare: { target: 'Z', resets: [] },
        Odd: { target: 'Z', limit: { max: 2, then: 'Z', x: 1 } },
        Lines: { target: 'Z', when: 'a\nb' },
        More: { target: 'Z', x: { y: 1 } },
      },
    },
    Z: END,
  }),
  'arguments in a text': acting({ args: 'x = 1' }),
  'arguments by name': acting({
    args: { a: { expr: 'x.y' }, b: 'text', c: 3, d: [1, 'x', { y: null }], 'e f': -0.5, h: true },
  }),
  'arguments that look like values': acting({ args: { a: { expr: '1' } } }),
  'arguments that are objects': acting({
    args: {
      a: { expr: '{"expr": "1 + 1"}' },
      b: { expr: '{}' },
      c: { expr: 'null' },
      d: [{ expr: '1' }, null],
    },
  }),
  'arguments of two lines': acting({ args: { a: { expr: 'x\ny' } } }),
  'arguments that hold more': acting({ args: { a: { expr: 'x', more: 1 } } }),
  'no arguments': acting({ args: {} }),
  'an action that is too long': acting({ choose: 'c'.repeat(60), when: 'w'.repeat(60), x: deep(80) }),
  'an action as wide as a line': acting({ choose: 'c'.repeat(110 - '  Go -> Z ""'.length) }),
  'an action wider than a line': acting({ choose: 'c'.repeat(111 - '  Go -> Z ""'.length) }),
  folders: mapOf({
    A: { type: 'claude', promptTemplatePath: 'p q/a.md', output: { schemaPath: 's/x.json' } },
    B: { type: 'claude', promptTemplatePath: 'p q/b.md', output: { schemaPath: 's/y.json' } },
    C: { type: 'claude', promptTemplatePath: 'p q/c.d.md', output: { schemaPath: 's/z', schema: {} } },
    D: { type: 'claude', promptTemplatePath: 'p q//c.md', output: { schemaPath: 'word' } },
    E: { type: 'claude', promptTemplatePath: '/c.md', output: { schemaPath: 'a/b/c.json' } },
    F: { type: 'claude', promptTemplatePath: 'p q/two words.md' },
  }),
  'two folders alike': mapOf({
    A: { type: 'claude', promptTemplatePath: 'b/a.md' },
    B: { type: 'claude', promptTemplatePath: 'a/a.md' },
    C: { type: 'claude', promptTemplatePath: 'a/b.md' },
    D: { type: 'claude', promptTemplatePath: 'b/b.md' },
  }),
  'folders of branches': mapOf({
    A: {
      type: 'parallel',
      branches: {
        one: block({ B: { type: 'claude', promptTemplatePath: 'b/a.md' } }),
        two: block({ B: { type: 'claude', promptTemplatePath: 'b/b.md' } }),
      },
    },
  }),
  numbers: task({ type: 'claude', prompt: 'p', promptParams: { a: -0, b: 1e21, c: 1.5, d: -3 } }),
  texts: mapOf({
    A: { type: 'end', description: 'a """ b' },
    B: { type: 'end', description: 'a\\b' },
    C: { type: 'end', description: '"a' },
    D: { type: 'end', description: 'a\nb' },
    E: { type: 'end', description: 'a\u0001"b' },
    F: { type: 'end', description: '' },
  }),
  'agents called like a task that there is not': mapOf(
    {
      A: { type: 'claude', prompt: 'p', agent: 'Look', actions: { Look: { target: 'Look' } } },
      B: { type: 'parallel', branches: ONE, agent: 'Look', ...done },
      C: {
        type: 'foreach',
        items: 'x',
        item: 'y',
        body: block({ D: { type: 'claude', prompt: 'p', agent: 'Look', ...done }, Z: END }),
      },
    },
    { defaults: { agent: 'Look' } },
  ),
  'a result behind a reason of two lines': mapOf({
    B: { type: 'end', failed: true, reason: '"a" == "b" ? "c" :\n"d"', result: '"e"' },
  }),
};

const jsonOf = (map: object) => ({ name: 'a.json', text: JSON.stringify(map) });

test('every field of a map has its words, and what has none is kept as JSON', async () => {
  const texts = Object.entries(MAPS).map(([title, map]) => {
    return `=== ${title} ===\n${convertMap(jsonOf(map), 'wfmap', () => undefined) ?? 'is no map\n'}`;
  });
  await expect(texts.join('\n')).toMatchFileSnapshot(`${GOLDENS}/words.txt`);
});

describe('what is written in the language is the map that it was', () => {
  test.each(Object.entries(MAPS))('%s', (_, map) => {
    const text = convertMap(jsonOf(map), 'wfmap', () => undefined);
    if (text === undefined) return;
    const source = { name: 'a.wfmap', text };
    expect(isSameMap(source, jsonOf(map))).toBe(true);
    expect(formatMap(source, () => undefined)).toBe(text);
  });
});

test('a map in JSON is laid out with a line for each member, and lists of plain values on one', async () => {
  const map = {
    ...mapOf({ A: { type: 'end', x: {}, y: [], z: [{ a: 1 }, [1, 'b', null, true]] } }),
    fits: many(1, 98),
    long: many(1, 99),
    numbers: [-0, 1e21, 0.5],
  };
  const text = JSON.stringify(map).replace('[0,1e', '[-0,1e999,-1e999,1e');
  const reported = convertMap({ name: 'a.json', text }, 'json', () => undefined);
  await expect(reported ?? '').toMatchFileSnapshot(`${GOLDENS}/json.txt`);
});

test.each([...FAILURES, ...KEYWORDS.keys()])('an action called %s is one of that name again', (name) => {
  const map = task({ type: 'shell', command: ['true'], actions: { [name]: { target: 'Z', when: 'true' } } });
  const text = convertMap(jsonOf(map), 'wfmap', () => undefined) ?? '';
  expect(isSameMap(jsonOf(map), { name: 'a.wfmap', text }), text).toBe(true);
});

describe.each(['decide', 'claude'])('a name that a %s task sets is that name again', (type) => {
  test.each([...KEYWORDS.keys()])('%s', (name) => {
    const map = task({ type, prompt: 'p', set: { [name]: '1' }, ...done });
    const text = convertMap(jsonOf(map), 'wfmap', () => undefined) ?? '';
    expect(isSameMap(jsonOf(map), { name: 'a.wfmap', text }), text).toBe(true);
    expect(formatMap({ name: 'a.wfmap', text }, () => undefined)).toBe(text);
  });
});
