import { describe, expect, test } from 'vitest';
import { createProgressLines } from '../../../src/cli/progress/progress-lines.ts';
import type { RunEvent } from '../../../src/model/run-event.ts';
import { applyEvent, runViewOf } from '../../../src/view/apply-event.ts';
import { createRunView } from '../../../src/view/run-view.ts';
import { addressOf, events, items, type ShortEvent } from '../../helpers/short-events.ts';

/** Lines of a run that is told of bit by bit. */
function createLines() {
  const view = createRunView();
  const lines = createProgressLines(view);
  return (all: readonly RunEvent[]): string[] =>
    all.flatMap((event) =>
      lines.linesOf(event, applyEvent(view, event)).map(({ head, rest }) => head + rest),
    );
}

function said(...reported: readonly ShortEvent[]): string[] {
  return createLines()(events(...reported));
}

const worked = (place: string, action = 'Done'): readonly ShortEvent[] => [
  ['task.started', place],
  ['agent.started', place, { purpose: 'prompt' }],
  ['agent.finished', place, { durationMs: 1200, costUsd: 0.02, reason: null, fault: null, denials: [] }],
  ['task.finished', place, { action }],
];

describe('the lines of a run', () => {
  test('name a task of the map when it starts, and no more than that', () => {
    expect(said(...worked('Plan'), ...worked('Plan#2'))).toEqual([
      '[1] Plan',
      '    -> Done  1.2 s, $0.02',
      '[2] Plan  (visit 2)',
      '    -> Done  1.2 s, $0.02',
    ]);
  });

  test('say how much a task changed where it changed anything, and why nobody knows', () => {
    const some = { added: ['a'], modified: [], deleted: [], commits: [], count: 1 };
    const reads = [
      { changes: { ...some, added: [], count: 0 }, reason: null },
      { changes: { ...some, added: [], count: 0, commits: ['1'] }, reason: null },
      { changes: some, reason: null },
      { changes: { ...some, count: 12_000, commits: ['1', '2'] }, reason: null },
      { changes: null, reason: 'The disk is full.' },
      {
        changes: some,
        reason: null,
        putBack: { paths: ['b', 'c', 'd e', 'f'], commits: ['1'.repeat(40), '2'.repeat(40)] },
      },
    ];
    expect(
      said(
        ['task.started', 'Plan'],
        ['snapshot.taken', 'Plan', {}],
        ...reads.map((data): ShortEvent => ['changes.read', 'Plan', data]),
      ),
    ).toEqual([
      '[1] Plan',
      '    changed no file, 1 commit',
      '    changed 1 file',
      '    changed 12000 files, of which the map sees 1, 2 commits',
      '    its changes could not be read: The disk is full.',
      '    what it may not change was put back: "b", "c", "d e", "f", 111111111111 and 1 more',
      '    changed 1 file',
    ]);
  });

  test('of tasks side by side say which one they are about, and how branches end', () => {
    const lines = said(
      ['task.started', 'Review'],
      ['branch.started', 'Review', { key: 'impact' }],
      ['branch.started', 'Review', { key: 'monitor' }],
      ['branch.started', 'Review', { key: 'late' }],
      ['task.started', 'Review/impact: Look'],
      ['task.started', 'Review/monitor: Check'],
      ['shell.started', 'Review/monitor: Check', { command: ['npm', 'test'] }],
      [
        'agent.finished',
        'Review/impact: Look',
        {
          durationMs: 5,
          costUsd: 0,
          reason: 'overloaded',
          fault: 'transport',
          denials: [{ tool: 'Bash', input: 'x', rule: 'Bash(x)' }],
        },
      ],
      ['agent.started', 'Review/impact: Look', { purpose: 'retry' }],
      ['shell.finished', 'Review/monitor: Check', { exitCode: 1, durationMs: 900 }],
      ['task.finished', 'Review/monitor: Check', { action: 'Bad' }],
      ['task.started', 'Review/monitor: End'],
      ['task.finished', 'Review/monitor: End', { action: null }],
      ['branch.finished', 'Review', { key: 'monitor', outcome: 'Broken', failed: true }],
      ['task.failed', 'Review/impact: Look', { reason: 'No way.' }],
      ['branch.finished', 'Review', { key: 'impact', outcome: 'End', failed: false }],
      ['branch.cancelled', 'Review', { key: 'late' }],
      ['task.finished', 'Review', { action: 'Accept' }],
      ...worked('Plan'),
    );
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "[1] Review
      [3] Review/monitor: Check
          [3] Check: $ npm test
      [2] Review/impact: Look
          [2] Look: refused: Bash x  (allow it with --allow 'Bash(x)')
          [2] Look: transport fault: overloaded
          [2] Look: trying again
          [3] Check: exit code 1
          [3] Check -> Bad  900 ms
          Review/monitor -> Broken, failed
          [2] Look failed: No way.
          Review/impact -> End
          Review/late cancelled: it no longer counts
          [1] Review -> Accept
      [5] Plan
          -> Done  1.2 s, $0.02"
    `);
  });

  test('of items tell how many there are, each outcome, and why one was left out', () => {
    const lines = said(
      ['task.started', 'Build'],
      ['items.listed', 'Build', items('a', 'b', 'c')],
      ['item.kept', 'Build', { key: 'a' }],
      ['item.started', 'Build', { key: 'b' }],
      ...worked('Build/b: Code'),
      ['item.finished', 'Build', { key: 'b', outcome: 'Bad', failed: true }],
      ['item.skipped', 'Build', { key: 'c', reason: 'It waits for item "b", which failed.' }],
      ['task.finished', 'Build', { action: 'Go' }],
    );
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "[1] Build
          Build: 3 items
          Build/a kept: it is as it was the last time
      [2] Build/b: Code
          [2] Code -> Done  1.2 s, $0.02
          Build/b -> Bad, failed
          Build/c skipped: It waits for item "b", which failed.
          [1] Build -> Go"
    `);
  });

  test('of worktrees tell what a person has to look at', () => {
    const paths = ['a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts', 'f.ts'];
    const lines = said(
      ['task.started', 'Build'],
      ['items.listed', 'Build', items('a')],
      ['worktree.conflicted', 'Build', { key: 'a', base: 'x', paths }],
      ['worktree.kept', 'Build', { key: 'a', reason: 'It has a conflict.' }],
      ['worktree.failed', 'Build', { key: 'b', reason: 'No space is left.' }],
    );
    expect(lines.slice(2)).toEqual([
      '    Build/a conflicts with what was merged before: a.ts, b.ts, c.ts, d.ts, e.ts and 1 more',
      '    Build/a: its worktree is kept: It has a conflict.',
      '    Build/b: its worktree failed: No space is left.',
    ]);
  });

  test('of a map in a map tell which one, and where it is kept', () => {
    const lines = said(
      ['task.started', 'Ship'],
      ['workflow.started', 'Ship', { map: 'maps/ship.json', slip: '.wfmap/runs/ship/slip-001/' }],
      ...worked('Ship/map: Push'),
      ['workflow.finished', 'Ship', { outcome: 'End', failed: false }],
      ['task.finished', 'Ship', { action: 'Go' }],
    );
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "[1] Ship
          Ship: runs maps/ship.json, kept in .wfmap/runs/ship/slip-001/
      [2] Ship: Push
          [2] Push -> Done  1.2 s, $0.02
          Ship -> End
          [1] Ship -> Go"
    `);
  });

  test('leave out the only map that an item runs, and name each other', () => {
    const subtask = (...reported: readonly ShortEvent[]): readonly ShortEvent[] => [
      ['task.started', 'Build'],
      ['items.listed', 'Build', items('ST-1')],
      ['item.started', 'Build', { key: 'ST-1' }],
      ['task.started', 'Build/ST-1: Run'],
      ['workflow.started', 'Build/ST-1: Run', { map: 'subtask.json', slip: null }],
      ...worked('Build/ST-1 Run/map: Act'),
      ...reported,
    ];
    const complete = { outcome: 'complete', result: null, failed: false };
    const lines = said(
      ...subtask(
        ['workflow.finished', 'Build/ST-1: Run', complete],
        ['task.finished', 'Build/ST-1: Run', { action: 'Done' }],
        ['task.started', 'Build/ST-1: Check'],
        ['workflow.started', 'Build/ST-1: Check', { map: 'gates.json', slip: null }],
        ...worked('Build/ST-1 Check/map: Test'),
        ['workflow.finished', 'Build/ST-1: Check', complete],
        ['item.finished', 'Build', { key: 'ST-1', ...complete }],
      ),
    );
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "[1] Build
          Build: 1 item
      [2] Build/ST-1: Run
          Build/ST-1/Run: runs subtask.json
      [3] Build/ST-1: Act
          [3] Act -> Done  1.2 s, $0.02
          [2] Run -> Done
      [4] Build/ST-1: Check
          Build/ST-1/Check: runs gates.json
      [5] Build/ST-1/Check: Test
          [5] Test -> Done  1.2 s, $0.02
          Build/ST-1/Check -> complete
          Build/ST-1 -> complete"
    `);
    const reason = 'no command that runs the tests is known';
    const failed = { outcome: 'aborted', result: { reason }, failed: true };
    expect(
      said(
        ...subtask(
          ['workflow.finished', 'Build/ST-1: Run', failed],
          ['item.finished', 'Build', { key: 'ST-1', ...failed }],
        ),
      ).slice(-2),
    ).toEqual([
      `    Build/ST-1/Run -> aborted, failed: ${reason}`,
      `    Build/ST-1 -> aborted, failed: ${reason}`,
    ]);
  });

  test('show of a command for the shell its line, and no cost', () => {
    const command = ['sh', '-c', `npm test && ${'true && '.repeat(20)}true`];
    const lines = said(
      ['task.started', 'Test'],
      ['shell.started', 'Test', { command }],
      ['shell.finished', 'Test', { exitCode: 0, durationMs: 900 }],
      ['task.finished', 'Test', { action: 'Pass' }],
    );
    expect(lines[1]).toMatch(/^ {4}\$ npm test && true .*…$/);
    expect(lines[2]).toBe('    -> Pass  900 ms');
  });

  test('of questions and retries inside of blocks say who asks and who waits', () => {
    expect(
      said(
        ['task.started', 'Both'],
        ['branch.started', 'Both', { key: 'a' }],
        ['task.started', 'Both/a: Ask'],
        ['human.asked', 'Both/a: Ask', { choices: [{ name: 'Yes' }, { name: 'No' }] }],
        ['human.answered', 'Both/a: Ask', { action: 'Yes', via: 'answer' }],
      ).slice(1),
    ).toEqual([
      '[2] Both/a: Ask',
      '    [2] Ask waits for an answer: Yes, No',
      '    [2] Ask: Answered from elsewhere: Yes.',
    ]);
    const view = runViewOf(events(['task.started', 'Both/a: Look']));
    const reported = createProgressLines(view).linesOfAgent(addressOf('Both/a: Look'), {
      kind: 'retry',
      reason: 'rate limit',
    });
    expect(reported.map(({ head }) => head)).toEqual(['    [1] Look: rate limit']);
  });

  test('of very many items tell how far they are, and only so many failures', () => {
    const keys = Array.from({ length: 2000 }, (_, n) => `i${n}`);
    const lines = said(
      ['task.started', 'Build'],
      ['items.listed', 'Build', items(...keys)],
      ...keys.flatMap((key, n): readonly ShortEvent[] => [
        ['item.started', 'Build', { key }],
        ...worked(`Build/${key}: Code`),
        ['task.started', `Build/${key}: Test`],
        ...(n % 10 === 0
          ? [['task.failed', `Build/${key}: Test`, { reason: 'It broke.' }] as ShortEvent]
          : [['task.finished', `Build/${key}: Test`, { action: 'Go' }] as ShortEvent]),
        ['item.finished', 'Build', { key, outcome: 'End', failed: n % 10 === 0 }],
      ]),
      ['task.finished', 'Build', { action: 'Go' }],
    );
    expect(lines.slice(0, 6)).toEqual([
      '[1] Build',
      '    Build: 2000 items',
      '    [3] Build/i0: Test failed: It broke.',
      '    Build/i0 -> End, failed',
      '    [23] Build/i10: Test failed: It broke.',
      '    Build/i10 -> End, failed',
    ]);
    expect(lines).toHaveLength(2 + 20 + 20 + 1);
    expect(lines.slice(-2)).toEqual(['    Build: 2000 of 2000 over (200 failed)', '    [1] Build -> Go']);
  });

  test('of a run that goes on know what went on before', () => {
    const keys = Array.from({ length: 60 }, (_, n) => `${n}`);
    const all = events(
      ['task.started', 'Build'],
      ['items.listed', 'Build', items(...keys)],
      ['item.started', 'Build', { key: '0' }],
      ['task.started', 'Build/0: Code'],
      ['task.finished', 'Build/0: Code', { action: 'Done' }],
      ['task.failed', 'Build', { reason: 'No.' }],
    );
    const lines = createLines();
    lines(all.slice(0, 3));
    expect(lines(all.slice(3))).toEqual(['    [1] Build failed: No.']);
  });
});
