import { describe, expect, test } from 'vitest';
import { parseScenario, scriptOf } from '../../../src/agent/scripted/scenario.ts';

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
