import { expect, test } from 'vitest';
import { createScriptedAgent } from '../../../src/agent/scripted/scripted-agent.ts';
import { createPlausibleWalk } from '../../../src/agent/scripted/plausible-walk.ts';
import type { HumanTask, ShellTask } from '../../../src/model/block.ts';
import { createStandIn } from '../claude/stand-in.ts';
import { action, block, claude, end } from '../../helpers/block.ts';

const { as, onError, timeoutMs, retry, maxVisits, prompt, params } = claude('x');
const common = { description: undefined, as, onError, timeoutMs, retry, maxVisits };

const approve: HumanTask = {
  ...common,
  type: 'human',
  signed: false,
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
