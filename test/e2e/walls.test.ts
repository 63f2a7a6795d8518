/**
 * Whole runs behind each wall that holds here: what tasks write, and what they try against the run itself.
 *
 * A wall that is not there is skipped, and its title says why; where `WFMAP_NEEDED_WALLS` names it that is a failure.
 */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe } from 'vitest';
import type { RunEvent } from '../../src/model/run-event.ts';
import { probeWall } from '../../src/wall/probe-wall.ts';
import { ask, mapOf } from './helpers/maps.ts';
import { test, type Project } from './helpers/project.ts';
import { isNeededWall } from '../helpers/needed-walls.ts';

const NEXT = { Complete: 'Done' };
/** What a command that may fail, and one that may not, leads to. */
const TO_DONE = { Complete: { target: 'Done' } };
const IF_WELL = {
  Complete: { target: 'Done', when: 'result.exitCode == 0' },
  Failed: { target: 'Broken' },
};
const RUN = '.wfmap/runs/walled/slip-001';

/** Against what decides about a run and about commits. */
const AGAINST_THE_RUN = [
  `mkdir -p ${RUN}/answers; echo '{}' > ${RUN}/answers/forged.json`,
  `mkdir ${RUN}/forged`,
  `echo '{}' >> ${RUN}/journal.jsonl`,
  `rm -rf ${RUN}`,
  `mv .wfmap/runs .wfmap/gone; mv .wfmap gone`,
  'mkdir -p .git/hooks; echo exit 1 > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit',
  'git config core.hooksPath evil',
  'mkdir -p .git/info; echo "* filter=evil" > .git/info/attributes',
  'mv .git/hooks .git/hooks-were; mv .git away',
];

const AGAINST_THE_TREE = [
  'echo hacked > src/greet.txt',
  `node -e 'fs.writeFileSync("new.txt", "hacked")'`,
  'rm -rf stories',
  'git commit --quiet --allow-empty --message mine',
  'ln -s src/greet.txt link; (setsid sh -c "sleep 0.2; echo late > late.txt" &)',
];

/** Whether a process is a sleep of so many seconds. */
function isSleeper(pid: string, seconds: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1') === `sleep\0${seconds}\0`;
  } catch {
    return false;
  }
}

/** What nobody but the run has changed. */
function stateOf(project: Project): string {
  const hooks = ['.git/hooks/pre-commit', '.git/info/attributes', 'gone', 'away', '.wfmap/gone'];
  return [
    project.git('status', '--porcelain', '--', '.', ':!.wfmap'),
    project.git('rev-parse', 'HEAD'),
    readFileSync(join(project.root, '.git/config'), 'utf8'),
    ...hooks.filter(project.has),
    ...project.list(`${RUN}/answers`),
  ].join('\n');
}

/** All files of a project but those of runs, with what is in them. */
function filesOf(root: string, below = ''): readonly string[] {
  return readdirSync(join(root, below), { withFileTypes: true }).flatMap((entry) => {
    const path = join(below, entry.name);
    if (path === '.wfmap') return [];
    const { mode } = lstatSync(join(root, path));
    if (entry.isDirectory()) return [`${path} ${mode}`, ...filesOf(root, path)];
    return [`${path} ${mode} ${entry.isFile() ? readFileSync(join(root, path), 'latin1') : ''}`];
  });
}

