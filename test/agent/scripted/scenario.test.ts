import { describe, expect, test } from 'vitest';
import {
  answerAt,
  parseScenario,
  readVisits,
  ScenarioError,
  scriptOf,
} from '../../../src/agent/scripted/scenario.ts';

const ASKED = { of: 'agent', address: undefined, actions: [], output: undefined, fields: [] } as const;

function read(answers: unknown) {
  return parseScenario(JSON.stringify({ answers }), 's.json');
}

describe('a scenario', () => {
  test('has answers of agents, commands and people', () => {
    const answers = [
      { action: 'Go', output: { a: [1, null] }, text: 't', costUsd: 1, ms: 5 },
      { output: null },
      { text: 'free words' },
      { changes: ['src/a.ts'] },
      { exitCode: 0, changes: [] },
      { reply: 'Well.' },
      { exitCode: 1, stdout: '{}' },
      { stdout: 'x' },
      { action: 'Yes', fields: { note: 'fine' } },
      { fail: 'limit', resetsAt: '2026-01-01T00:00:00Z' },
    ];
    expect(read({ Work: answers }).answers.get('Work')).toEqual(answers.map((one) => [one]));
  });

  test('repeats the last visit, and the last turn of it', () => {
    const script = scriptOf(read({ Work: ['A', ['B', { fail: 'transport' }]] }));
    const at = (visit: number, turn: number) => script('Work', visit, turn, ASKED);
    expect([at(1, 1), at(1, 2), at(2, 1)]).toEqual([{ action: 'A' }, { action: 'A' }, { action: 'B' }]);
    expect([at(2, 2), at(2, 9), at(7, 2)]).toEqual([1, 2, 3].map(() => ({ fail: 'transport' })));
    expect(script('constructor', 1, 1, ASKED)).toBeUndefined();
  });

  test('answers a task by the nearest of the places that mean it', () => {
    const script = scriptOf(read({ Act: ['Far'], 'b/Act': ['Near'] }));
    const inside = (key: string) => ({ block: [{ task: 'Build', key, activation: 1 }], task: 'Act' });
    expect(script('Act', 1, 1, { ...ASKED, address: inside('a') })).toEqual({ action: 'Far' });
    expect(script('Act', 1, 1, { ...ASKED, address: inside('b') })).toEqual({ action: 'Near' });
  });

  test.each([
    ['an unknown field', [{ acton: 'A' }], 's.json: Work[0] has a field "acton", which no answer has.'],
    ['a field of another type', [{ action: 1 }], 's.json: Work[0]: "action" is not a string.'],
    ['fields that are a list', [{ action: 'A', fields: [] }], 's.json: Work[0]: "fields" is not a object.'],
    ['half an exit code', [{ exitCode: 1.5 }], 's.json: Work[0]: "exitCode" is not a whole number.'],
    ['a negative time', ['A', [{ action: 'A', ms: -1 }]], 's.json: Work[1][0]: "ms" is less than 0.'],
    [
      'an unknown fault',
      [{ fail: 'now' }],
      's.json: Work[0]: "fail" is not "transport", "permanent" or "limit".',
    ],
    [
      'changes that are no paths',
      [{ changes: ['a', 1] }],
      's.json: Work[0]: "changes" is not a list of paths, nor lists by "added", "modified", "deleted" and "commits".',
    ],
    ['no time', [{ fail: 'limit', resetsAt: 'soon' }], 's.json: Work[0]: "resetsAt" is no time in ISO 8601.'],
    [
      'two kinds at once',
      [{ action: 'A', exitCode: 0 }],
      /^s.json: Work\[0\] has not exactly one of "action"/,
    ],
    ['nothing', [{}], /^s.json: Work\[0\] has not exactly one of "action"/],
    ['no turns', [[]], 's.json: Work[0] is an empty list of turns.'],
    ['no answers', [], 'In the scenario "s.json", "Work" is not a list of answers.'],
  ])('with %s is refused, by its place', (_title, answers, message) => {
    expect(() => read({ Work: answers })).toThrow(message);
  });

  test('that is no JSON, or has no answers, is refused', () => {
    expect(() => parseScenario('{', 's.json')).toThrow('The scenario "s.json" is not JSON');
    expect(() => parseScenario('[]', 's.json')).toThrow('The scenario "s.json" has no object "answers".');
  });
});

