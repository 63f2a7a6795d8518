import { describe, expect, test } from 'vitest';
import { executionJson } from '../../../src/cli/views/execution-summary.ts';
import { treeRows } from '../../../src/cli/views/show-tree.ts';
import { formatTable } from '../../../src/cli/io/table.ts';
import { showTree } from '../show-tree.ts';
import { runViewOf } from '../../../src/view/apply-event.ts';
import { events, items, type ShortEvent } from '../../helpers/short-events.ts';

const turn = (place: string, costUsd: number): readonly ShortEvent[] => [
  ['agent.started', place, { session: 's' }],
  ['agent.finished', place, { durationMs: 5, costUsd, denials: [], outcome: 'answered' }],
];

const REVIEW: readonly ShortEvent[] = [
  ['task.started', 'Plan'],
  ...turn('Plan', 0.5),
  ['task.finished', 'Plan', { action: 'Go' }],
  ['task.started', 'Review'],
  ['branch.started', 'Review', { key: 'impact' }],
  ['branch.started', 'Review', { key: 'monitor' }],
  ['branch.started', 'Review', { key: 'third' }],
  ['task.started', 'Review/impact: Look'],
  ['task.started', 'Review/monitor: Check'],
  ['task.started', 'Review/third: Ask'],
  ['human.asked', 'Review/third: Ask', { choices: [] }],
  ...turn('Review/impact: Look', 0.1),
  ['task.finished', 'Review/impact: Look', { action: 'Done' }],
  ['branch.finished', 'Review', { key: 'impact', outcome: 'End', failed: false }],
  ['agent.started', 'Review/monitor: Check', { session: 's' }],
];

/** The executions of `wfmap show --json`. */
const jsonOf = (...reported: readonly ShortEvent[]) =>
  runViewOf(events(...reported)).executions.map((each) => executionJson(each, false));

/** An item that shares what is named with no other, or runs alone. */
const sharing = (key: string, after: readonly string[], exclusive: readonly string[] | null) => ({
  key,
  after,
  value: null,
  exclusive,
});

