/** Maps that need a wall, where there is none, where one holds only some tasks, and where somebody accepts that. */
import { describe } from 'vitest';
import type { RunEvent } from '../../src/model/run-event.ts';
import { probeWall } from '../../src/wall/probe-wall.ts';
import { ask, mapOf } from './helpers/maps.ts';
import { test, type Project } from './helpers/project.ts';
import { typeInTerminal } from './helpers/typed-terminal.ts';
import { isNeededWall } from '../helpers/needed-walls.ts';

const NEXT = { Complete: 'Done' };
const NEEDS = { wall: 'required' };
const NONE =
  'The map needs a wall around each task, and there is none for "Look", "Work": WFMAP_WALL turns walls off.';

/** A reader, and a command of which the map says nothing. */
const WORK = { type: 'shell', command: ['true'], actions: { Complete: { target: 'Done' } } };
const READER_AND_COMMAND = { Look: ask({ Complete: 'Work' }), Work: WORK };

function wallsOf(project: Project, run: string): readonly unknown[] {
  const isBegin = (event: RunEvent) => event.type === 'run.started' || event.type === 'run.resumed';
  return project
    .events(run)
    .flatMap((event) => (isBegin(event) && 'wall' in event.data ? [event.data.wall] : []));
}

test('without a wall a map that needs one starts nothing, and names the tasks', async ({
  expect,
  project,
}) => {
  project.put('work.json', mapOf(READER_AND_COMMAND, NEEDS));
  const { code, reported } = await project.run(['run', 'work.json']);
  expect(code).toBe(2);
  expect(reported).toContain(
    `wfmap: ${NONE}\n  wfmap doctor says which wall this machine lacks; --no-wall does without.`,
  );
  expect(project.calls()).toEqual([]);
  expect(project.has('.wfmap/runs/work')).toBe(false);
});

test('a map that another runs needs a wall for all tasks of the run, where the run can reach it', async ({
  expect,
  project,
}) => {
  project.put('inner.json', mapOf({ Inside: ask(NEXT) }, NEEDS));
  const tasks = {
    First: { type: 'decide', actions: { Skip: { target: 'Done', when: 'skips' }, Go: { target: 'Inner' } } },
    Inner: { type: 'workflow', map: 'inner.json', actions: { Complete: { target: 'Done' } } },
  };
  const workslipFields = { skips: { type: 'boolean', description: 'Whether', required: true } };
  project.put('work.json', mapOf(tasks, { workslipFields }));
  const needed = await project.run(['run', 'work.json', '--skips=false']);
  expect(needed.code, needed.reported).toBe(2);
  expect(needed.reported).toContain('there is none for "Inside": WFMAP_WALL turns walls off.');
  const skipped = await project.run(['run', 'work.json', '--skips=true']);
  expect(skipped.code, skipped.reported).toBe(0);
});

test('--no-wall accepts it, which the journal and "show --json" say', async ({ expect, project }) => {
  project.put('work.json', mapOf(READER_AND_COMMAND, NEEDS));
  project.script({ action: 'Complete' });
  const { code, reported } = await project.run(['run', 'work.json', '--no-wall']);
  expect(code, reported).toBe(0);
  expect(reported).toContain(
    'The map needs a wall around each task, and there is none for "Look", "Work": --no-wall',
  );
  const record = {
    kind: null,
    reason: '--no-wall was given',
    accepted: { by: 'option', tasks: ['Look', 'Work'] },
  };
  expect(wallsOf(project, 'work/slip-001')).toEqual([record]);
  const shown = await project.run(['show', '--json']);
  expect(JSON.parse(shown.stdout)).toMatchObject({ wall: record });
});

