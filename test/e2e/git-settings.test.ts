/** What makes git run programs, changed in the middle of a run: the engine's own git refuses to go on with it. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect as standard } from 'vitest';
import { mapOf } from './helpers/maps.ts';
import { probeWall } from '../../src/wall/probe-wall.ts';
import { isNeededWall } from '../helpers/needed-walls.ts';
import { test, type Project } from './helpers/project.ts';

const shell = (line: string, next: string) => ({
  type: 'shell',
  command: ['sh', '-ec', line],
  actions: { Next: { target: next } },
});
const COMMIT = {
  type: 'shell',
  command: ['wfmap', 'commit', '--message=made by the run'],
  actions: { Committed: { target: 'Done', when: 'result.exitCode == 0' }, Refused: { target: 'Broken' } },
};
const BROKEN = { type: 'end', failed: true };

/** Begins with changes that are to be committed. */
function put(project: Project, line: string, commit: object = COMMIT): void {
  project.put('work.json', mapOf({ Tamper: shell(line, 'Commit'), Commit: commit, Broken: BROKEN }));
  project.git('add', '.');
  project.git('commit', '-q', '-m', 'the map');
  const hooks = join(dirname(project.root), 'hooks');
  mkdirSync(hooks);
  writeFileSync(join(hooks, 'pre-commit'), '#!/bin/sh\ntouch ran\n');
  chmodSync(join(hooks, 'pre-commit'), 0o755);
  standard(project.has('ran')).toBe(false);
}

const MADE = 'echo made > made.txt';

test.for([
  [
    'the key of a folder of hooks',
    'git config core.hooksPath ../hooks',
    '"core.hookspath" in ".git/config" is new',
  ],
  ['a hook', 'mkdir -p .git/hooks; cp ../hooks/pre-commit .git/hooks/', '".git/hooks/pre-commit" is new'],
  [
    'attributes',
    'mkdir -p .git/info; echo "* filter=x" > .git/info/attributes',
    '".git/info/attributes" is new',
  ],
  ['a filter', 'git config filter.x.clean "touch ran"', '"filter.x.clean" in ".git/config" is new'],
  [
    'a file that the configuration includes',
    'echo "[core]\nhooksPath=../hooks" > .git/more; git config include.path more',
    '"core.hookspath" in ".git/more" is new',
  ],
  [
    'another value',
    'git config core.bare true; git config core.bare false; git config user.name Other',
    '"user.name" in ".git/config" is new',
  ],
] as const)(
  '%s, changed by a task, keeps wfmap from committing, and is named',
  async ([_what, line, named], { expect, project }) => {
    put(project, `${MADE}\n${line}`);
    const head = project.git('rev-parse', 'HEAD');
    const { code, reported } = await project.run(['run', 'work.json']);
    expect(code, reported).toBe(6);
    expect(reported).toContain("Git's settings are not those of the start of the run: ");
    expect(reported).toContain(named);
    expect(project.git('rev-parse', 'HEAD')).toBe(head);
    expect(project.has('ran')).toBe(false);
  },
);

test('a resume names what changed, goes on with it, and the journal records it', async ({
  expect,
  project,
}) => {
  put(project, `${MADE}\ngit config core.hooksPath ../hooks`);
  const paused = await project.run(['run', 'work.json']);
  expect(paused.code, paused.reported).toBe(6);
  const { code, reported } = await project.run(['resume']);
  expect(code, reported).toBe(0);
  expect(reported).toMatch(
    /^Git's settings changed since this run was last driven: .*"core.hookspath" in ".git\/config"/m,
  );
  expect(project.git('log', '-1', '--format=%s')).toBe('made by the run\n');
  expect(project.has('ran')).toBe(true);
  const digests = project
    .events('work/slip-001')
    .flatMap(({ type, data }) =>
      (type === 'run.started' || type === 'run.resumed') && data.gitSettings !== undefined
        ? [data.gitSettings]
        : [],
    );
  expect(digests.map((each) => Object.keys(each).some((name) => name.includes('hookspath')))).toEqual([
    false,
    true,
  ]);
});

test('a command line that commits by git itself is not started either', async ({ expect, project }) => {
  const commit = { ...COMMIT, command: 'git add made.txt && git commit -qm mine' };
  put(project, `${MADE}\ngit config core.hooksPath ../hooks`, commit);
  const { code, reported } = await project.run(['run', 'work.json']);
  expect(code, reported).toBe(6);
  expect(project.has('ran')).toBe(false);
});

