import { describe, expect, test } from 'vitest';
import { distancesToEnd } from '../../../src/agent/scripted/distances-to-end.ts';
import type { ScriptedRequest } from '../../../src/agent/scripted/script.ts';
import { createScriptedAgent } from '../../../src/agent/scripted/scripted-agent.ts';
import { createPlausibleWalk } from '../../../src/agent/scripted/plausible-walk.ts';
import type { Block, HumanTask, ShellTask } from '../../../src/model/block.ts';
import { createStandIn } from '../claude/stand-in.ts';
import { action, block, claude, end } from '../../helpers/block.ts';

const { as, onError, timeoutMs, retry, maxVisits, prompt, params } = claude('x');
const common = { description: undefined, as, onError, timeoutMs, retry, maxVisits };

const approve: HumanTask = {
  ...common,
  type: 'human',
  signed: false,
  evidence: undefined,
  seen: false,
  name: 'Approve',
  prompt,
  params,
  fields: [],
  actions: [action('Stop', 'Blocked'), action('Again', 'Code'), action('Yes', 'Done')],
};
const check: ShellTask = {
  ...common,
  type: 'shell',
  name: 'Check',
  command: { kind: 'argv', parts: [{ text: 'make' }] },
  idempotent: false,
  writes: undefined,
  frozen: undefined,
  mayCommit: false,
  actions: [action('Next', 'Approve')],
};
const map = block(claude('Code', action('Go', 'Check')), check, approve, end('Done'), end('Blocked', true));
const ASKED = { of: 'agent', address: undefined, actions: [], output: undefined, fields: [] } as const;
const visits = Array.from({ length: 300 }, (_, n) => n + 1);

test('a person is played who takes what is offered first, but no failed end, and in the end goes on', () => {
  const walk = createPlausibleWalk([map], 1);
  const all = { ...ASKED, actions: ['Stop', 'Again', 'Yes'] };
  const chosen = visits.map((seed) => createPlausibleWalk([map], seed)('Approve', 1, 1, all)?.action);
  expect(new Set(chosen)).toEqual(new Set(['Again']));
  expect(walk('Approve', 1, 1, { ...ASKED, actions: ['Stop'] })).toEqual({ action: 'Stop' });
  const later = visits.map((seed) => createPlausibleWalk([map], seed)('Approve', 4, 1, all)?.action);
  expect(new Set(later)).toEqual(new Set(['Yes']));
});

test('a command does well and says nothing; whether it is run again is chosen from what is offered', () => {
  const walk = createPlausibleWalk([map], 1);
  expect(walk('Check', 1, 1, ASKED)).toEqual({ exitCode: 0, stdout: '' });
  expect(walk('Check', 1, 1, { ...ASKED, actions: ['Run again'] })).toEqual({ action: 'Run again' });
});

test('of two tasks of one name the one is played that is of the kind that is asked', () => {
  const other = block(claude('Check', action('Go', 'Done')), end('Done'));
  const walk = createPlausibleWalk([other, map], 1);
  expect(walk('Check', 1, 1, { ...ASKED, of: 'command' })).toEqual({ exitCode: 0, stdout: '' });
});

test('an agent gives an output that fits, and chooses nothing where guards do', () => {
  const walk = createPlausibleWalk([map], 1);
  const output = { type: 'integer', minimum: 3 };
  expect(walk('Code', 1, 1, { ...ASKED, output })).toEqual({ output: expect.any(Number) });
  expect(walk('Code', 1, 1, { ...ASKED, output, actions: ['Go'] })).toMatchObject({ action: 'Go' });
});

test('an output that has to match a pattern fails the task, with where to give it, unless the made one fits', async () => {
  const output = { type: 'string', pattern: '^STORY-\\d+$' };
  const walk = createPlausibleWalk([map], 1, () => false);
  const reason =
    'The simulation cannot make a text that matches the pattern "^STORY-\\\\d+$". ' +
    'Give the answer of task "Code" in a scenario (--agent scripted:FILE), or examples in the schema.';
  expect(walk('Code', 1, 1, { ...ASKED, output })).toEqual({ fail: 'permanent', reason });
  const { request } = createStandIn({});
  const reply = await createScriptedAgent(walk).start(request({ task: 'Code', actions: [], output })).reply;
  expect(reply).toMatchObject({ outcome: 'failed', fault: 'permanent', reason });
  const fitting = createPlausibleWalk([map], 1, () => true);
  expect(fitting('Code', 1, 1, { ...ASKED, output })).toEqual({ output: expect.any(String) });
});