describe('the tree of a run', () => {
  test('says what an item waits for: others, what another has, being alone, or a place', () => {
    const listed = (...list: readonly ReturnType<typeof sharing>[]): readonly ShortEvent[] => [
      ['task.started', 'Build'],
      ['items.listed', 'Build', { items: list }],
      ['item.started', 'Build', { key: 'a' }],
      ['task.started', 'Build/a: Code'],
    ];
    const tree = showTree(
      ...listed(
        sharing('a', [], ['x.ts', 'y.ts']),
        sharing('b', ['a'], ['z.ts']),
        sharing('c', [], ['y.ts']),
        sharing('d', [], ['z.ts']),
        sharing('e', [], []),
      ),
    );
    expect(tree).toMatch(/ b +waits for a\n/);
    expect(tree).toMatch(/ c +waits for a, which needs y\.ts too\n/);
    expect(tree).toMatch(/ d +waits for its turn\n/);
    expect(tree).toMatch(/ e +waits for a: it runs alone$/);
    expect(showTree(...listed(sharing('a', [], []), sharing('b', [], ['y.ts'])))).toMatch(
      / b +waits for a, which runs alone$/,
    );
    const stopped = listed(sharing('a', [], null), sharing('b', ['a'], null));
    expect(
      showTree(...stopped, ['task.failed', 'Build/a: Code', { reason: 'No key.', target: null }]),
    ).toMatch(/ b +waits for a$/);
  });

  test('has what happened in a branch under the branch, and the branch under its task', () => {
    expect(showTree(...REVIEW)).toMatchInlineSnapshot(`
      "    1  Plan       3.0 s  $0.50         -> Go
          2  Review                          1 of 3 done, 2 running
               impact                        -> End
          3      Look   6.0 s  $0.10         -> Done
               monitor                       running
          4      Check         cost unknown
               third                         running
          5      Ask                         waits for an answer"
    `);
    expect(showTree(...REVIEW, ['branch.cancelled', 'Review', { key: 'monitor' }])).toContain(
      '    4      Check  8.0 s  cost unknown  cancelled',
    );
  });

  test('says failed of what a task failed in for good, and of what is around it once all there is', () => {
    const failed: readonly ShortEvent[] = [
      ['task.started', 'Build'],
      ['items.listed', 'Build', items(['a'], ['b'])],
      ['item.started', 'Build', { key: 'a' }],
      ['item.started', 'Build', { key: 'b' }],
      ['task.started', 'Build/a: Code'],
      ['task.started', 'Build/b: Code'],
      ['task.failed', 'Build/a: Code', { reason: 'No key.', target: null }],
    ];
    expect(showTree(...failed)).toMatch(/Build .* 0 of 2 done, 1 running, 1 failed\n +a +failed: No key\.\n/);
    const again = showTree(...failed, ['task.started', 'Build/a: Code', { resumes: 7 }]);
    expect(again).toMatch(/Build .* 0 of 2 done, 2 running\n +a +running\n/);
    const inner: readonly ShortEvent[] = [
      ['task.started', 'Build'],
      ['items.listed', 'Build', items(['a'], ['b'])],
      ['item.started', 'Build', { key: 'a' }],
      ['task.started', 'Build/a: Try'],
      ['branch.started', 'Build/a: Try', { key: 'x' }],
      ['branch.started', 'Build/a: Try', { key: 'y' }],
      ['task.started', 'Build/a Try/x: Code'],
      ['task.started', 'Build/a Try/y: Code'],
      ['task.failed', 'Build/a Try/x: Code', { reason: 'No key.', target: null }],
    ];
    expect(showTree(...inner)).toMatch(/Build .* 0 of 2 done, 1 running, 1 waiting\n +a +running\n/);
    const both = showTree(...inner, ['task.failed', 'Build/a Try/y: Code', { reason: 'No.', target: null }]);
    expect(both).toMatch(/Build .* 0 of 2 done, 1 failed, 1 waiting\n +a +failed: No\.\n/);
  });

  test('says of items what waits for what, how they ended, and why one was left out', () => {
    const reported: readonly ShortEvent[] = [
      ['task.started', 'Build'],
      ['items.listed', 'Build', items(['a'], ['b', 'a', 'c'], ['c'], ['d', 'e'], ['e'], ['f'], ['g'])],
      ['item.kept', 'Build', { key: 'g' }],
      ['item.started', 'Build', { key: 'a' }],
      ['item.started', 'Build', { key: 'c' }],
      ['item.started', 'Build', { key: 'e' }],
      ['task.started', 'Build/c: Code'],
      ['item.finished', 'Build', { key: 'a', outcome: 'End', failed: false }],
      ['item.finished', 'Build', { key: 'e', outcome: 'Bad', failed: true }],
      ['item.skipped', 'Build', { key: 'd', reason: 'It waits for item "e", which failed.' }],
    ];
    expect(showTree(...reported)).toMatchInlineSnapshot(`
      "    1  Build         2 of 7 done, 1 running, 1 failed, 1 skipped, 2 waiting
               a           -> End
               b           waits for c
               c           running
          2      Code
               d           skipped: It waits for item "e", which failed.
               e           -> Bad, failed
               f           waits for its turn
               g           kept from before"
    `);
  });

  test('counts an item whose work could not be merged as in conflict, and says why', () => {
    const reason = 'The merge of "b" met other changes in "x.ts".';
    const reported: readonly ShortEvent[] = [
      ['task.started', 'Build'],
      ['items.listed', 'Build', items(['a'], ['b'], ['c'])],
      ['item.started', 'Build', { key: 'a' }],
      ['item.started', 'Build', { key: 'b' }],
      ['item.started', 'Build', { key: 'c' }],
      ['item.finished', 'Build', { key: 'a', outcome: 'End', failed: false }],
      ['item.finished', 'Build', { key: 'b', outcome: 'conflict', failed: false, reason }],
      ['item.finished', 'Build', { key: 'c', outcome: 'Bad', failed: true }],
    ];
    expect(showTree(...reported)).toMatchInlineSnapshot(`
      "    1  Build      1 of 3 done, 1 failed, 1 in conflict
               a        -> End
               b        -> conflict: The merge of "b" met other changes in "x.ts".
               c        -> Bad, failed"
    `);
    const [build] = jsonOf(...reported);
    expect(build?.parts?.[1]).toMatchObject({ outcome: 'conflict', failed: false, reason });
  });

  test('names the map that a task runs, and where it is kept', () => {
    expect(
      showTree(
        ['task.started', 'Ship'],
        ['workflow.started', 'Ship', { map: 'maps/ship.json', slip: '.wfmap/runs/ship/slip-001/' }],
        ['task.started', 'Ship/map: Push'],
        ['task.finished', 'Ship/map: Push', { action: 'Done' }],
        ['workflow.finished', 'Ship', { outcome: 'End', failed: false }],
        ['task.finished', 'Ship', { action: 'Go' }],
      ),
    ).toMatchInlineSnapshot(`
      "    1  Ship              5.0 s    -> Go, 1 of 1 done
               maps/ship.json           -> End, kept in .wfmap/runs/ship/slip-001/
          2      Push                   -> Done"
    `);
  });

  test('of 10,000 items shows those that failed or go on, unless all are asked for', () => {
    const keys = Array.from({ length: 10_000 }, (_, n) => `i${n}`);
    const reported: readonly ShortEvent[] = [
      ['task.started', 'Build'],
      ['items.listed', 'Build', items(...keys)],
      ...keys
        .slice(0, 9000)
        .map((key, n): ShortEvent => [
          'item.finished',
          'Build',
          { key, outcome: 'End', failed: n === 5000 || n === 70 },
        ]),
      ['item.started', 'Build', { key: 'i9998' }],
    ];
    const lines = showTree(...reported).split('\n');
    expect(lines).toHaveLength(1 + 20 + 1);
    expect(lines[0]).toContain('8998 of 10000 done, 1 running, 2 failed, 999 waiting');
    expect(lines.join('\n')).toContain('i5000');
    expect(lines.join('\n')).toContain('i9998');
    expect(lines.at(-1)).toMatch(/^ +… +9980 more; --all shows them$/);
    expect(showTree.all(...reported).split('\n')).toHaveLength(10_001);
  });

  test('is bounded however deep the blocks are nested', () => {
    const keys = Array.from({ length: 20 }, (_, n) => `${n}`);
    const inner = keys.flatMap((key): ShortEvent[] => [
      ['task.started', `Out/${key}: In`],
      ['items.listed', `Out/${key}: In`, items(...keys)],
      ...keys.flatMap((each): ShortEvent[] => [
        ['item.started', `Out/${key}: In`, { key: each }],
        ['task.started', `Out/${key} In/${each}: Code`],
      ]),
    ]);
    const reported: readonly ShortEvent[] = [
      ['task.started', 'Out'],
      ['items.listed', 'Out', items(...keys)],
      ...keys.map((key): ShortEvent => ['item.started', 'Out', { key }]),
      ...inner,
      ['task.started', 'Next'],
    ];
    const lines = showTree(...reported).split('\n');
    expect(lines.length).toBeLessThan(410);
    expect(lines.slice(-2).join('\n')).toMatch(/Next\n +… +there is more inside; --all shows it$/);
  });
});

