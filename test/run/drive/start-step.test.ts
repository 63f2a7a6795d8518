import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Block, ParallelTask, Workspace } from '../../../src/model/block.ts';
import type { RunEvent, RunEventData, RunEventType } from '../../../src/model/run-event.ts';
import type { RunHost } from '../../../src/run/host/host.ts';
import type { WorktreeKeeper } from '../../../src/run/host/worktree-keeper.ts';
import type { Program } from '../../../src/run/program/program.ts';
import { action, block, claude } from '../../helpers/block.ts';
import { broken, exited, puppetShell } from '../../helpers/performers.ts';
import { answered, puppetAgent } from '../../helpers/puppet-agent.ts';
import { mapOf, programOf, resume, start, testHost, type TestHost } from '../../helpers/run-host.ts';
import { decide, ending, parallel } from '../../helpers/tasks.ts';
import { createCrashingFileSystem } from '../../journal/crashing-file-system.ts';
import { body, worktree } from '../worktree-maps.ts';

const GOLDEN = join(import.meta.dirname, '../../fixtures/run/worktrees.out');

/** What a keeper was asked for: the step, and what it was given. */
type Asked = readonly [step: string, ...given: readonly unknown[]];

/** Somebody who does what is asked without any git, except for what a test gives instead, and remembers it. */
function puppetKeeper(asked: Asked[], instead: Partial<WorktreeKeeper> = {}): WorktreeKeeper {
  const does: WorktreeKeeper = {
    plan: async ({ key, merges }) => ({
      path: `trees/${key}`,
      branch: `work-${key}`,
      base: 'base',
      onto: merges ? 'main' : null,
    }),
    make: async () => ({ note: null }),
    commit: async (_folder, branch) => ({ head: `head of ${branch}` }),
    merge: async () => ({ kind: 'merged', base: 'base', result: 'result' }),
    close: async () => undefined,
    diff: async () => '+text',
    ...instead,
  };
  return {
    plan: (wish) => (asked.push(['plan', wish]), does.plan(wish)),
    make: (tree) => (asked.push(['make', tree]), does.make(tree)),
    commit: (...given) => (asked.push(['commit', ...given]), does.commit(...given)),
    merge: (work) => (asked.push(['merge', work]), does.merge(work)),
    close: (tree) => (asked.push(['close', tree]), does.close(tree)),
    diff: (...given) => (asked.push(['diff', ...given]), does.diff(...given)),
  };
}

function hostOf(worktrees: WorktreeKeeper, more: Partial<RunHost> = {}): TestHost {
  const agent = puppetAgent(...Array.from({ length: 9 }, () => answered('Done')));
  return testHost(createCrashingFileSystem('/project'), '/project', agent, {
    concurrency: 1,
    worktrees,
    ...more,
  });
}

/** One branch, so that what is recorded has one order. */
const oneBranch = (
  workspace: Workspace,
  more: Partial<ParallelTask> = {},
  inner: Block = body('a'),
): Program =>
  programOf(
    mapOf(
      block(
        {
          ...parallel('Build', { a: inner }, action('Go', 'Done')),
          as: 'built',
          workspace,
          ...more,
        },
        ending('Done', 'built'),
        ending('Rescue', '0'),
      ),
    ),
  );