test('the same seed plays the same run, whatever turn it is', () => {
  const asked = { ...ASKED, output: { type: 'string' }, actions: ['Stop', 'Again', 'Yes'] };
  const played = visits.map((visit) => createPlausibleWalk([map], 7)('Approve', visit, 1, asked));
  expect(visits.map((visit) => createPlausibleWalk([map], 7)('Approve', visit, 2, asked))).toEqual(played);
});

test('nothing is played for an end and for a task that is none', () => {
  const walk = createPlausibleWalk([map], 1);
  expect([walk('Done', 1, 1, ASKED), walk('constructor', 1, 1, ASKED)]).toEqual([undefined, undefined]);
});

describe('the walk through a map', () => {
  const far = block(
    claude(
      'Begin',
      action('Long', 'Middle'),
      action('Short', 'Done'),
      action('Bad', 'Blocked'),
      action('Lost', 'Off'),
    ),
    claude('Middle', action('On', 'Done'), action('Back', 'Begin')),
    claude('Off', action('Round', 'Off')),
    claude('Guarded'),
    claude('Doomed', action('Down', 'Blocked'), action('Deeper', 'Doomed')),
    {
      ...approve,
      name: 'Ask',
      actions: [action('No', 'Blocked'), action('Yes', 'Done'), action('Later', 'Middle')],
    },
    end('Done'),
    end('Blocked', true),
  );

  const reported = (name: string, asked: Partial<ScriptedRequest>) => {
    const counts = [1, 2, 3, 4].map((visit) => {
      const chosen = visits.map(
        (seed) => createPlausibleWalk([far], seed)(name, visit, 1, { ...ASKED, ...asked })?.action ?? 'none',
      );
      const grouped = Object.entries(Object.groupBy(chosen, (each) => each));
      const shares = grouped.map(([action, all]) => `${action} ${all?.length}`).toSorted();
      return `  visit ${visit}: ${shares.join(', ')}`;
    });
    return `${name}, of ${asked.actions?.join(', ') ?? 'nothing'}:\n${counts.join('\n')}\n`;
  };

  test('leads to a good end mostly, and from the fourth visit on always by the shortest way', async () => {
    const all = [
      reported('Begin', { actions: ['Long', 'Short', 'Bad', 'Lost'] }),
      reported('Begin', { actions: ['Bad', 'Long'] }),
      reported('Begin', { actions: ['Bad', 'Lost'] }),
      reported('Begin', { actions: ['Lost'] }),
      reported('Begin', { actions: ['Again', 'Never'] }),
      reported('Begin', {}),
      reported('Middle', { actions: ['On', 'Back'] }),
      reported('Doomed', { actions: ['Down', 'Deeper'] }),
      reported('Ask', { of: 'person', actions: ['No', 'Yes', 'Later'] }),
      reported('Ask', { of: 'person', actions: ['No'] }),
      reported('Ask', { of: 'person', actions: ['Later', 'Yes'] }),
    ];
    await expect(all.join('\n')).toMatchFileSnapshot('../../fixtures/simulation/walk.txt');
  });

  test('is as far from an end as its shortest way there, and farthest from where none is', () => {
    expect([...distancesToEnd(far)].toSorted(([a], [b]) => (a < b ? -1 : 1))).toEqual([
      ['Ask', 1],
      ['Begin', 1],
      ['Blocked', 1_000_000],
      ['Done', 0],
      ['Doomed', 1_000_001],
      ['Guarded', 0],
      ['Middle', 1],
    ]);
  });

  test('takes a visit in a later activation of a block for a later one', () => {
    const inside = (activation: number) => ({
      block: [
        { task: 'Each', key: 'a', activation },
        { task: 'Build', key: 'b', activation: 1 },
      ],
      task: 'Begin',
    });
    const actions = ['Long', 'Short'];
    const chosen = (activation: number) =>
      new Set(
        visits.map(
          (seed) =>
            createPlausibleWalk([far], seed)('Begin', 1, 1, {
              ...ASKED,
              actions,
              address: inside(activation),
            })?.action,
        ),
      );
    expect(chosen(3)).toEqual(new Set(['Long', 'Short']));
    expect(chosen(4)).toEqual(new Set(['Short']));
  });

  test('gives an agent its output and a person their fields, from examples that fit', () => {
    const fits = (_schema: unknown, value: unknown) => value !== 'bad';
    const walk = createPlausibleWalk([far], 1, fits);
    const output = { type: 'string', examples: ['bad', 'good'] };
    expect(walk('Middle', 4, 1, { ...ASKED, actions: ['On', 'Back'], output })).toEqual({
      action: 'On',
      output: 'good',
    });
    const field = { name: 'note', type: 'string', description: 'x', required: true } as const;
    const fields = [{ ...field, default: undefined, enum: ['p'], schema: undefined }];
    expect(walk('Ask', 1, 1, { ...ASKED, of: 'person', actions: ['Yes'], fields })).toEqual({
      action: 'Yes',
      fields: { note: 'p' },
    });
    expect(walk('Guarded', 1, 1, ASKED)).toEqual({});
  });

  test('fails a task for the first pattern of its output that nothing was made for', () => {
    const [first, second] = ['^a\\d$', '^b$'].map((pattern) => ({ type: 'string', pattern }));
    const output = { required: ['x', 'y'], properties: { x: first ?? {}, y: second ?? {} } };
    const answer = createPlausibleWalk([far], 1, () => false)('Middle', 1, 1, { ...ASKED, output });
    expect(answer).toEqual({
      fail: 'permanent',
      reason:
        'The simulation cannot make a text that matches the pattern "^a\\\\d$". ' +
        'Give the answer of task "Middle" in a scenario (--agent scripted:FILE), or examples in the schema.',
    });
  });

  test('of several tasks of one name plays the one that is asked, by its kind and its actions', () => {
    const one = block(claude('Same', action('A', 'End')), end('End'));
    const two = block(claude('Same', action('B', 'End')), end('End'));
    const person = block({ ...approve, name: 'Same', actions: [action('C', 'End')] }, end('End'));
    const walk = createPlausibleWalk([one, two, person], 1);
    const chosen = (actions: readonly string[], of: ScriptedRequest['of'] = 'agent') =>
      walk('Same', 9, 1, { ...ASKED, of, actions });
    expect([chosen(['A']), chosen(['B']), chosen(['C'], 'person')]).toEqual([
      { action: 'A' },
      { action: 'B' },
      { action: 'C' },
    ]);
    // Whoever has no such action chooses from what is offered.
    expect(chosen(['Z'])).toEqual({ action: 'Z' });
    expect(chosen(['C'], 'command')).toEqual({ action: 'C' });
    expect(chosen([], 'command')).toEqual({});
  });
});

