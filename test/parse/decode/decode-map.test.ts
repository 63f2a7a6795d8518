import { describe, expect, test } from 'vitest';
import type { ActiveTask, Task } from '../../../src/model/block.ts';
import { codesOf, mapOf, parsed } from '../../helpers/maps.ts';

const END = { End: { type: 'end' } };

/** A map that parses without an error, with a reader of the text at its nodes. */
function documentOf(tasks: object, rest: object = {}) {
  const text = mapOf({ ...tasks, ...END }, rest);
  const { document, diagnostics } = parsed(text);
  expect(diagnostics.filter((each) => each.severity === 'error')).toEqual([]);
  if (!document) throw new Error('It is a map.');
  const at = (node: object | undefined, part?: string) => {
    const span = document.spanOf(node ?? {}, part);
    return text.slice(span.start, span.end);
  };
  return { map: document.map, tasks: document.map.block.tasks, at };
}

function taskOf<T extends Task['type']>(type: T, fields: object, rest: object = {}) {
  const { tasks, at, map } = documentOf({ Work: { type, ...fields } }, rest);
  const task = tasks.find((each): each is Extract<Task, { type: T }> => each.type === type);
  if (!task) throw new Error('The task has another type.');
  return { task, at, map };
}

const PROMPT = { prompt: 'Do it.' };

describe('what a map says for all tasks', () => {
  const defaults = {
    model: 'sonnet',
    timeout: '5m',
    retry: { max: 4, reply: 3 },
    permissionMode: 'plan',
    allowedTools: ['Read'],
    maxTurns: 9,
  };

  test('holds for a claude task that does not say otherwise', () => {
    expect(taskOf('claude', PROMPT, { defaults }).task).toMatchObject({
      model: 'sonnet',
      timeoutMs: 300_000,
      retry: { max: 4, reply: 3 },
      permissionMode: 'plan',
      allowedTools: ['Read'],
      maxTurns: 9,
    });
  });

  test('gives way to the task, field by field', () => {
    const own = { ...PROMPT, model: 'opus', timeout: '1s', retry: { reply: 0 }, allowedTools: [] };
    expect(taskOf('claude', own, { defaults }).task).toMatchObject({
      model: 'opus',
      timeoutMs: 1000,
      retry: { max: 4, reply: 0 },
      allowedTools: [],
      maxTurns: 9,
    });
  });

  test('holds in time and tries for a shell task, and for no one else', () => {
    const headOf = (task: ActiveTask) => [task.timeoutMs, task.retry.max];
    expect(headOf(taskOf('shell', { command: 'ls' }, { defaults }).task)).toEqual([300_000, 4]);
    expect(headOf(taskOf('human', PROMPT, { defaults }).task)).toEqual([undefined, undefined]);
    expect(headOf(taskOf('decide', {}, { defaults }).task)).toEqual([undefined, undefined]);
  });
});

describe('an expression', () => {
  test('stands at its literal, quotes included', () => {
    const when = 'result.valid && "a\\n" != note';
    const { task, at } = taskOf('claude', { ...PROMPT, actions: { Done: { target: 'End', when } } });
    expect(task.actions[0]?.when?.text).toBe(when);
    expect(at(task.actions[0]?.when)).toBe(JSON.stringify(when));
  });

  test('of a name that is set stands at its value, and the name at its key', () => {
    const { task, at } = taskOf('decide', { set: { b: '1', a: 'b + 1' } });
    expect(task.set.map(({ name, expression }) => [name, expression.text])).toEqual([
      ['b', '1'],
      ['a', 'b + 1'],
    ]);
    expect([at(task.set[1], 'name'), at(task.set[1]?.expression), at(task.set[1])]).toEqual([
      '"a"',
      '"b + 1"',
      '"a":"b + 1"',
    ]);
  });

  test('may be the result of an end', () => {
    const { tasks, at } = documentOf({ Over: { type: 'end', outcome: 'over', result: 'x', failed: true } });
    expect(tasks[0]).toEqual({
      type: 'end',
      name: 'Over',
      description: undefined,
      outcome: 'over',
      result: { text: 'x' },
      failed: true,
    });
    expect(at(tasks[0]?.type === 'end' ? tasks[0].result : undefined)).toBe('"x"');
  });
});

