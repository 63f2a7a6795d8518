/**
 * What other programs do to the journal of a run that goes on: a search and replace over the project, a clean-up, an agent
 * that edits what it should not. The run notices, stops, and has lost nothing; what was paid for is not bought again, and
 * what must not be done twice is done once.
 */
import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createProject, type Project } from '../e2e/helpers/project.ts';
import { ask, mapOf } from '../e2e/helpers/maps.ts';
import { until } from '../e2e/helpers/until.ts';
import { journalAttacks } from '../helpers/journal-attacks.ts';
import { tries } from '../helpers/tries.ts';

const RUN_DIRECTORY = '.wfmap/runs/ship/slip-001';
const JOURNAL = `${RUN_DIRECTORY}/journal.jsonl`;
const ATTACKS = journalAttacks(RUN_DIRECTORY);

/** All of them, or some of all kinds. */
const TRIED = ATTACKS.filter((_, index) => tries(0, index % 7) === 0);

const HARMLESS: readonly (readonly [string, string])[] = [
  ['a backup by hard links', 'cp -al .wfmap ../backup'],
  ['other permissions', `chmod -R go-rwx .wfmap`],
  ['another date', `touch ${JOURNAL}`],
  ['moved away and back', `mv ${JOURNAL} x && mv x ${JOURNAL}`],
  ['read by everybody', `cat ${JOURNAL} > /dev/null; grep -r Plan .wfmap > /dev/null`],
];

let project: Project;
beforeEach(() => {
  project = createProject({ hasGit: false });
});
afterEach(() => project.remove());

/** Once, however often the command is run: what is resumed is not to be attacked again. */
const once = (attack: string): string => `[ -e ../done ] || { touch ../done; ${attack}; }`;

function putShip(attack: string): void {
  const command = (line: string, target: string, more: object = {}): object => ({
    type: 'shell',
    command: line,
    ...more,
    actions: { Next: { target } },
  });
  project.put(
    'ship.json',
    mapOf({
      Plan: ask({ Complete: 'Test' }),
      Test: command(once(attack), 'Release', { idempotent: true }),
      Release: command('echo released >> ../released', 'Done'),
    }),
  );
}

const lines = (path: string): number => project.read(path).split('\n').length - 1;
const kept = (): string[] => project.list(RUN_DIRECTORY).filter((name) => name.includes('.changed-'));

async function summary(): Promise<Record<string, unknown>> {
  const { stdout, reported } = await project.run(['runs', '--json']);
  const [first] = JSON.parse(stdout) as Record<string, unknown>[];
  if (first === undefined) throw new Error(reported);
  return first;
}

describe('a journal that is changed while its run goes on', () => {
  test.each(TRIED)('%s: the run stops with 3, keeps all, and is resumed exactly once', async (...attack) => {
    const [, command, leaves] = attack;
    putShip(command);
    const run = await project.run(['run', 'ship.json']);
    expect(run.code, run.reported).toBe(3);
    expect(run.stderr).toContain('was changed by another program during the run');
    expect(project.has('../released')).toBe(false);

    const records = project.records('ship/slip-001');
    expect(records.map(({ seq }) => seq)).toEqual(records.map((_, index) => index + 1));
    expect(records.at(-1)).toMatchObject({ type: 'run.paused', data: { exitCode: 3 } });
    expect(kept()).toHaveLength(leaves ? 1 : 0);
    expect(project.list(RUN_DIRECTORY).filter((name) => /\.(?:whole|rest)-/.test(name))).toEqual([]);

    expect(await summary()).toMatchObject({
      status: 'paused',
      message: expect.stringContaining('was changed'),
    });
    const show = await project.run(['show']);
    expect(show.stdout).toContain('was changed by another program');

    const resumed = await project.run(['resume', 'ship/slip-001']);
    expect(resumed.code, resumed.reported).toBe(0);
    expect(lines('../released')).toBe(1);
    expect(project.calls()).toHaveLength(1);
    expect(await summary()).toMatchObject({ status: 'completed', steps: 3 });
  });

  test('is noticed while an agent is at work, which is stopped and continued', async () => {
    project.put('ship.json', mapOf({ Plan: ask({ Complete: 'Done' }) }));
    project.script({ hang: true, times: 1 }, { action: 'Complete' });
    const run = project.start(['run', 'ship.json']);
    await until(() => project.calls().length === 1);
    spawnSync('rm', [JOURNAL], { cwd: project.root });
    const { code, reported } = await run.end;
    expect(code, reported).toBe(3);
    expect(project.read('../state/seen-signals')).toContain('SIGINT');
    const resumed = await project.run(['resume']);
    expect(resumed.code, resumed.reported).toBe(0);
    const [first, second] = project.calls();
    expect(second).toMatchObject({ session: first?.session, continues: true });
  });

  test('again and again is put back each time', async () => {
    putShip(`for i in 1 2 3; do echo x >> ${JOURNAL}; sleep 1.2; done`);
    const run = await project.run(['run', 'ship.json']);
    expect(run.code, run.reported).toBe(3);
    const resumed = await project.run(['resume']);
    expect(resumed.code, resumed.reported).toBe(0);
    expect(lines('../released')).toBe(1);
  });

  test.each(HARMLESS.slice(0, tries(HARMLESS.length, 1)))(
    '%s is no change: the run ends as any other',
    async (_, command) => {
      putShip(command);
      const run = await project.run(['run', 'ship.json']);
      expect(run.code, run.reported).toBe(0);
      expect(run.stderr).not.toContain('was changed');
      expect(lines('../released')).toBe(1);
      expect(kept()).toEqual([]);
    },
  );
});