describe('of tasks of one name, in blocks of their own,', () => {
  const ends = [end('End'), end('Blocked', true)];
  const toEnd = block(claude('Same', action('B', 'End')), ...ends);
  const aIsGood = block(claude('Same', action('A', 'End'), action('B', 'Blocked')), ...ends);
  const bIsGood = block(claude('Same', action('A', 'Blocked'), action('B', 'End')), ...ends);
  const person = block(
    { ...approve, name: 'Same', actions: [action('A', 'Blocked'), action('B', 'End'), action('C', 'End')] },
    ...ends,
  );
  const chosen = (
    blocks: readonly Block[],
    actions: readonly string[],
    of: ScriptedRequest['of'] = 'agent',
  ) => createPlausibleWalk(blocks, 1)('Same', 9, 1, { ...ASKED, of, actions })?.action;

  test('the first counts that is of the kind and has all actions', () => {
    expect(chosen([person, toEnd, aIsGood, bIsGood], ['A', 'B'])).toBe('A');
    expect(chosen([person, toEnd, bIsGood, aIsGood], ['A', 'B'])).toBe('B');
    expect(chosen([aIsGood, person], ['A', 'B'], 'person')).toBe('B');
  });

  test('else the first of the kind, else the first that has all actions, else the first', () => {
    expect(chosen([person, aIsGood, bIsGood], ['A', 'B', 'C'])).toBe('A');
    expect(chosen([toEnd, aIsGood, bIsGood], ['A', 'B'], 'command')).toBe('A');
    expect(chosen([toEnd, bIsGood, aIsGood], ['A', 'B'], 'command')).toBe('B');
    expect(chosen([aIsGood, bIsGood], ['A', 'B', 'Z'], 'command')).toBe('A');
  });
});

test('without a check of values every example fits, and a value without a pattern is given as it is', () => {
  const output = { examples: ['given'] };
  expect(createPlausibleWalk([map], 1)('Code', 9, 1, { ...ASKED, output })).toEqual({ output: 'given' });
  const refused = createPlausibleWalk([map], 1, () => false)('Code', 9, 1, {
    ...ASKED,
    output: { const: 5 },
  });
  expect(refused).toEqual({ output: 5 });
});