describe('whoever keeps the worktrees of a run', () => {
  test('is asked for each step, with whose work it is and of which run', async () => {
    const asked: Asked[] = [];
    await start(hostOf(puppetKeeper(asked)), oneBranch(worktree('onSuccess')));
    const tree = { folder: '/project', path: '/project/trees/a', branch: 'work-a' };
    expect(asked).toEqual([
      [
        'plan',
        {
          root: '/project',
          folder: '/project',
          run: 'test/slip-001',
          execution: 1,
          key: 'a',
          isFirst: true,
          merges: true,
          commitMessage: undefined,
        },
      ],
      ['make', { ...tree, base: 'base' }],
      [
        'commit',
        '/project/trees/a',
        'work-a',
        { base: '/project', message: 'Work of Build/a\n\nMade by wfmap, run test/slip-001.' },
      ],
      [
        'merge',
        {
          folder: '/project',
          onto: 'main',
          branch: 'work-a',
          head: 'head of work-a',
          message: 'Merge Build/a\n\nMade by wfmap, run test/slip-001.',
          workMessage: 'Work of Build/a\n\nMade by wfmap, run test/slip-001.',
        },
      ],
      ['close', { ...tree, head: 'head of work-a' }],
    ]);
  });

  test('is told of an inner worktree by the work of the outer one, in its folder', async () => {
    const inner = block(
      decide('Note', { diff: 'workspace.diff' }, action('Go', 'In\tner')),
      {
        ...parallel('In\tner', { ['b'.repeat(200)]: body('b') }, action('Go', 'End')),
        workspace: worktree('never'),
      },
      ending('End', 'diff'),
    );
    const asked: Asked[] = [];
    await start(hostOf(puppetKeeper(asked)), oneBranch(worktree('onSuccess'), {}, inner));
    const inside = `Build/a In ner/${'b'.repeat(93)}`;
    expect(asked.filter(([step]) => step === 'plan' || step === 'diff' || step === 'commit')).toEqual([
      ['plan', expect.objectContaining({ execution: 1, key: 'a', merges: true, commitMessage: undefined })],
      ['diff', '/project/trees/a', 'base'],
      [
        'plan',
        {
          root: '/project',
          folder: '/project/trees/a',
          run: 'test/slip-001',
          execution: 3,
          key: 'b'.repeat(200),
          isFirst: true,
          merges: false,
          commitMessage: 'Work of Build/a\n\nMade by wfmap, run test/slip-001.',
        },
      ],
      [
        'commit',
        `/project/trees/${'b'.repeat(200)}`,
        `work-${'b'.repeat(200)}`,
        { base: '/project/trees/a', message: `Work of ${inside}\n\nMade by wfmap, run test/slip-001.` },
      ],
      ['commit', '/project/trees/a', 'work-a', expect.anything()],
    ]);
  });

  test('is told which worktree of a task is the first, and takes one step of opening at a time for each place', async () => {
    const asked: Asked[] = [];
    const both = programOf(
      mapOf(
        block(
          {
            ...parallel('Build', { a: body('a'), b: body('b') }, action('Go', 'Done')),
            workspace: worktree('onSuccess'),
          },
          ending('Done', '1'),
        ),
      ),
    );
    await start(hostOf(puppetKeeper(asked)), both);
    const plans = asked.flatMap(([step, wish]) => (step === 'plan' ? [wish] : []));
    expect(plans).toMatchObject([
      { key: 'a', isFirst: true },
      { key: 'b', isFirst: false },
    ]);
  });

  test('reads what was changed where no worktree is, against the last commit', async () => {
    const asked: Asked[] = [];
    const inner = block(
      decide('Note', { diff: 'workspace.diff', path: 'workspace.path' }, action('Go', 'End')),
      ending('End', '[diff, path]'),
    );
    const { state } = await start(hostOf(puppetKeeper(asked)), oneBranch({ kind: 'shared' }, {}, inner));
    expect(asked).toEqual([['diff', '/project', 'HEAD']]);
    expect(state.finished?.result).toEqual({ a: { outcome: 'End', result: ['+text', '/project'] } });
  });
});

/** What is recorded of worktrees, and of the end. */
const LINES: { readonly [T in RunEventType]?: (data: RunEventData[T]) => string } = {
  'worktree.planned': ({ key }) => `planned ${key}`,
  'worktree.made': ({ key, note }) => `made ${key}: ${note ?? '-'}`,
  'worktree.opened': ({ key }) => `opened ${key}`,
  'worktree.left': ({ key, outcome, merges }) => `left ${key} -> ${outcome}${merges ? ', to be merged' : ''}`,
  'worktree.committed': ({ key }) => `committed ${key}`,
  'worktree.merged': ({ key }) => `merged ${key}`,
  'worktree.conflicted': ({ key, paths }) => `conflict ${key}, files: ${paths.length}`,
  'worktree.removed': ({ key }) => `removed ${key}`,
  'worktree.kept': ({ key, reason }) => `kept ${key}: ${reason}`,
  'worktree.failed': ({ key, reason }) => `stuck ${key}: ${reason}`,
  'task.failed': ({ task, fault: kind, reason }) => `fail ${task} (${kind}): ${reason}`,
  'run.paused': ({ reason, exitCode, message }) => `pause (${reason}, exit code ${exitCode}): ${message}`,
  'run.finished': ({ outcome, result }) => `end ${outcome}: ${JSON.stringify(result)}`,
};

function reportedBy({ type, data }: RunEvent): readonly string[] {
  // The line of a type takes the data of that type.
  const line = LINES[type] as ((given: RunEvent['data']) => string) | undefined;
  return line === undefined ? [] : [line(data)];
}

interface Case {
  readonly law: string;
  readonly program: Program;
  readonly instead?: Partial<WorktreeKeeper>;
  readonly shell?: RunHost['shell'];
}

const merged = oneBranch(worktree('onSuccess'));
const setup = ['make', 'ready'];
const fault = async () => ({ fault: 'Git would not.' });
const conflict = (count: number): WorktreeKeeper['merge'] => {
  const paths = Array.from({ length: count }, (_, index) => `f${index}`);
  return async () => ({ kind: 'conflict', base: 'base', paths });
};
const unchanged = async () => ({ head: 'base' });