test('a person at the terminal is asked before anything starts, and again when the run resumes', async ({
  expect,
  project,
}) => {
  const { root, environment } = project;
  project.put('work.json', mapOf(READER_AND_COMMAND, NEEDS));
  project.script({ action: 'Complete' });
  const QUESTION = 'Continue without it? (y/N)';
  const refused = await typeInTerminal(['run', 'work.json'], { root, environment, typed: [[QUESTION, '']] });
  expect(refused.code).toBe(2);
  expect(refused.shown).toContain(NONE);
  expect([project.calls(), project.has('.wfmap/runs/work')]).toEqual([[], false]);
  const words = ['run', 'work.json', '--max-steps=1'];
  const accepted = await typeInTerminal(words, { root, environment, typed: [[QUESTION, 'y']] });
  expect(accepted.code, accepted.shown).toBe(5);
  const unasked = await project.run(['resume', '--max-steps=9']);
  expect(unasked.code, unasked.reported).toBe(2);
  const resumed = await typeInTerminal(['resume', '--max-steps=9'], {
    root,
    environment,
    typed: [[QUESTION, 'y']],
  });
  expect(resumed.code, resumed.shown).toBe(0);
  const by = (tasks: readonly string[]) => ({ accepted: { by: 'person', tasks } });
  expect(wallsOf(project, 'work/slip-001')).toMatchObject([by(['Look', 'Work']), by(['Look', 'Work'])]);
});

test('a simulation needs no wall', async ({ expect, project }) => {
  project.put('work.json', mapOf(READER_AND_COMMAND, NEEDS));
  const { code, reported } = await project.run(['run', 'work.json', '--agent=scripted']);
  expect(code, reported).toBe(0);
});

const [bwrap, landlock] = (['bwrap', 'landlock'] as const).map((kind) => probeWall({ WFMAP_WALL: kind }));

describe.skipIf(landlock?.wall === undefined && !isNeededWall('landlock'))(
  `where Landlock holds (${landlock?.reason})`,
  () => {
    const environment = { WFMAP_WALL: 'landlock' };

    test('a map that needs a wall runs if all of its tasks are held', async ({ expect, project }) => {
      project.put('work.json', mapOf({ Look: { ...WORK, writes: ['src'] } }, NEEDS));
      const { code, reported } = await project.run(['run', 'work.json'], { environment });
      expect(code, reported).toBe(0);
      expect(reported).toContain('A gap of this wall: Mode and times of files can be changed.');
      expect(wallsOf(project, 'work/slip-001')).toMatchObject([
        { kind: 'landlock', gaps: ['Mode and times of files can be changed.'] },
      ]);
    });

    test('a map that needs a wall starts nothing if it holds a task less than the map says', async ({
      expect,
      project,
    }) => {
      const fix = ask({ Complete: 'Work' }, { writes: ['src'], frozen: "['src/greet.txt']" });
      project.put('work.json', mapOf({ Fix: fix, Work: WORK }, NEEDS));
      const { code, reported } = await project.run(['run', 'work.json'], { environment });
      expect(code, reported).toBe(2);
      expect(reported).toContain(
        'The map needs a wall around each task, and Landlock cannot hold "Work" and freezes nothing in what "Fix" may write.',
      );
      expect(project.calls()).toEqual([]);
    });
  },
);

describe.skipIf(bwrap?.wall === undefined && !isNeededWall('bwrap'))(
  `where bwrap holds (${bwrap?.reason})`,
  () => {
    test('a resume behind less than the run had before says so, and journals it', async ({
      expect,
      project,
    }) => {
      const first = { ...WORK, actions: { Complete: { target: 'Work' } } };
      project.put('work.json', mapOf({ First: first, Work: WORK }));
      const environment = { WFMAP_WALL: 'bwrap' };
      const started = await project.run(['run', 'work.json', '--max-steps=1'], { environment });
      expect(started.code, started.reported).toBe(5);
      expect(started.reported).toContain(
        'A gap of this wall: ".git/config" is frozen until somebody outside replaces it',
      );
      const resumed = await project.run(['resume', '--max-steps=9']);
      expect(resumed.code, resumed.reported).toBe(0);
      expect(resumed.reported).toContain(
        'The tasks of this run ran behind bwrap; from here on they have no wall: WFMAP_WALL turns walls off.',
      );
      expect(wallsOf(project, 'work/slip-001')).toMatchObject([
        { kind: 'bwrap' },
        { kind: null, weakerThan: 'bwrap' },
      ]);
    });

    test('doctor lists what the wall lets through in this project', async ({ expect, project }) => {
      const { stdout } = await project.run(['doctor'], { environment: { WFMAP_WALL: 'bwrap' } });
      expect(stdout).toContain('gap of the wall: ".git/config" is frozen until somebody outside replaces it');
    });
  },
);