test('what only fetching and pushing read, and hooks of the work tree, change nothing', async ({
  expect,
  project,
}) => {
  project.git('config', 'core.hooksPath', 'tools');
  const lines = [
    'git remote add origin https://example.org/x; git config branch.main.remote origin; git config branch.main.vscode-merge-base x',
    'mkdir tools; echo "#!/bin/sh" > tools/pre-commit; chmod +x tools/pre-commit',
  ];
  put(project, [MADE, ...lines].join('\n'));
  const { code, reported } = await project.run(['run', 'work.json']);
  expect(code, reported).toBe(0);
  expect(project.git('log', '-1', '--format=%s')).toBe('made by the run\n');
});

/** A foreach with one item, whose command runs in a worktree that is merged. */
function inWorktree(line: string, next: string): object {
  const body = {
    startTaskDefinition: 'Make',
    taskDefinitions: { Make: shell(line, 'End'), End: { type: 'end' } },
  };
  const workspace = { worktree: { merge: 'onSuccess' } };
  const actions = { Next: { target: next } };
  return { type: 'foreach', items: "['a']", item: 'item', workspace, body, actions };
}

test('no worktree is committed or merged with changed settings, and what was made stays', async ({
  expect,
  project,
}) => {
  const each = inWorktree(`${MADE}\ngit config core.hooksPath ../../../../hooks`, 'Done');
  put(project, 'true');
  project.put('work.json', mapOf({ Build: each }));
  project.git('add', '.');
  project.git('commit', '-q', '-m', 'another map');
  const head = project.git('rev-parse', 'HEAD');
  const paused = await project.run(['run', 'work.json']);
  expect(paused.code, paused.reported).toBe(6);
  expect(paused.reported).toContain('"core.hookspath" in ');
  expect(project.git('rev-parse', 'HEAD')).toBe(head);
  const resumed = await project.run(['resume']);
  expect(resumed.code, resumed.reported).toBe(0);
  expect(project.read('made.txt')).toBe('made\n');
});

test('worktrees of a run, in waves and with --worktree, are no change of settings', async ({
  expect,
  project,
}) => {
  project.git('config', 'extensions.worktreeConfig', 'true');
  const each = inWorktree('echo x > "$PWD/made.txt"', 'Commit');
  project.put(
    'work.json',
    mapOf({
      Build: each,
      Commit: { ...COMMIT, command: ['wfmap', 'commit', '--message=x'] },
      Broken: BROKEN,
    }),
  );
  project.git('add', '.');
  project.git('commit', '-q', '-m', 'the map');
  for (const words of [[], ['--worktree']]) {
    const { code, reported } = await project.run(['run', 'work.json', ...words]);
    expect(reported).not.toContain("Git's settings");
    expect(code, reported).toBe(0);
  }
});

const WITHOUT = { wall: undefined, reason: '' };

for (const kind of ['off', 'bwrap', 'landlock'] as const) {
  const { wall, reason } = kind === 'off' ? WITHOUT : probeWall({ WFMAP_WALL: kind });
  const isThere = kind === 'off' || wall !== undefined || isNeededWall(kind);
  const why = isThere ? '' : `, which does not hold here (${reason})`;

  test.skipIf(!isThere)(
    `no filter that a task brings is run by wfmap itself, outside of its wall: ${kind}${why}`,
    async ({ expect, project }) => {
      const line = [
        'for where in --local --global; do git config $where filter.x=y.clean "touch .wfmap/ran; cat"; done',
        'mkdir -p .git/info',
        'for file in .git/info/attributes .gitattributes src/.gitattributes; do echo "* filter=x=y" > $file; done',
        'echo more >> src/greet.txt',
        'true',
      ].join('\n');
      const effects = kind === 'landlock' ? { writes: ['src'], mayCommit: true } : { writes: ['anything'] };
      const work = { ...shell(line, 'Done'), command: ['sh', '-c', line], ...effects };
      project.put('work.json', mapOf({ Work: work }));
      project.put('src/greet.txt', 'hello\n');
      project.git('add', '.');
      project.git('commit', '-q', '-m', 'the map');
      const ofUser = join(dirname(project.root), 'gitconfig');
      writeFileSync(ofUser, '');
      const environment = { WFMAP_WALL: kind, GIT_CONFIG_GLOBAL: ofUser };
      const { code, reported } = await project.run(['run', 'work.json'], { environment });
      expect(code, reported).toBe(6);
      expect(reported).toContain('It changed how git works here, which no task may: ".git/config"');
      expect(project.has('.wfmap/ran')).toBe(false);
    },
  );
}