const CASES: readonly Case[] = [
  { law: 'merged', program: merged },
  { law: 'made with a note', program: merged, instead: { make: async () => ({ note: 'No submodule.' }) } },
  { law: 'not to be merged', program: oneBranch(worktree('never')) },
  { law: 'its block failed', program: oneBranch(worktree('onSuccess'), {}, body('a', true)) },
  { law: 'nothing changed', program: oneBranch(worktree('never')), instead: { commit: unchanged } },
  { law: 'it stays all the same', program: merged, instead: { close: async () => 'Somebody works there.' } },
  { law: 'a conflict in one file', program: merged, instead: { merge: conflict(1) } },
  { law: 'a conflict in as many as are named', program: merged, instead: { merge: conflict(20) } },
  { law: 'a conflict in more than are named', program: merged, instead: { merge: conflict(23) } },
  { law: 'no plan', program: merged, instead: { plan: fault } },
  { law: 'not made', program: merged, instead: { make: fault } },
  { law: 'not committed', program: merged, instead: { commit: fault } },
  { law: 'not merged', program: merged, instead: { merge: fault } },
  {
    law: 'a disk that fails',
    program: merged,
    instead: { make: () => Promise.reject(new Error('The disk is full.')) },
  },
  {
    law: 'not made, and a way out',
    program: oneBranch(worktree('never'), { onError: 'Rescue' }),
    instead: { make: fault },
  },
  { law: 'set up', program: oneBranch(worktree('onSuccess', setup)) },
  {
    law: 'a command that fails',
    program: oneBranch(worktree('never', setup)),
    shell: puppetShell(exited(3)),
  },
  {
    law: 'a command that is not there',
    program: oneBranch(worktree('never', setup)),
    shell: puppetShell(broken('permanent')),
  },
  {
    law: 'a command that is interrupted',
    program: oneBranch(worktree('never', setup)),
    shell: puppetShell({ outcome: 'interrupted', durationMs: 1 }, exited(0)),
  },
  {
    law: 'a condition that holds',
    program: oneBranch(worktree("result.outcome == 'End' && result.result == 'a'")),
  },
  { law: 'a condition that does not hold', program: oneBranch(worktree("result.result == 'b'")) },
  { law: 'a condition that is null', program: oneBranch(worktree('null')) },
  { law: 'a condition that is no truth', program: oneBranch(worktree("'yes'")) },
  { law: 'a condition without a value', program: oneBranch(worktree('nothing')) },
];

test('what becomes of a worktree is told in these words', async () => {
  const reported: string[] = [];
  for (const { law, program, instead = {}, shell = puppetShell(exited(0)) } of CASES) {
    const host = hostOf(puppetKeeper([], instead), { shell });
    await start(host, program);
    reported.push([`== ${law}`, ...host.events.flatMap(reportedBy), ''].join('\n'));
  }
  await expect(reported.join('\n')).toMatchFileSnapshot(GOLDEN);
});

test('the command that sets a worktree up runs there, for the task around', async () => {
  const shell = puppetShell(exited(0));
  await start(hostOf(puppetKeeper([]), { shell }), oneBranch(worktree('never', setup)));
  expect(shell.asked).toMatchObject([
    {
      argv: setup,
      task: 'Build',
      visit: 1,
      variables: {},
      timeoutMs: undefined,
      workFolder: '/project/trees/a',
    },
  ]);
});

test('a step that could not be taken is taken again when the run is gone on with', async () => {
  let tries = 0;
  const make: WorktreeKeeper['make'] = async () => ((tries += 1) === 1 ? fault() : { note: null });
  const asked: Asked[] = [];
  const host = hostOf(puppetKeeper(asked, { make }));
  const { state, directory } = await start(host, merged);
  expect(state.paused?.reason).toBe('failed');
  expect((await resume(host, merged, directory)).finished?.outcome).toBe('Done');
  expect(asked.map(([step]) => step)).toEqual(['plan', 'make', 'make', 'commit', 'merge', 'close']);
});

test('an agent of a branch works in its worktree', async () => {
  const agent = puppetAgent(answered('Done'));
  const inner = block(claude('Code', action('Done', 'End')), ending('End', '1'));
  await start(hostOf(puppetKeeper([]), { agent }), oneBranch(worktree('never'), {}, inner));
  expect(agent.turns.map(({ workFolder }) => workFolder)).toEqual(['/project/trees/a']);
});

test('a worktree that could not be made fails the task once the others are over', async () => {
  const build = parallel('Build', { a: body('a'), b: body('b') }, action('Go', 'Done'));
  const both = programOf(
    mapOf(
      block(
        { ...build, workspace: worktree('onSuccess'), onError: 'Rescue' },
        ending('Done', '1'),
        ending('Rescue', '0'),
      ),
    ),
  );
  const make: WorktreeKeeper['make'] = ({ branch }) =>
    branch === 'work-a' ? fault() : Promise.resolve({ note: null });
  const host = hostOf(puppetKeeper([], { make }), { concurrency: 8 });
  await start(host, both);
  const reported = host.events.flatMap(reportedBy);
  expect(
    reported
      .slice(reported.indexOf('stuck a: Git would not.'))
      .filter((line) => !/^(?:made|opened)/.test(line)),
  ).toEqual([
    'stuck a: Git would not.',
    'left b -> End, to be merged',
    'committed b',
    'merged b',
    'removed b',
    'fail Build (permanent): "a": Git would not.',
    'end Rescue: 0',
  ]);
});
