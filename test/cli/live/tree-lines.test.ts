import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { liveLines } from '../../../src/cli/live/live-lines.ts';
import { seeProgress, type LiveState } from '../../../src/cli/live/live-state.ts';
import { displayWidth } from '../../../src/diagnostics/display-width.ts';
import type { RunEvent } from '../../../src/model/run-event.ts';
import { addressOf, events, items, type ShortEvent } from '../../helpers/short-events.ts';
import { stateAfter, stateWith } from './state-after.ts';

const BUSY: readonly ShortEvent[] = [
  ['run.started', ''],
  ['task.started', 'Build'],
  ['items.listed', 'Build', items('login', 'logout', 'reset', ...Array.from('abcdefghi'))],
  ...['login', 'logout', 'reset'].map((key): ShortEvent => ['item.started', 'Build', { key }]),
  ...['a', 'b', 'c'].map((key): ShortEvent => ['item.kept', 'Build', { key }]),
  ['item.skipped', 'Build', { key: 'd' }],
  ['item.finished', 'Build', { key: 'e', failed: true }],
  ['task.started', 'Build/login: Code'],
  ['agent.started', 'Build/login: Code'],
  ['agent.finished', 'Build/login: Code', { costUsd: 0.02, tokens: 1200 }],
  ['agent.started', 'Build/login: Code'],
  ['task.started', 'Build/logout: Review'],
  ['branch.started', 'Build/logout: Review', { key: 'impact' }],
  ['branch.started', 'Build/logout: Review', { key: 'monitor' }],
  ['task.started', 'Build/logout Review/impact: Look at it#2'],
  ['agent.started', 'Build/logout Review/impact: Look at it#2'],
  ['task.started', 'Build/logout Review/monitor: Check'],
  ['task.started', 'Build/reset: Approve'],
  ['human.asked', 'Build/reset: Approve'],
];

const reported = (...each: ShortEvent): RunEvent => events(each)[0]!;

function busy(): LiveState {
  const state = stateAfter(...BUSY);
  seeProgress(state, addressOf('Build/login: Code'), {
    kind: 'tool',
    tool: 'Bash',
    input: 'npm test -- --reporter=dot',
  });
  return state;
}

function shown(state: LiveState, width: number, rows = 24, isSimulation = false): string[] {
  const lines = liveLines(state, 60_000, { width, rows, isSimulation });
  return lines.map(({ head, rest }) => head + rest);
}