describe('the arguments of an action as an object', () => {
  const args = { a: 1, b: { expr: 'x' }, c: [{ expr: 'y' }], __proto__: null, d: '${e}' };
  const { task, at } = taskOf('claude', { ...PROMPT, actions: { Done: { target: 'End', args } } });
  const [action] = task.actions;

  test('are values as they are, or expressions', () => {
    expect(action?.args).toEqual([
      { kind: 'literal', name: 'a', value: 1 },
      { kind: 'expression', name: 'b', expression: { text: 'x' } },
      { kind: 'literal', name: 'c', value: [{ expr: 'y' }] },
      { kind: 'literal', name: 'd', value: '${e}' },
    ]);
  });

  test('stand at their keys and values', () => {
    const [, expression] = action?.args ?? [];
    expect(at(expression)).toBe('"b":{"expr":"x"}');
    expect(at(expression, 'name')).toBe('"b"');
    expect(at(expression?.kind === 'expression' ? expression.expression : undefined)).toBe('"x"');
    expect(at(action?.args[0], 'value')).toBe('1');
  });
});

test('counters are re-armed by names, each at its literal', () => {
  const actions = { Again: { target: 'Work', limit: { max: 2, then: 'End' }, resets: ['Work', 'Again'] } };
  const { task, at } = taskOf('claude', { ...PROMPT, actions, maxVisits: { max: 3, then: 'End' } });
  expect(task.actions[0]?.resets).toEqual([{ name: 'Work' }, { name: 'Again' }]);
  expect(at(task.actions[0]?.resets[1])).toBe('"Again"');
  expect([task.maxVisits, at(task.maxVisits, 'then')]).toEqual([{ max: 3, then: 'End' }, '"End"']);
});

test.each<[unknown, object]>([
  [undefined, { kind: 'new' }],
  ['new', { kind: 'new' }],
  ['continue', { kind: 'continue' }],
  [{ of: 'Work' }, { kind: 'of', task: 'Work' }],
  [{ fork: 'Work' }, { kind: 'fork', task: 'Work' }],
])('a session %j is %j', (session, expected) => {
  expect(taskOf('claude', { ...PROMPT, session }).task.session).toEqual(expected);
});

test.each(['monitor', 'review/monitor', 'Prüfer_2', 'a-b/c-d'])('a role may be called %s', (agent) => {
  const { task, at } = taskOf('claude', { ...PROMPT, agent });
  expect([task.agent, at(task.agent)]).toEqual([{ name: agent }, JSON.stringify(agent)]);
});

test.each([
  '/a',
  'a/',
  'a//b',
  '..',
  '../a',
  'a/../b',
  'a.md',
  'a b',
  'a\\b',
  'C:a',
  '\u0000',
  `${'a/'.repeat(50_000)}.`,
])('no role may be called %j', (agent) => {
  const { document, diagnostics } = parsed(mapOf({ Work: { type: 'claude', prompt: 'Go.', agent }, ...END }));
  expect(diagnostics.map((each) => each.code)).toEqual(['malformed-role']);
  expect(document?.map.block.tasks[0]).toMatchObject({ agent: undefined });
});

describe('a command', () => {
  test('is a list of arguments, each at its literal', () => {
    const { task, at } = taskOf('shell', { command: ['npm', '', '${x} y'] });
    const parts = task.command.kind === 'argv' ? task.command.parts : [];
    expect(parts.map((each) => each.text)).toEqual(['npm', '', '${x} y']);
    expect([at(parts[2]), at(task.command, 'name'), task.idempotent]).toEqual([
      '"${x} y"',
      '"command"',
      false,
    ]);
  });

  test('or a line', () => {
    const { task, at } = taskOf('shell', { command: 'ls | wc', idempotent: true });
    expect(task.command).toEqual({ kind: 'line', line: { text: 'ls | wc' } });
    expect([task.command.kind === 'line' && at(task.command.line), task.idempotent]).toEqual([
      '"ls | wc"',
      true,
    ]);
  });
});

