import { join } from 'node:path';
import { expect, test } from 'vitest';
import { foldAll } from '../../../src/run/start/resume-run.ts';
import { RunError } from '../../../src/run/state/run-error.ts';
import { action, block, claude, end } from '../../helpers/block.ts';
import { mapOf, programOf } from '../../helpers/run-host.ts';
import { decide, foreach, human, parallel, shell } from '../../helpers/tasks.ts';
import { events, items, type ShortEvent } from '../../helpers/short-events.ts';

const GOLDEN = join(import.meta.dirname, '../../fixtures/run/does-not-fit.out');

const inner = block(claude('Look', action('Go', 'End')), end('End'));
const program = programOf(
  mapOf(
    block(
      decide('Begin', {}, action('Work', 'Work'), action('Test', 'Test')),
      claude('Work', action('Go', 'Ask')),
      shell('Test', ['make', 'test'], action('Go', 'Ask')),
      human('Ask', action('Yes', 'Both')),
      parallel('Both', { a: inner }, action('Go', 'Each')),
      { ...foreach('Each', '[]', inner, action('Go', 'Done')), carry: true },
      end('Done'),
    ),
  ),
);

const limits = { steps: null, costUsd: null, tokens: null, durationMs: null };
const BEGUN: readonly ShortEvent[] = [
  ['run.started', '', { fields: {}, limits }],
  ['task.started', 'Begin'],
];
const resumed = (from: string | null): ShortEvent => ['run.resumed', '', { args: {}, from, limits }];
/** A run that a person has sent to a task. */
const at = (task: string): readonly ShortEvent[] => [...BEGUN, resumed(task), ['task.started', task]];
const BRANCH: readonly ShortEvent[] = [...at('Both'), ['branch.started', 'Both', { key: 'a' }]];
const ITEMS: readonly ShortEvent[] = [...at('Each'), ['items.listed', 'Each', items('x')]];
const key = 'a';

const CASES: readonly (readonly ShortEvent[])[] = [
  [...BEGUN, ['task.started', 'Other']],
  [...BEGUN, ['task.started', 'Work']],
  [['run.started', '', { fields: {}, limits }], resumed('Other')],
  [...BEGUN, ['agent.started', 'Work', { session: 's' }]],
  [...BEGUN, ['agent.started', 'Both/a: Look', { session: 's' }]],
  [...BEGUN, ['shell.finished', 'Test']],
  [...BEGUN, ['task.started', 'Both/a: Look']],
  [...BEGUN, ['task.finished', 'Begin', { bindings: {}, action: 'Other', args: {} }]],
  [...BEGUN, ['task.finished', 'Begin', { bindings: {}, action: null, args: {} }]],
  [...at('Ask'), ['human.answered', 'Ask', { action: 'Yes' }]],
  [...at('Both'), ['branch.started', 'Both', { key: 'b' }]],
  [...at('Each'), ['branch.started', 'Each', { key: 'a' }]],
  [...at('Both'), ['items.listed', 'Both', items('x')]],
  [...at('Both'), ['branch.finished', 'Both', { key: 'a' }]],
  [...BRANCH, ['branch.cancelled', 'Both', { key: 'b' }]],
  [...BRANCH, ['item.started', 'Both', { key: 'a' }]],
  [...ITEMS, ['item.started', 'Each', { key: 'y' }]],
  [...ITEMS, ['item.skipped', 'Each', { key: 'y' }]],
  [...ITEMS, ['item.kept', 'Each', { key: 'x' }]],
  [...at('Work'), ['workflow.started', 'Work', { map: 'other.json' }]],
  [...at('Both'), ['worktree.planned', 'Both', { key }]],
  [...BRANCH, ['worktree.made', 'Both', { key }]],
  [...BRANCH, ['worktree.made', 'Both', { key: 'b' }]],
  [...BRANCH, ['worktree.opened', 'Both', { key }]],
  [...BRANCH, ['worktree.left', 'Both', { key }]],
  [...BRANCH, ['worktree.committed', 'Both', { key }]],
  [...BRANCH, ['worktree.merged', 'Both', { key }]],
  [...BRANCH, ['worktree.conflicted', 'Both', { key, paths: [] }]],
  [...at('Both'), ['worktree.failed', 'Both', { key, reason: '' }]],
  [...at('Both'), ['workspace.read', 'Both', { key, diff: '' }]],
];

function refusalOf(reported: readonly ShortEvent[]): string {
  try {
    foldAll(events(...reported), program);
  } catch (thrown) {
    if (!(thrown instanceof RunError)) throw thrown;
    const { code, message, help = '', retryable } = thrown;
    const [type, place, data = {}] = reported.at(-1) ?? [];
    return `${type} "${place}" ${JSON.stringify(data)}\n${code}, retryable: ${retryable}\n${message}\n${help}\n`;
  }
  return `taken: ${JSON.stringify(reported)}\n`;
}

test('a record that cannot have happened in this state of this map is refused by its number, type and reason', async () => {
  await expect(CASES.map(refusalOf).join('\n')).toMatchFileSnapshot(GOLDEN);
});

test('what comes before such a record fits', () => {
  for (const reported of CASES)
    expect(() => foldAll(events(...reported.slice(0, -1)), program)).not.toThrow();
});