describe('the live view of tasks side by side', () => {
  test('has a line for each, how far items and branches are, who waits for a person, and the run', () => {
    const all = [110, 60, 39, 20].map((width) => [`-- ${width}`, ...shown(busy(), width)].join('\n'));
    expect(all.join('\n')).toMatchInlineSnapshot(`
      "-- 110
      [2] Build/login  Code a2  49 s  $0.02  > Bash npm test -- --reporter=dot
        [4] Build/logout/Review/impact  Look at it v2  42 s  waiting for the agent
      Build: 3 of 12 done, 3 running, 1 failed, 1 skipped, 4 waiting
      Build/logout/Review: 0 of 2 done, 2 running
      ? Build/reset  Approve  waits for an answer
      run 1m 00s, $0.02, 1.2k tokens, 1 wait for a place
      -- 60
      [2] Build/login  Code a2  49 s  $0.02  > Bash npm test -- -…
        [4] impact  Look at it v2  42 s  waiting for the agent
      Build: 3 of 12 done, 3 running, 1 failed, 1 skipped, 4 wait…
      Build/logout/Review: 0 of 2 done, 2 running
      ? Build/reset  Approve  waits for an answer
      run 1m 00s, $0.02, 1.2k tokens, 1 wait for a place
      -- 39
      Build/login  Code a2  49 s  $0.02
      …/Review/impact  Look at it v2  42 s
      Build: 3 of 12 done, 3 running, 1 fail…
      Build/logout/Review: 0 of 2 done, 2 ru…
      ? reset  Approve  waits for an answer
      run 1m 00s, $0.02, 1.2k tokens
      -- 20
      login  Code a2  49 s
      impa…  Loo… v2  42 s
      Build: 3 of 12 done…
      logo…/Rev…: 0 of 2 …
      ? reset  Approve
      1m 00s $0.02"
    `);
  });

  test('leaves out the only map that an item runs', () => {
    const state = stateAfter(
      ['run.started', ''],
      ['task.started', 'Build'],
      ['items.listed', 'Build', items('ST-001')],
      ['item.started', 'Build', { key: 'ST-001' }],
      ['task.started', 'Build/ST-001: Run'],
      ['workflow.started', 'Build/ST-001: Run'],
      ['task.started', 'Build/ST-001 Run/map: Act'],
      ['agent.started', 'Build/ST-001 Run/map: Act'],
    );
    expect(shown(state, 60)[0]).toBe('[3] Build/ST-001  Act  54 s  waiting for the agent');
  });

  test('keeps to half of the rows, and says how many more there are', () => {
    const keys = Array.from({ length: 30 }, (_, n) => `item-${n}`);
    const many = stateAfter(
      ['task.started', 'Build'],
      ['items.listed', 'Build', items(...keys)],
      ...keys.map((key): ShortEvent => ['item.started', 'Build', { key }]),
      ...keys.map((key): ShortEvent => ['task.started', `Build/${key}: Code`]),
      ...keys.slice(0, 20).map((key): ShortEvent => ['agent.started', `Build/${key}: Code`]),
    );
    expect(shown(many, 80, 16).join('\n')).toMatchInlineSnapshot(`
      "[2] Build/item-0  Code  28 s  waiting for the agent
      [3] Build/item-1  Code  27 s  waiting for the agent
      [4] Build/item-2  Code  26 s  waiting for the agent
      [5] Build/item-3  Code  25 s  waiting for the agent
      [6] Build/item-4  Code  24 s  waiting for the agent
      and 15 more
      Build: 0 of 30 done, 30 running
      run 0 s, $0.00, 0 tokens, 10 wait for a place"
    `);
    for (const rows of [1, 2, 3, 5, 8, 40, 200]) {
      expect(shown(many, 80, rows).length).toBeLessThanOrEqual(Math.max(1, rows - 1, rows >> 1));
    }
  });

  test('keeps the line of a block where it is while the block goes on', () => {
    const before = shown(busy(), 110);
    const after = stateAfter(
      ...BUSY,
      ['task.finished', 'Build/login: Code'],
      ['task.started', 'Build/login: Test'],
      ['shell.started', 'Build/login: Test'],
    );
    const lines = shown(after, 110);
    expect(lines[0]).toContain('Build/login  Test');
    expect(lines.slice(1, 2)).toEqual(before.slice(1, 2));
  });

  test('is nothing while all wait for people', () => {
    const asked = stateAfter(
      ['task.started', 'Both'],
      ['branch.started', 'Both', { key: 'a' }],
      ['task.started', 'Both/a: Ask'],
      ['human.asked', 'Both/a: Ask'],
    );
    expect(shown(asked, 80)).toEqual([]);
  });

  test('says on every line that it shows a simulation', () => {
    for (const line of shown(busy(), 80, 24, true)) expect(line).toMatch(/^\[simulation\] /);
  });

  test('fits any width and height, whatever stands in it, and shows nothing that a terminal would obey', () => {
    const name = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
      fc.constant('\u001b[2J\u202e\r\n\u0007漢字e\u0301👩‍👩‍👧'),
    );
    fc.assert(
      fc.property(
        name,
        name,
        fc.integer({ min: 1, max: 150 }),
        fc.integer({ min: 1, max: 50 }),
        (key, task, width, rows) => {
          const state = stateWith(
            ...BUSY.map((each) => reported(...each)),
            ...['odd', 'ask'].flatMap((which) => {
              const block = [{ task: 'Build', key: key + which, activation: 1 }];
              const data = { task, execution: 99 };
              return [
                reported('item.started', 'Build', { key: key + which }),
                { ...reported('task.started', '', data), address: { block, task, visit: 2 } },
                { ...reported('agent.started', '', data), address: { block, task, visit: 2 } },
                ...(which === 'ask'
                  ? [{ ...reported('human.asked', '', data), address: { block, task, visit: 2 } }]
                  : []),
              ];
            }),
          );
          const lines = shown(state, width, rows);
          expect(lines.length).toBeLessThanOrEqual(Math.max(1, rows - 1));
          for (const line of lines) {
            expect(displayWidth(line)).toBeLessThanOrEqual(width);
            // oxlint-disable-next-line no-control-regex
            expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
          }
        },
      ),
    );
  });
});