describe('a schema', () => {
  test('in the map is a value as JSON.parse gives it', () => {
    const schema = '{"properties":{"__proto__":{"type":"string"},"constructor":false},"enum":[null,[1]]}';
    const text = mapOf({ Work: { type: 'claude', prompt: 'x', output: { schema: 0 } }, ...END });
    const [task] = parsed(text.replace('"schema":0', `"schema":${schema}`)).document?.map.block.tasks ?? [];
    const output = task?.type === 'claude' && task.output?.kind === 'inline' ? task.output.schema : undefined;
    expect(output).toStrictEqual(JSON.parse(schema));
    expect(JSON.stringify(output)).toBe(schema);
  });

  test('in a file is known by its path', () => {
    const { task, at } = taskOf('claude', { ...PROMPT, output: { schemaPath: 'a.json' } });
    expect([task.output, at(task.output, 'name')]).toEqual([
      { kind: 'file', path: 'a.json' },
      '"schemaPath"',
    ]);
  });

  test('of a person needs a signature only where the map says so', () => {
    const isSigned = (more: object) => taskOf('human', { ...PROMPT, ...more }).task.signed;
    expect([{}, { signed: false }, { signed: true }].map(isSigned)).toEqual([false, false, true]);
  });

  test('may describe a field and a parameter, and what a person is asked for', () => {
    const list = {
      type: 'array',
      description: 'x',
      required: false,
      schema: { type: 'array' },
      default: [1],
    };
    const { task, map } = taskOf(
      'human',
      { ...PROMPT, fields: { reasons: list }, promptParams: { ids: list } },
      { workslipFields: { files: list } },
    );
    const expected = {
      type: 'array',
      default: [1],
      enum: undefined,
      schema: { kind: 'inline', schema: { type: 'array' } },
    };
    expect([task.fields[0], task.params[0], map.fields[0]]).toMatchObject([expected, expected, expected]);
  });
});

test('claims are read with what they are about', () => {
  const [a, b] = [{ task: 'Work' }, { task: 'End', when: 'visits > 1' }];
  const properties = {
    one: { never: a },
    two: { leadsTo: { first: a, second: b } },
    three: { description: 'Not often', atMost: { times: 2, of: { action: 'Done' } } },
  };
  const { map, at } = documentOf({ Work: { type: 'claude', ...PROMPT, actions: {} } }, { properties });
  const nothing = { task: undefined, action: undefined, when: undefined };
  const first = { ...nothing, task: 'Work' };
  const second = { ...nothing, task: 'End', when: { text: 'visits > 1' } };
  expect(map.properties).toEqual([
    { name: 'one', claim: { kind: 'never', of: first } },
    { name: 'two', claim: { kind: 'leadsTo', first, second } },
    { name: 'three', claim: { kind: 'atMost', times: 2, of: { ...nothing, action: 'Done' } } },
  ]);
  const claim = map.properties[1]?.claim;
  const later = claim?.kind === 'leadsTo' ? claim.second : undefined;
  expect([at(map.properties[0], 'name'), at(later, 'task'), at(later?.when)]).toEqual([
    '"one"',
    '"End"',
    '"visits > 1"',
  ]);
});

test('blocks inside of tasks are read whole, also where a version refuses them', () => {
  const block = { startTaskDefinition: 'Done', taskDefinitions: { Done: { type: 'end', outcome: 'well' } } };
  const tasks = {
    Sides: {
      type: 'parallel',
      branches: { left: block, right: block },
      join: { atLeast: 1 },
      workspace: { worktree: { merge: 'result.ok', setup: ['npm', 'ci'] } },
    },
    Each: {
      type: 'foreach',
      items: 'list',
      item: 'each',
      key: 'each.id',
      concurrency: 2,
      carry: true,
      body: block,
    },
    Other: { type: 'workflow', map: 'other.json', with: { id: '1' } },
  };
  const text = mapOf({ ...tasks, ...END });
  const { document, diagnostics } = parsed(text);
  expect(diagnostics).toEqual([]);
  const inner = { start: 'Done', tasks: [{ type: 'end', name: 'Done', outcome: 'well' }] };
  expect(document?.map.block.tasks).toMatchObject([
    {
      branches: [
        { name: 'left', block: inner },
        { name: 'right', block: inner },
      ],
      atLeast: 1,
      workspace: { kind: 'worktree', merge: { text: 'result.ok' }, setup: ['npm', 'ci'] },
    },
    {
      items: { text: 'list' },
      item: 'each',
      key: { text: 'each.id' },
      after: undefined,
      concurrency: 2,
      onItemFailure: 'stop',
      carry: true,
      body: inner,
      workspace: { kind: 'shared' },
    },
    { map: 'other.json', with: [{ name: 'id', expression: { text: '1' } }] },
    {},
  ]);
});

test('a field without effect is told once for each type that makes no use of it, and is as if it were absent', () => {
  const text = mapOf({ Work: { type: 'decide', as: 'x', timeout: 'never', retry: { max: 1 } }, ...END });
  expect(codesOf(text).filter((code) => code === 'ineffective-field')).toHaveLength(3);
  expect(parsed(text).document?.map.block.tasks[0]).toMatchObject({
    as: undefined,
    timeoutMs: undefined,
    retry: { max: undefined },
  });
});
