import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { exampleOf, GOES_WELL, planOf } from './helpers/map-rules.ts';
import { mapOf } from './helpers/maps.ts';
import { test, type Project } from './helpers/project.ts';

const STEP = {
  description: 'It.',
  dependencies: [],
  risk_level: 'low',
  risks: [],
  complexity_score: 2,
  validation_criteria: ['VC1: it is gone'],
  affected_files: [],
};

/** A bug that is mended in one step and then verified, by agents that change nothing but what a rule before says. */
const DEBUG = [
  { match: '# Job: see what is there', output: exampleOf('research') },
  {
    match: '# Job: plan how to find and mend',
    output: {
      root_cause_hypothesis: 'Rounding',
      open_questions: [],
      steps: [
        { ...STEP, id: 'ST-002', title: 'Mend it', debug_type: 'fix' },
        { ...STEP, id: 'ST-003', title: 'See it gone', debug_type: 'verification' },
      ],
    },
  },
  { match: '# Job: make this change', output: exampleOf('actor-report') },
  { match: '# Job: judge this change', output: exampleOf('monitor-report') },
  { match: '# Job: predict', output: exampleOf('prediction') },
  { match: '# Job: score this change', output: exampleOf('evaluation') },
];

const MAKE = '# Job: make this change';

/** What a user has begun: a file that git does not know, one that is staged, one that is changed. */
function beginMine({ put, git }: Project): string {
  put('src/other.txt', 'other\n');
  put('src/third.txt', 'third\n');
  git('add', '-A');
  git('commit', '-q', '-m', 'more');
  put('WIP.txt', 'mine\n');
  put('.env', 'SECRET=1\n');
  put('src/other.txt', 'mine, staged\n');
  git('add', 'src/other.txt');
  put('src/third.txt', 'mine\n');
  return git('status', '--porcelain');
}

const subjectsOf = ({ git }: Project): string[] => git('log', '--format=%s').trim().split('\n');

describe('a user’s uncommitted files', () => {
  test('are in no commit of debug, which makes none where its fix has changed nothing', async ({
    project,
    expect,
  }) => {
    const mine = beginMine(project);
    project.script(...DEBUG);
    const { code, stderr, reported } = await project.run(['run', 'debug', '--storyId=STORY-1']);
    expect(code, reported).toBe(0);
    expect(stderr).toContain('shipped maps commit and set aside only what changes from now on');
    expect(subjectsOf(project)).toEqual(['more', 'start']);
    expect(project.git('status', '--porcelain')).toBe(mine);
    expect(project.read('WIP.txt')).toBe('mine\n');
  });

  test('stay in place while efficient commits what its agents did, of an ejected copy as well', async ({
    project,
    expect,
  }) => {
    for (const [map, name] of [
      ['efficient', 'new.txt'],
      ['efficient', 'newer.txt'],
    ] as const) {
      if (name === 'newer.txt') await project.run(['eject', map]);
      const mine = name === 'newer.txt' ? project.git('status', '--porcelain') : beginMine(project);
      project.script(
        { match: MAKE, write: { [name]: 'by the agent\n' }, output: exampleOf('actor-report') },
        ...GOES_WELL,
      );
      const words = ['run', map, '--storyId=STORY-1', '--autoApprove'];
      const { code, stderr, reported } = await project.run(words, { folder: 'src' });
      expect(code, reported).toBe(0);
      expect(stderr).not.toContain('uncommitted edits of yours');
      expect(project.git('show', '--format=%s', '--name-only').trim()).toBe(
        `ST-001: greet by name\n\n${name}`,
      );
      expect(project.git('status', '--porcelain')).toBe(mine);
    }
  });

  test('that an agent changes are committed whole, and that is told with how to see them', async ({
    project,
    expect,
  }) => {
    beginMine(project);
    project.script(
      { match: MAKE, write: { 'src/third.txt': 'by the agent\n' }, output: exampleOf('actor-report') },
      ...GOES_WELL,
    );
    const { code, stderr, reported } = await project.run([
      'run',
      'efficient',
      '--storyId=STORY-1',
      '--autoApprove',
    ]);
    expect(code, reported).toBe(0);
    expect(project.git('show', 'HEAD:src/third.txt')).toBe('by the agent\n');
    const line =
      /1 file with uncommitted edits of yours changed after the run started .*: "src\/third.txt"\. To see your version: git (show \S+)/;
    const [, show = ''] = line.exec(stderr) ?? [];
    expect(project.git(...show.split(' ')), reported).toBe('mine\n');
  });

  test('have what they held once a subtask is skipped, and its changes come back with the line that is told', async ({
    project,
    expect,
  }) => {
    const mine = beginMine(project);
    project.script(
      {
        match: MAKE,
        write: { 'new.txt': 'by the agent\n', '.env': 'overwritten\n' },
        output: { ...exampleOf('actor-report'), blocker: 'No rights.' },
      },
      ...GOES_WELL,
    );
    const paused = await project.run(['run', 'efficient', '--storyId=STORY-1', '--autoApprove']);
    expect(paused.code, paused.reported).toBe(4);
    const skipped = await project.run(['answer', 'efficient/slip-001', 'Skip']);
    expect(project.git('status', '--porcelain'), skipped.reported).toBe(mine);
    expect(project.read('.env')).toBe('SECRET=1\n');
    expect(subjectsOf(project)).toEqual(['more', 'start']);
    const [, apply = ''] =
      /"wfmap: ST-001 left"\. To bring it back: git (stash apply \S+)/.exec(skipped.stderr) ?? [];
    project.git('stash', 'push', '-q', '--include-untracked');
    project.git(...apply.split(' '));
    expect(project.read('new.txt')).toBe('by the agent\n');
  });
});