describe('the summary of an execution', () => {
  test('has its address, and the folder of the map that it is in', () => {
    const all = jsonOf(
      ['task.started', 'Ship'],
      ['workflow.started', 'Ship', { map: 'maps/ship.json', slip: '.wfmap/runs/ship/slip-001/' }],
      ['task.started', 'Ship/map: Push#2'],
    );
    expect(all).toMatchObject([
      {
        address: { block: [], task: 'Ship' },
        slip: null,
        isStep: true,
        parts: [{ kind: 'map', status: 'running' }],
      },
      {
        address: { block: [{ task: 'Ship', key: 'map', activation: 1 }], task: 'Push', visit: 2 },
        slip: '.wfmap/runs/ship/slip-001/',
        parts: null,
      },
    ]);
  });

  test('keeps what a cancelled one cost', () => {
    const all = jsonOf(
      ...REVIEW,
      ['branch.cancelled', 'Review', { key: 'monitor' }],
      ['agent.finished', 'Review/monitor: Check', { costUsd: 0.25, outcome: 'interrupted' }],
    );
    expect(all).toContainEqual(expect.objectContaining({ task: 'Check', costUsd: 0.25, error: 'cancelled' }));
    expect(all).toContainEqual(expect.objectContaining({ task: 'Ask', isAsking: true, error: null }));
  });
});

test('a task during which the clock was set back has no duration', () => {
  const reported = events(['task.started', 'Plan'], ...turn('Plan', 0.5), [
    'task.finished',
    'Plan',
    { action: 'Go' },
  ]);
  const back = reported.map((event) =>
    event.seq === 4 ? { ...event, at: '2016-01-01T00:00:00.000Z' } : event,
  );
  expect(formatTable(treeRows(runViewOf(back), { all: false, isGone: false }))).toEqual([
    '    1  Plan  clock set back  $0.50  -> Go',
  ]);
});