describe('a scenario that cannot be used', () => {
  /** What is said of a text, with what helps. */
  function reportOf(text: string): string {
    try {
      parseScenario(text, 's.json');
    } catch (thrown) {
      if (thrown instanceof ScenarioError) return `${thrown.message}\n  help: ${thrown.help}`;
      throw thrown;
    }
    return 'taken';
  }

  test('says what is wrong with it, and where', async () => {
    const cases: readonly unknown[] = [
      'Go',
      [],
      null,
      [null],
      [7],
      [[]],
      ['A', ['B', []]],
      ['A', ['B', null]],
      [{ acton: 'A' }],
      [{ constructor: 'A' }],
      [{ action: null }],
      [{ action: 7 }],
      [{ reply: 7 }],
      [{ exitCode: '1' }],
      [{ stdout: 1 }],
      [{ action: 'A', fields: 'f' }],
      [{ action: 'A', fields: null }],
      [{ fail: true }],
      [{ fail: 'limit', resetsAt: 7 }],
      [{ text: 7 }],
      [{ action: 'A', costUsd: '1' }],
      [{ action: 'A', ms: '1' }],
      [{ fail: 'now' }],
      [{ exitCode: 1.5 }],
      [{ action: 'A', ms: -1 }],
      [{ fail: 'limit', resetsAt: 'soon' }],
      [{}],
      [{ costUsd: 1 }],
      [{ action: 'A', reply: 'x' }],
      [{ output: 1, stdout: 'x' }],
      [{ fields: {}, fail: 'transport' }],
      [{ fields: {}, reply: 'x' }],
      [{ exitCode: 0, fail: 'transport', text: 'x' }],
    ];
    const reported = cases.map(
      (list) => `${JSON.stringify(list)}\n  ${reportOf(JSON.stringify({ answers: { Work: list } }))}\n`,
    );
    const whole = ['[]', '{}', '7', '{"answers": []}', '{"answers": null}'].map(
      (text) => `${text}\n  ${reportOf(text)}\n`,
    );
    await expect([...reported, ...whole].join('\n')).toMatchFileSnapshot(
      '../../fixtures/simulation/refused-scenarios.txt',
    );
  });

  test('that is no JSON says what the reader says of it', () => {
    const read = () => parseScenario('{', 's.json');
    expect(read).toThrow(/^The scenario "s\.json" is not JSON: SyntaxError: [^\n]+\.$/);
    expect(read).toThrow(expect.objectContaining({ cause: expect.any(SyntaxError) }));
  });

  test.each([
    [{ fail: 'transport' }],
    [{ fail: 'permanent', text: 'x' }],
    [{ text: '' }],
    [{ exitCode: 0 }],
    [{ stdout: '' }],
    [{ output: null }],
    [{ action: 'A', ms: 0 }],
    [{ fields: {} }],
  ])('is not one with %j', (answer) => {
    expect(read({ Work: [answer] }).answers.get('Work')).toEqual([[answer]]);
  });

  test('has no output that a journal could not keep', () => {
    const deep = `${'['.repeat(300)}${']'.repeat(300)}`;
    for (const value of ['1e999', deep])
      expect(reportOf(`{"answers": {"Work": [{"output": ${value}}]}}`)).toContain('"output" is not a value.');
    expect(reportOf(`{"answers": {"Work": [{"fields": {"a": 1e999}}]}}`)).toContain(
      '"fields" is not a object.',
    );
  });
});

test('where an answer stands is told by its indices', () => {
  const visits = read({ Work: ['A', ['B', 'C']] }).answers.get('Work') ?? [];
  const at = (visit: number, turn: number) => answerAt(visits, visit, turn);
  expect([at(1, 1), at(1, 5), at(2, 1), at(2, 2), at(9, 9)].map((each) => each?.at)).toEqual([
    [0, 0],
    [0, 0],
    [1, 0],
    [1, 1],
    [1, 1],
  ]);
  expect(at(2, 2)?.answer).toEqual({ action: 'C' });
  expect(answerAt([], 1, 1)).toBeUndefined();
});

test('the key that is wrong is named, for whoever marks it', () => {
  const faultOf = (list: unknown) => {
    const visits = readVisits(list);
    return 'problem' in visits ? [visits.key, visits.at] : 'taken';
  };
  expect(faultOf([{ acton: 'A' }])).toEqual(['acton', [0]]);
  expect(faultOf([{ action: 7 }])).toEqual(['action', [0]]);
  expect(faultOf(['A', ['B', { fail: 'now' }]])).toEqual(['fail', [1, 1]]);
  expect(faultOf([{}])).toEqual([undefined, [0]]);
  expect(faultOf([])).toEqual([undefined, []]);
});

test('a task outside of a run is answered by its name', () => {
  expect(scriptOf(read({ Work: ['A'] }))('Work', 1, 1, ASKED)).toEqual({ action: 'A' });
  expect(scriptOf(read({ 'b/Work': ['A'] }))('Work', 1, 1, ASKED)).toBeUndefined();
});
