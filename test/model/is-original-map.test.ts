import { describe, expect, test } from 'vitest';
import { check } from '../../src/check/check.ts';
import { isOriginalMap } from '../../src/model/is-original-map.ts';
import { convertMap } from '../../src/print/convert.ts';

type Json = Readonly<Record<string, unknown>>;

const GO = { target: 'Done', args: '--continue=true', choose: 'when it is done' };
const FIELD = { type: 'string', description: 'The story', required: true };
const CODE = {
  type: 'claude',
  promptTemplate: 'Work.',
  promptParams: { continue: { type: 'boolean', description: 'On', required: false }, focus: 'tests' },
  actions: { Go: GO, Again: { target: 'Code' } },
};

/** All that the original format has, and what a case says otherwise. */
function mapWith({
  map = {},
  task = {},
  field = {},
  param = {},
  action = {},
  end = {},
  more = {},
}: Partial<Changes>) {
  const promptParams = { ...CODE.promptParams, continue: { ...CODE.promptParams.continue, ...param } };
  const actions = { ...CODE.actions, Go: { ...GO, ...action } };
  return {
    description: 'Code a subtask',
    startTaskDefinition: 'Code',
    workslipFields: { storyId: { ...FIELD, ...field } },
    taskDefinitions: {
      Code: { ...CODE, promptParams, actions, ...task },
      ...more,
      Done: { type: 'end', ...end },
    },
    ...map,
  };
}

interface Changes {
  readonly map: Json;
  readonly task: Json;
  readonly field: Json;
  readonly param: Json;
  readonly action: Json;
  readonly end: Json;
  readonly more: Json;
}

/** Of both forms, which must agree. */
function isOriginal(changes: Partial<Changes>): boolean {
  const json = { name: 'a.json', text: JSON.stringify(mapWith(changes), undefined, 2) };
  const dsl = convertMap(json, 'wfmap', () => undefined) ?? '';
  const [one, other] = [json, { name: 'a.wfmap', text: dsl }].map((source) => {
    const { document } = check(source, () => ({ kind: 'missing', lookedIn: [] }));
    if (document === undefined) throw new Error(`not readable: ${source.text}`);
    return isOriginalMap(document.map);
  });
  expect(other).toBe(one);
  return one === true;
}

describe('a map is of the original format', () => {
  test.each<readonly [string, Partial<Changes>]>([
    ['says what that could say', {}],
    [
      'describes its tasks, and names its schema',
      { map: { $schema: 'x.json' }, task: { description: 'Codes.' } },
    ],
    ['has a prompt in a file or as it is', { task: { promptTemplate: undefined, prompt: 'Work.' } }],
    ['says what holds anyway', { task: { session: 'new', appendActions: true }, end: { failed: false } }],
  ])('that %s', (_, changes) => {
    expect(isOriginal(changes)).toBe(true);
  });
});

describe('a map is not of the original format', () => {
  test.each<readonly [string, Partial<Changes>]>([
    ['has limits', { map: { limits: { steps: 5 } } }],
    ['has defaults', { map: { defaults: { model: 'opus' } } }],
    ['makes claims', { map: { properties: { 'It ends': { eventually: { task: 'Done' } } } } }],
    ['writes artifacts', { map: { artifacts: { map: { workflow: 'map-fast' } } } }],
    [
      'has a command',
      { more: { Run: { type: 'shell', command: ['ls'], actions: { Go: { target: 'Done' } } } } },
    ],
    ['gives an input a default', { field: { default: 'x' } }],
    ['has a list as its input', { field: { type: 'array' } }],
    ['lists what a parameter can be', { param: { enum: [true] } }],
    ['guards an action', { action: { choose: undefined, when: 'true' } }],
    ['bounds an action', { action: { limit: { max: 1, then: 'Done' } } }],
    ['resets a counter', { action: { resets: ['Code'] } }],
    ['passes values', { action: { args: { continue: true } } }],
    ['has an outcome', { end: { outcome: 'done' } }],
    ['has a result', { end: { result: '1' } }],
    ['has an end that failed', { end: { failed: true } }],
    ...Object.entries({
      agent: 'actor',
      model: 'opus',
      permissionMode: 'plan',
      allowedTools: [],
      disallowedTools: ['Edit'],
      writes: ['nothing'],
      frozen: "['a']",
      mayCommit: true,
      maxTurns: 3,
      budgetUsd: 1,
      session: 'continue',
      reminder: 'Only this.',
      output: { schema: true },
      appendActions: false,
      as: 'code',
      onError: 'Done',
      timeout: '1m',
      retry: { max: 1 },
      maxVisits: { max: 2, then: 'Done' },
    }).map(([name, value]): [string, Partial<Changes>] => [`says ${name}`, { task: { [name]: value } }]),
  ])('that %s', (_, changes) => {
    expect(isOriginal(changes)).toBe(false);
  });
});
