/**
 * A disk that is full, or refuses a file, while agents are at work: what was paid for is in the journal, and is not bought
 * again when the run is resumed with room. How often an agent was paid is counted by the stand-in, outside of that disk.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ask, mapOf } from '../e2e/helpers/maps.ts';
import { createProject, type Project } from '../e2e/helpers/project.ts';
import { tries } from '../helpers/tries.ts';

const TASKS = ['Plan', 'Code', 'Test', 'Review', 'Mend', 'Report'];
const RUN_DIRECTORY = '.wfmap/runs/six/slip-001';
const LONG = 'All is well. '.repeat(1500);

/** Units: KiB of a disk that holds the runs of the project. A run asks for 256 before it begins. */
const SIZES = [420, 300, 390, 410, 430, 440, 450, 460, 480, 500];

function mount(folder: string, ...options: readonly string[]): string | undefined {
  const { status, stderr, error } = spawnSync('mount', [...options, folder], { encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr.trim());
}

/** Why no disk of a size can be made here; undefined where it can. */
function whyNotMounted(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'wfmap-mount-'));
  try {
    const why = mount(folder, '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs');
    if (why === undefined) spawnSync('umount', [folder]);
    return why;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

let project: Project;
beforeEach(() => {
  project = createProject({ hasGit: false });
  const prompt = `Do it. ${'Mind every detail. '.repeat(1000)}`;
  const tasks = TASKS.map((name, index) => [
    name,
    ask({ Next: TASKS[index + 1] ?? 'Done' }, { promptTemplate: `${name}. ${prompt}` }),
  ]);
  project.put('six.json', mapOf(Object.fromEntries(tasks)));
  project.script({ say: LONG, action: 'Next' });
});
afterEach(() => project.remove());

/** The tasks that were paid for, in order. */
const bought = (): string[] => project.calls().map(({ prompt }) => prompt.split('.', 1)[0] ?? '');

const why = whyNotMounted();
if (why !== undefined)
  process.stderr.write(`Full disks are left out: a disk cannot be mounted here (${why}).\n`);

describe.skipIf(why !== undefined)('a full disk', () => {
  const disk = (): string => join(project.root, '.wfmap');
  afterEach(() => spawnSync('umount', [disk()]));

  /** How many turns were paid for when there was no more room. */
  const filled: number[] = [];
  const sizes = SIZES.filter((_, index) => tries(0, index % 4) === 0);
  test.each(sizes)('of %i KiB costs no turn that was paid for', async (size) => {
    mkdirSync(disk());
    expect(mount(disk(), '-t', 'tmpfs', '-o', `size=${size}k`, 'tmpfs')).toBeUndefined();
    const run = await project.run(['run', 'six.json']);
    expect([0, 3], run.reported).toContain(run.code);
    if (run.code === 3)
      expect(run.stderr).toMatch(/ENOSPC[^]*Free some space on the disk, then resume the run/);
    const paid = bought();
    filled.push(run.code === 3 ? paid.length : 0);
    expect(mount(disk(), '-o', 'remount,size=16m')).toBeUndefined();
    if (run.code === 3 && project.has(`${RUN_DIRECTORY}/journal.jsonl`)) {
      const records = project.records('six/slip-001');
      const finished = records.filter(({ type }) => type === 'agent.finished');
      expect(finished, run.reported).toHaveLength(paid.length);
      const resumed = await project.run(['resume']);
      expect(resumed.code, resumed.reported).toBe(0);
      expect(bought()).toEqual(TASKS);
    } else {
      // Where nothing could begin nothing was paid.
      expect(paid).toEqual(run.code === 0 ? TASKS : []);
    }
  });

  test('was met in the middle of the work', () => {
    expect(filled.filter((turns) => turns > 0).length).toBeGreaterThanOrEqual(tries(6, 1));
  });
});

describe('a file that cannot be written', () => {
  const spoil = (command: string): object => ({
    type: 'shell',
    command,
    actions: { Next: { target: 'Work' } },
  });

  test.each([
    [
      'a prompt, for a folder of that name',
      `mkdir ${RUN_DIRECTORY}/task-002-work-prompt.md`,
      'without a prompt',
    ],
    [
      'data.json, for a folder of that name',
      `rm -f ${RUN_DIRECTORY}/data.json; mkdir -p ${RUN_DIRECTORY}/data.json/x`,
      'without the summary',
    ],
    ['a log, for a folder of that name', `mkdir ${RUN_DIRECTORY}/task-002-work.log`, 'without a log'],
  ])('%s: the run goes on, and says so once', async (_, command, reported) => {
    project.put(
      'two.json',
      mapOf({ Spoil: spoil(command.replaceAll('/six/', '/two/')), Work: ask({ Next: 'Done' }) }),
    );
    const run = await project.run(['run', 'two.json']);
    expect(run.code, run.reported).toBe(0);
    expect(run.stderr.split(reported), run.reported).toHaveLength(2);
    expect(project.calls()).toHaveLength(1);
    expect(project.calls()[0]?.prompt).toContain('Do it.');
  });

  test('a reminder, which an agent must not be without: its turn does not start, and the one before is kept', async () => {
    const reminder = { text: 'Mind the tests.', on: ['Edit'] };
    project.put(
      'two.json',
      mapOf({
        Plan: ask({ Next: 'Work' }, { promptTemplate: 'Plan.' }),
        Work: ask({ Next: 'Done' }, { reminder }),
      }),
    );
    const path = `.wfmap/runs/two/slip-001/task-002-work-reminder.json`;
    project.script({ match: 'Plan', write: { [`${path}/x`]: '' }, action: 'Next' }, { action: 'Next' });
    const run = await project.run(['run', 'two.json']);
    expect(run.code, run.reported).toBe(3);
    expect(project.records('two/slip-001').at(-1)).toMatchObject({
      type: 'task.started',
      data: { task: 'Work' },
    });
    rmSync(join(project.root, path), { recursive: true });
    const resumed = await project.run(['resume']);
    expect(resumed.code, resumed.reported).toBe(0);
    expect(bought()).toEqual(['Plan', 'Do it']);
  });
});
