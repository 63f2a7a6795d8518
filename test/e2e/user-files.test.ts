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
  { match: '# Job: find where this comes from', output: exampleOf('research') },
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
  { match: '# Job: mend this fault', output: exampleOf('actor-report') },
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

  test.for([
    ['Commit', 0, 'by the agent\n', ['new.txt', 'src/third.txt']],
    ['Leave Out', 0, 'third\n', ['new.txt']],
    ['Stop', 1, 'third\n', []],
  ] as const)(
    'that an agent changes as well are committed, left out, or stop the run, as a person says: %s',
    async ([choice, code, committed, paths], { project, expect }) => {
      beginMine(project);
      project.script(
        {
          match: MAKE,
          write: { 'src/third.txt': 'by the agent\n', 'new.txt': 'by the agent\n' },
          output: exampleOf('actor-report'),
        },
        ...GOES_WELL,
      );
      const paused = await project.run(['run', 'efficient', '--storyId=STORY-1', '--autoApprove']);
      expect(paused.code, paused.reported).toBe(4);
      expect(paused.stdout).toContain('- src/third.txt');
      expect(paused.stdout).not.toContain('new.txt');
      const [, shown = ''] = /git show (\w+):<file>/.exec(paused.stdout) ?? [];
      expect(project.git('show', `${shown}:src/third.txt`)).toBe('mine\n');
      expect(subjectsOf(project)).toEqual(['more', 'start']);
      const answered = await project.run(['answer', 'efficient/slip-001', choice]);
      expect(answered.code, answered.reported).toBe(code);
      expect(project.git('show', 'HEAD:src/third.txt')).toBe(committed);
      const made = project.git('log', '--format=', '--name-only', '--max-count=1', '--grep=ST-001').trim();
      expect(made.split('\n').filter((path) => path !== '')).toEqual(paths);
      expect(project.read('src/third.txt')).toBe('by the agent\n');
      expect(project.git('diff', '--cached', '--name-only').trim()).toBe('src/other.txt');
    },
  );

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

test('each subtask has the commit that it made, and one that changed nothing has none', async ({
  project,
  expect,
}) => {
  const output = exampleOf('actor-report');
  project.script(
    { match: '# Job: plan the work', output: planOf('greet', 'wave', 'leave') },
    { match: `${MAKE}[^]*## Current Subtask\\nST-001`, write: { 'one.txt': 'one\n' }, output },
    { match: `${MAKE}[^]*## Current Subtask\\nST-003`, write: { 'three.txt': 'three\n' }, output },
    ...GOES_WELL,
  );
  const { code, reported } = await project.run([
    'run',
    'efficient',
    '--storyId=STORY-1',
    '--autoApprove',
    '--here',
  ]);
  expect(code, reported).toBe(0);
  expect(subjectsOf(project)).toEqual(['ST-003: leave', 'ST-001: greet', 'start']);
  const [last = '', first = ''] = project.git('log', '--format=%H').trim().split('\n');
  const state = JSON.parse(project.read('.map/main/step_state.json'));
  expect(state.subtask_results).toMatchObject({
    'ST-001': { status: 'valid', commit_sha: first, files_changed: ['one.txt'] },
    'ST-002': { status: 'no-op', commit_sha: null, files_changed: [] },
    'ST-003': { status: 'valid', commit_sha: last, files_changed: ['three.txt'] },
  });
  const prompts = project.calls().map(({ prompt }) => prompt);
  expect(prompts.filter((prompt) => prompt.includes('You changed nothing.'))).toHaveLength(1);
  const judged = prompts.filter((prompt) => prompt.includes('# Job: judge this change'));
  expect(judged).toHaveLength(2);
  expect(judged[0]).toContain('- changed: one.txt\n');
  expect(judged[0]).toContain('In the report, and not changed: src/parse-duration.ts');
  expect(judged[0]).toContain('Changed, and missing in the report: one.txt.');
});

test('what lies there uncommitted when a subtask begins is in no commit of it', async ({
  project,
  expect,
}) => {
  const output = exampleOf('actor-report');
  project.script(
    { match: '# Job: plan the work', output: planOf('greet', 'wave') },
    { match: `${MAKE}[^]*## Current Subtask\\nST-002`, write: { 'two.txt': 'two\n' }, output },
    { match: MAKE, write: { 'one.txt': 'one\n' }, output },
    ...GOES_WELL,
  );
  // A repository whose hook leaves something behind once a commit is made.
  project.put('.git/hooks/post-commit', '#!/bin/sh\necho left > left.txt\n');
  chmodSync(join(project.root, '.git/hooks/post-commit'), 0o755);
  const { code, reported } = await project.run([
    'run',
    'efficient',
    '--storyId=STORY-1',
    '--autoApprove',
    '--skipResearch',
  ]);
  expect(code, reported).toBe(0);
  expect(project.git('log', '--format=%s', '--name-only', '-2').trim()).toBe(
    'ST-002: wave\n\ntwo.txt\nST-001: greet\n\none.txt',
  );
  expect(project.git('status', '--porcelain')).toContain('?? left.txt');
});

test('a test of the contract that the actor changes stops the run, which names it', async ({
  project,
  expect,
}) => {
  const failure = String.raw`not ok 1 - greets\n  location: 'test.txt:1:1'\n`;
  project.put('run-tests.sh', `#!/bin/sh\n[ ! -f test.txt ] || { printf "${failure}"; exit 1; }\n`);
  project.git('add', '-A');
  project.git('commit', '-q', '-m', 'all');
  project.script(
    {
      match: '# Job: write the tests',
      write: { 'test.txt': 'fails\n' },
      output: { ...exampleOf('test-report'), test_files: ['./test.txt', 'never/written.txt'] },
    },
    {
      match: MAKE,
      write: { 'test.txt': 'emptied\n', 'src/new.txt': 'new\n' },
      output: exampleOf('actor-report'),
    },
    ...GOES_WELL,
  );
  const words = ['run', 'efficient', '--storyId=STORY-1', '--autoApprove', '--skipResearch', '--tdd'];
  const { code, stdout, reported } = await project.run([...words, '--testCommand=sh run-tests.sh']);
  expect(code, reported).toBe(6);
  expect(stdout).toContain('It changed "test.txt", and may change anything but "test.txt".');
  const made = project.calls().find(({ prompt }) => prompt.includes(MAKE));
  expect(made?.prompt).toContain('Frozen: test.txt.');
});
