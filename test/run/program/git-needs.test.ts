import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { completeFields } from '../../../src/cli/flags/field-flags.ts';
import { loadProgram } from '../../../src/cli/io/load-program.ts';
import '../../../src/framework/install-functions.ts';
import type { Task, Workspace } from '../../../src/model/block.ts';
import type { Value } from '../../../src/model/value.ts';
import { gitNeedsOf } from '../../../src/run/program/git-needs.ts';
import { action, block } from '../../helpers/block.ts';
import { mapOf, programOf } from '../../helpers/run-host.ts';
import { decide, ending, human, parallel, shell, when } from '../../helpers/tasks.ts';

const ROOT = join(import.meta.dirname, '../../..');

function needsOf(map: string, given: Readonly<Record<string, Value>> = {}, from?: string) {
  const { program } = loadProgram(join(ROOT, 'workflows', `${map}.json`), ROOT, ROOT);
  const required = Object.fromEntries(
    program.map.fields.flatMap(({ name, required: isAsked }) => (isAsked ? [[name, 'x'] as const] : [])),
  );
  return gitNeedsOf(program, completeFields({ ...required, ...given }, program.map.fields), from);
}

describe('of the shipped maps', () => {
  test.each([
    ['efficient', { commits: 'Commit', worktrees: 'Try' }],
    ['debate', { commits: 'Commit', worktrees: 'Try' }],
    ['fast', { commits: 'Commit' }],
    ['debug', { commits: 'Commit' }],
    ['task', { commits: 'Commit' }],
    ['plan', {}],
    ['review', {}],
    ['check', {}],
    ['learn', {}],
    ['do-subtask', {}],
  ])('%s wants of git only what it can come to by its inputs', (map, needs) => {
    expect(JSON.parse(JSON.stringify(needsOf(map)))).toEqual(needs);
  });

  test('efficient needs worktrees with --waves, and merges them', () => {
    expect(needsOf('efficient', { waves: true })).toMatchObject({
      merges: 'Build In Waves',
      needsWorktrees: { task: 'Build In Waves', merges: true, end: 'Complete' },
    });
  });

  test('fast wants no more than what comes after the task it goes on with', () => {
    expect(needsOf('fast', {}, 'Commit')).toMatchObject({ commits: 'Commit', worktrees: undefined });
    expect(needsOf('fast', {}, 'Complete')).toMatchObject({ commits: undefined });
  });
});

const worktree: Workspace = { kind: 'worktree', merge: 'never', setup: undefined };
const apart = {
  ...parallel('Apart', { a: block(ending('In', '1')) }, action('Go', 'Done')),
  workspace: worktree,
};

function mapBy(...tasks: readonly [Task, ...Task[]]) {
  return gitNeedsOf(programOf(mapOf(block(...tasks, ending('Done', '1')))), {
    yes: true,
    no: false,
    word: 'a',
  });
}

/** What a map wants that reaches worktrees where a guard holds, and its end without them. */
const guarded = (guard: string, first = {}) =>
  mapBy(decide('First', first, when(guard, action('Apart', 'Apart')), action('Over', 'Done')), apart);

describe('a guard', () => {
  test.each([
    ['no', 'not reached'],
    ['!yes', 'not reached'],
    ['yes && no', 'not reached'],
    ['later && no', 'not reached'],
    ['no && later', 'not reached'],
    ['!(later || yes)', 'not reached'],
    ["word == 'b'", 'not reached'],
    ["word != 'a'", 'not reached'],
    ['yes ? no : later', 'not reached'],
    ['later', 'reached'],
    ['later || no', 'reached'],
    ['later && yes', 'reached'],
    ['later ? yes : no', 'reached'],
    ['has(later)', 'reached'],
    ['word == later', 'reached'],
    ['size(word) == 7', 'reached'],
    ['yes', 'needed'],
    ['yes || later', 'needed'],
    ["word == 'a' && !no", 'needed'],
  ])('%s: worktrees behind it are %s', (guard, expected) => {
    const { worktrees, needsWorktrees } = guarded(guard);
    const found =
      needsWorktrees !== undefined ? 'needed' : worktrees !== undefined ? 'reached' : 'not reached';
    expect(found).toBe(expected);
  });

  test('reads what the first task of its block computes of inputs, and not what is computed of itself', () => {
    expect(guarded('both', { both: 'yes && no' }).worktrees).toBeUndefined();
    expect(guarded('loop', { loop: 'loop || no' }).worktrees).toBe('Apart');
    // An input that is bound again is the one or the other.
    expect(guarded('no', { no: 'yes' }).worktrees).toBe('Apart');
  });

  test('after one that surely holds is never asked', () => {
    const tasks = decide('First', {}, when('yes', action('Over', 'Done')), action('Apart', 'Apart'));
    expect(mapBy(tasks, apart).worktrees).toBeUndefined();
  });
});

describe('worktrees are needed', () => {
  test('where an end is out of reach without them, whatever else can end the map', () => {
    const asks = human('Ask', action('Go On', 'Apart'), action('Stop', 'Stopped'));
    expect(mapBy(asks, apart, ending('Stopped', '1')).needsWorktrees).toEqual({
      task: 'Apart',
      merges: false,
      end: 'Done',
    });
  });

  test('where every command succeeds, and reached also where one fails', () => {
    const looks = (expression: string) =>
      mapBy(
        { ...shell('Look', ['ls'], action('Go', 'Choose')), as: 'base' },
        decide('Choose', {}, when(expression, action('Apart', 'Apart')), action('Over', 'Done')),
        apart,
      );
    expect(looks('base.exitCode == 0').needsWorktrees).toBeDefined();
    expect(looks('base.exitCode != 0')).toMatchObject({ worktrees: 'Apart', needsWorktrees: undefined });
  });

  test('by no task that comes only after a failure or a limit', () => {
    const fails = { ...shell('Look', ['ls'], action('Go', 'Done')), onError: 'Apart' };
    expect(mapBy(fails, apart)).toMatchObject({ worktrees: 'Apart', needsWorktrees: undefined });
    const repeats = { ...shell('Look', ['ls'], action('Go', 'Done')), maxVisits: { max: 2, then: 'Apart' } };
    expect(mapBy(repeats, apart)).toMatchObject({ worktrees: 'Apart', needsWorktrees: undefined });
  });
});

test.each([
  ['git commit -m x', true],
  ['npm test && wfmap commit --message=x', true],
  ['git add . ;git commit', true],
  ['echo git commit', false],
  ['git log', false],
])('the command %s makes a commit: %s', (line, makes) => {
  const task = {
    ...shell('Run', [], action('Go', 'Done')),
    command: { kind: 'line' as const, line: { text: line } },
  };
  expect(mapBy(task).commits).toBe(makes ? 'Run' : undefined);
});
