import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe } from 'vitest';
import { ask, mapOf } from './helpers/maps.ts';
import { PROGRAM } from './helpers/program.ts';
import { test } from './helpers/project.ts';

const MAP = mapOf(
  {
    Work: ask({ Complete: 'Check' }),
    Check: {
      type: 'shell',
      command: ['touch', 'started'],
      actions: { Good: { target: 'Done', when: 'result.exitCode == 0' }, Bad: { target: 'Work' } },
    },
  },
  { limits: { steps: 20 } },
);

const scenarios = (...list: readonly object[]): string =>
  JSON.stringify({
    map: '../work.json',
    answers: { Work: ['Complete'], Check: [{ exitCode: 0, ms: 3_600_000 }] },
    scenarios: list,
  });
const GOOD = { name: 'goes well', expect: { path: ['Work', 'Check', 'Done'] } };
const ROUND = {
  name: 'goes round',
  answers: { Check: [{ exitCode: 1 }, { exitCode: 0 }] },
  expect: { visits: { Work: 2 } },
};
const WRONG = { name: 'goes wrong', expect: { path: ['Work', 'Done'] } };

describe('wfmap test', () => {
  test('plays all scenarios of the project, starts nothing and leaves nothing', async ({
    project,
    expect,
  }) => {
    project.put('work.json', MAP);
    project.put('scenarios/good.scenario.yaml', scenarios(GOOD, ROUND));
    project.put('node_modules/other/bad.scenario.yaml', 'nonsense');
    const before = project.git('status', '--porcelain');
    const { code, stdout, stderr } = await project.run(['test', '--coverage', '100']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^scenarios\/good\.scenario\.yaml: 2 scenarios passed\n\nwork\.json: 3\/3 transitions\n\n2 scenarios passed, in [\d.]+ m?s\.\n$/,
    );
    expect(project.git('status', '--porcelain')).toBe(before);
    expect([project.has('.wfmap'), project.has('started'), project.calls()]).toEqual([false, false, []]);
  });

  test('finds all maps of a clone of wfmap at its root, also those of projects inside of it', async ({
    expect,
  }) => {
    const root = resolve(import.meta.dirname, '../..');
    // Every file is read and its map checked; a few scenarios are enough to be played.
    const { status, stdout } = spawnSync(process.execPath, [PROGRAM, 'test', '--filter', 'given up'], {
      cwd: root,
      encoding: 'utf8',
    });
    // The maps that are kept from before paste values into commands, which is an error by now.
    expect(stdout).toMatch(/\n\n4 scenarios passed, 7 files that cannot be used, in /);
    expect(status).toBe(2);
  });

  test('fails with 1 for a scenario that fails, and writes JUnit XML and JSON', async ({
    project,
    expect,
  }) => {
    project.put('work.json', MAP);
    project.put('a/bad.scenario.yaml', scenarios(WRONG, GOOD));
    const { code, stdout } = await project.run(['test', 'a', '--bail', '--json', '--junit', 'out.xml']);
    expect(code).toBe(1);
    const { files, summary } = JSON.parse(stdout);
    expect(summary).toMatchObject({ passed: 0, failed: 1, skipped: 1 });
    expect(files[0].scenarios[0].failures[0]).toContain('The path differs at step 2:');
    expect(project.read('out.xml')).toContain(
      '<testsuites name="wfmap test" tests="2" failures="1" errors="0"',
    );
    const other = await project.run(['test', 'a/bad.scenario.yaml', '--filter', 'WELL']);
    expect([other.code, other.stdout]).toEqual([0, expect.stringContaining(': 1 scenario passed\n')]);
  });

  test('fails with 1 where less of a map was played than is wanted', async ({ project, expect }) => {
    project.put('work.json', MAP);
    project.put('a/one.scenario.yaml', scenarios(GOOD));
    const wanted = await project.run(['test', '--coverage=67']);
    expect(wanted.code).toBe(1);
    expect(wanted.stdout).toContain('work.json: 2/3 transitions (66 %), not taken:\n  Check -Bad-> Work\n');
    expect((await project.run(['test', '--coverage=66'])).code).toBe(0);
    expect((await project.run(['test'])).code).toBe(0);
  });

  test('what cannot be played is 2, and all else is played', async ({ project, expect }) => {
    project.put('work.json', MAP);
    project.put('bad.json', { ...MAP, startTaskDefinition: 'Wrk' });
    project.put('a/good.scenario.yaml', scenarios(GOOD));
    project.put('a/bad-map.scenario.yaml', scenarios(GOOD).replace('../work.json', '../bad.json'));
    project.put('a/keys.scenario.yaml', 'map: ../work.json\nscenarois: []\n');
    const { code, stdout, stderr } = await project.run(['test']);
    expect(code).toBe(2);
    expect(stdout).toContain('a/good.scenario.yaml: 1 scenario passed\n');
    expect(stdout).toContain('a/keys.scenario.yaml:2:1: error: "scenarois" is no key of a scenario file.\n');
    expect(stdout).toContain('"bad.json" has an error, so nothing was started.');
    expect(stderr).toContain('bad.json:');
    for (const words of [
      ['nothing'],
      ['src'],
      ['--coverage=x'],
      ['--filter=nothing'],
      ['a/none.scenario.yaml'],
    ]) {
      expect([words, (await project.run(['test', ...words])).code]).toEqual([words, 2]);
    }
  });
});