for (const kind of ['bwrap', 'landlock'] as const) {
  const { wall, reason } = probeWall({ WFMAP_WALL: kind });
  const why = wall === undefined ? `, which does not hold here (${reason}),` : '';

  describe.skipIf(wall === undefined && !isNeededWall(kind))(`a run behind ${kind}${why}`, () => {
    /** The project with a map and a stand-in that remembers where a task may write. */
    const walled = (project: Project, tasks: Record<string, object>): Record<string, string> => {
      project.put('walled.json', mapOf({ ...tasks }));
      project.git('add', '.');
      project.git('commit', '-q', '-m', 'the map');
      const state = join(dirname(project.root), '.cache/stand-in');
      mkdirSync(state, { recursive: true });
      return { WFMAP_WALL: kind, STAND_IN_STATE: state };
    };
    const startOf = (project: Project): RunEvent | undefined => project.events('walled/slip-001')[0];

    test('keeps an agent that may write nothing from writing, and records the wall', async ({
      expect,
      project,
    }) => {
      const environment = walled(project, { Look: ask(NEXT, { writes: ['nothing'] }) });
      project.script({ run: [...AGAINST_THE_TREE, ...AGAINST_THE_RUN].join('\n'), action: 'Complete' });
      const before = stateOf(project);
      const { code, reported } = await project.run(['run', 'walled.json'], { environment });
      expect(code, reported).toBe(0);
      expect(stateOf(project)).toBe(before);
      expect(startOf(project)?.data).toMatchObject({ wall: { kind } });
      expect(reported).toMatch(/^Tasks .* behind (bwrap|Landlock)/m);
    });

    test('lets an agent write the folders of its task, and no others', async ({ expect, project }) => {
      const look = { writes: ['src', 'made/by/it'], frozen: "['src/frozen.txt']" };
      mkdirSync(join(project.root, 'made'));
      project.put('made/keep.txt', 'kept\n');
      const environment = walled(project, { Write: ask(NEXT, look) });
      const own =
        'echo mine > src/mine.txt; mkdir -p made/by/it; echo x > made/by/it/y; echo x > made/keep.txt';
      const tries = [...AGAINST_THE_TREE.slice(1), ...AGAINST_THE_RUN, own];
      project.script({ run: tries.join('\n'), action: 'Complete' });
      const before = stateOf(project);
      const { code, reported } = await project.run(['run', 'walled.json'], { environment });
      // What is beside a folder that is not there yet is frozen where the wall can do that, and compared elsewhere.
      expect(code, reported).toBe(kind === 'bwrap' ? 0 : 6);
      if (kind === 'landlock') expect(reported).toContain('It changed "made/keep.txt"');
      expect(project.read('src/mine.txt')).toBe('mine\n');
      expect(project.read('made/by/it/y')).toBe('x\n');
      expect(project.has('late.txt')).toBe(false);
      rmSync(join(project.root, 'src/mine.txt'));
      rmSync(join(project.root, 'made/by'), { recursive: true });
      project.put('made/keep.txt', 'kept\n');
      expect(stateOf(project)).toBe(before);
    });

    test('keeps a command from writing as it does an agent', async ({ expect, project }) => {
      const line = [...AGAINST_THE_TREE, ...AGAINST_THE_RUN].join('\n');
      const look = { type: 'shell', command: ['sh', '-c', line], writes: ['nothing'], actions: TO_DONE };
      const environment = walled(project, { Look: look });
      const before = stateOf(project);
      const { code, reported } = await project.run(['run', 'walled.json'], { environment });
      expect(code, reported).toBe(0);
      expect(stateOf(project)).toBe(before);
    });

    test('lets a reader run tests that need a temporary folder and a cache', async ({ expect, project }) => {
      const line = 'd=$(mktemp -d) && echo x > $d/x && echo x > $(dirname $d)/y && echo x > ~/.cache/z';
      const look = { type: 'shell', command: ['sh', '-ec', line], writes: ['nothing'], actions: IF_WELL };
      const environment = walled(project, { Look: look, Broken: { type: 'end', failed: true } });
      const { code, reported } = await project.run(['run', 'walled.json'], { environment });
      expect(code, reported).toBe(0);
      expect(existsSync(join(dirname(project.root), '.cache/z'))).toBe(true);
    });

    test('lets a reader without an overlay write what git ignores and is there, but no folder of tools, and nothing through a link', async ({
      expect,
      project,
    }) => {
      const outside = join(dirname(project.root), 'outside');
      mkdirSync(outside);
      project.put('.gitignore', '/target\n/.husky/_\n*.log\n/linked\n.env\n');
      for (const path of ['target/a', '.husky/_/a', 'run.log', '.env']) project.put(path, 'was\n');
      symlinkSync(outside, join(project.root, 'linked'));
      const line =
        'for f in target/a target/b .husky/_/a run.log .env linked/a new.log; do echo is > $f; done 2> /dev/null; true';
      const look = { type: 'shell', command: ['sh', '-c', line], writes: ['nothing'], actions: TO_DONE };
      // Beside somebody who may write there is none.
      const wait = ['sh', '-c', 'while ! test -e target/b; do sleep 0.05; done'];
      const write = { type: 'shell', command: wait, actions: TO_DONE, writes: ['made'] };
      const branchOf = (task: object): object => ({
        startTaskDefinition: 'Do',
        taskDefinitions: { Do: task, Done: { type: 'end' } },
      });
      const both = {
        type: 'parallel',
        branches: { look: branchOf(look), write: branchOf(write) },
        actions: { Complete: { target: 'Done' } },
      };
      mkdirSync(join(project.root, 'made'));
      const environment = walled(project, { Both: both });
      const { code, reported } = await project.run(['run', 'walled.json'], { environment });
      expect(code, reported).toBe(0);
      expect(['target/a', 'target/b', 'run.log'].map(project.read)).toEqual(['is\n', 'is\n', 'is\n']);
      expect(['.husky/_/a', '.env'].map(project.read)).toEqual(['was\n', 'was\n']);
      expect([project.has('new.log'), readdirSync(outside)]).toEqual([false, []]);
    });

    test.skipIf(kind !== 'bwrap')(
      'gives who may write nothing an overlay, in which everything can be written, and discards that',
      async ({ expect, project }) => {
        project.put('.gitignore', '/target\n.env\n');
        for (const path of ['target/a', '.env', '.husky/a']) project.put(path, 'was\n');
        const line = [
          'echo is > src/greet.txt; echo is > .env; echo is > target/a; mkdir -p coverage/x; echo is > coverage/x/y',
          'rm -r stories; mkdir stories; echo is > stories/new; mv target moved; ln -s src/greet.txt link; chmod 600 walled.json',
          'test "$(ls stories)" = new; test "$(cat src/greet.txt)" = is',
          'git diff --quiet -- walled.json; git status --porcelain | grep -q "^ M src/greet.txt"; git log -1 --format=%s > log',
          // What others rely on is as it is outside.
          'for line in "git add src" "touch .git/x" "touch .wfmap/x" "rm .wfmap/.gitignore" "rmdir .wfmap"; do if $line 2> /dev/null; then exit 3; fi; done',
          'touch ~/.cache/well',
        ].join('\n');
        const look = { type: 'shell', command: ['sh', '-ec', line], writes: ['nothing'], actions: IF_WELL };
        const tasks = { Look: look, Broken: { type: 'end', failed: true } };
        const environment = walled(project, tasks);
        const before = filesOf(project.root);
        const { code, reported } = await project.run(['run', 'walled.json'], { environment });
        expect(code, reported).toBe(0);
        expect(filesOf(project.root)).toEqual(before);

        walled(project, { Look: ask(NEXT, { writes: ['nothing'] }) });
        project.script({ run: `set -e\n${line}`, action: 'Complete' });
        const well = join(dirname(project.root), '.cache/well');
        expect(existsSync(well)).toBe(true);
        rmSync(well);
        const asked = filesOf(project.root);
        const agent = await project.run(['run', 'walled.json'], { environment });
        expect(agent.code, agent.reported).toBe(0);
        expect(filesOf(project.root)).toEqual(asked);
        expect(existsSync(well)).toBe(true);
      },
    );

    test('does not start a task whose path leads out of the folder', async ({ expect, project }) => {
      mkdirSync(join(dirname(project.root), 'outside'));
      symlinkSync('../outside', join(project.root, 'out'));
      const environment = walled(project, { Write: ask(NEXT, { writes: ['out'] }) });
      const { code, reported } = await project.run(['run', 'walled.json'], { environment });
      expect(code, reported).toBe(6);
      expect(reported).toContain('leads out of the folder');
      expect(project.calls()).toEqual([]);
    });

    test.skipIf(kind !== 'bwrap')(
      'keeps what may write anything from the run, from what is frozen and from commits',
      async ({ expect, project }) => {
        const work = { writes: ['anything'], frozen: "['stories', 'not/there']" };
        const environment = walled(project, { Work: ask(NEXT, work) });
        const tries = [
          'echo hacked > stories/STORY-1.md; rm -rf stories; mkdir -p not/there/yet',
          'git commit --quiet --allow-empty --message mine; git stash; git branch mine',
          ...AGAINST_THE_RUN,
          'echo hacked > ~/.claude/settings.json',
          // Its own work, by rename and with git's index.
          'echo work > new.txt; mv new.txt newer.txt; echo bad > src/greet.txt; git restore src/greet.txt',
        ];
        mkdirSync(join(dirname(project.root), '.claude'));
        const settings = join(dirname(project.root), '.claude/settings.json');
        writeFileSync(settings, '{}');
        project.script({ run: tries.join('\n'), action: 'Complete' });
        const before = stateOf(project);
        const { code, reported } = await project.run(['run', 'walled.json'], { environment });
        expect(code, reported).toBe(0);
        expect(project.read('newer.txt')).toBe('work\n');
        rmSync(join(project.root, 'newer.txt'));
        expect(stateOf(project)).toBe(before);
        expect(project.git('branch', '--list', 'mine')).toBe('');
        expect(readFileSync(settings, 'utf8')).toBe('{}');
      },
    );

    test.skipIf(kind !== 'bwrap')(
      'keeps a command of which the map says nothing from the run, and lets it commit',
      async ({ expect, project }) => {
        const line = [...AGAINST_THE_RUN, 'echo made > made.txt; git add made.txt; git commit -qm made'].join(
          '\n',
        );
        const environment = walled(project, {
          Work: { type: 'shell', command: ['sh', '-c', line], actions: TO_DONE },
        });
        const before = stateOf(project).split('\n').slice(2);
        const { code, reported } = await project.run(['run', 'walled.json'], { environment });
        expect(code, reported).toBe(0);
        expect(project.git('log', '-1', '--format=%s')).toBe('made\n');
        expect(stateOf(project).split('\n').slice(2)).toEqual(before);
      },
    );

    test.skipIf(kind !== 'bwrap')(
      'outlives an agent that kills by number, and ends its daemons',
      async ({ expect, project }) => {
        const environment = walled(project, { Work: ask(NEXT, { writes: ['anything'] }) });
        const seconds = `16181${process.pid}`;
        const daemon = `env -i setsid sleep ${seconds} > /dev/null 2>&1 &`;
        project.script({ waitFor: 'pid.txt', run: `${daemon}\nkill -9 $(cat pid.txt)`, action: 'Complete' });
        const started = project.start(['run', 'walled.json'], { environment });
        project.put('pid.txt', String(started.pid));
        const { code, reported } = await started.end;
        expect(code, reported).toBe(0);
        expect(readdirSync('/proc').filter((pid) => isSleeper(pid, seconds))).toEqual([]);
      },
    );

    test('is given up by --no-wall, which the journal records', async ({ expect, project }) => {
      const environment = walled(project, { Look: ask(NEXT) });
      const { code, reported } = await project.run(['run', 'walled.json', '--no-wall'], { environment });
      expect(code, reported).toBe(0);
      expect(startOf(project)?.data).toMatchObject({ wall: { kind: null, reason: '--no-wall was given' } });
    });
  });
}

test('without a wall the same tries change what they are to change', async ({ expect, project }) => {
  // But for what would leave nothing to look at.
  const isTold = (line: string): boolean => !/rm -rf \.wfmap|mv \.git|mv \.wfmap/.test(line);
  const tries = [...AGAINST_THE_TREE, ...AGAINST_THE_RUN].filter(isTold);
  project.put('walled.json', mapOf({ Look: ask(NEXT, { writes: ['nothing'] }) }));
  project.script({ run: tries.join('\n'), action: 'Complete' });
  const before = stateOf(project);
  await project.run(['run', 'walled.json']);
  const after = stateOf(project);
  expect(after).not.toBe(before);
  for (const name of ['pre-commit', 'attributes', 'hooksPath', 'new.txt', 'forged.json'])
    expect(after).toContain(name);
});