test('what a hook says of a commit goes back to the agent, and the commit comes once it is content', async ({
  project,
  expect,
}) => {
  const mine = beginMine(project);
  project.put(
    '.git/hooks/pre-commit',
    '#!/bin/sh\ngrep -q bad src/greet.txt || exit 0\necho "no bad words"\nexit 1\n',
  );
  chmodSync(join(project.root, '.git/hooks/pre-commit'), 0o755);
  const output = exampleOf('actor-report');
  project.script(
    { match: 'no bad words', write: { 'src/greet.txt': 'good\n' }, output },
    { match: MAKE, write: { 'src/greet.txt': 'bad\n' }, output },
    { match: '# Job: plan the work', output: planOf('greet') },
    ...GOES_WELL,
  );
  const { code, reported } = await project.run(['run', 'efficient', '--storyId=STORY-1', '--autoApprove']);
  expect(code, reported).toBe(0);
  expect(project.git('show', 'HEAD:src/greet.txt')).toBe('good\n');
  expect(project.git('status', '--porcelain')).toBe(mine);
});

describe('wfmap commit', () => {
  test('outside of a run commits nothing', async ({ project, expect }) => {
    beginMine(project);
    const { code, stderr } = await project.run(['commit', '--message=all']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('There is no record of the files')]);
    expect(subjectsOf(project)).toEqual(['more', 'start']);
  });

  test('is the command of any map, wherever wfmap lies, and takes its message as it is', async ({
    project,
    expect,
  }) => {
    beginMine(project);
    const message = '- "odd" $(x) \'y\'\n\nbody --help';
    project.put(
      'one.json',
      mapOf({
        A: { type: 'shell', command: 'echo made > made.txt', actions: { Next: { target: 'B' } } },
        B: {
          type: 'shell',
          command: ['wfmap', 'commit', `--message=${message}`],
          as: 'made',
          actions: { Next: { target: 'Done', when: 'result.exitCode == 0' }, No: { target: 'A' } },
        },
      }),
    );
    const { code, reported } = await project.run(['run', 'one.json']);
    expect(code, reported).toBe(0);
    expect(project.git('show', '--format=%B', '--name-only').trim()).toBe(`${message}\n\n\nmade.txt`);
  });
});
