import { describe } from 'vitest';
import { ask, mapOf, ONE_TASK } from './helpers/maps.ts';
import { test } from './helpers/project.ts';
import { wayOn } from './helpers/way-on.ts';

const TELL =
  'printf "%s|%s|%s|%s\\n" "$WFMAP_EVENT" "$WFMAP_RUN_NAME" "$WFMAP_EXIT_CODE" "$WFMAP_MESSAGE" >> "$HOME/told"';

describe('--notify', () => {
  test('runs a command when a run pauses and when it ends, also by the printed line', async ({
    project,
    expect,
  }) => {
    project.put('one.json', ONE_TASK);
    project.script({ error: 401 });
    const paused = await project.run(['run', 'one.json', '--notify', TELL]);
    expect(paused.code, paused.reported).toBe(6);
    project.script();
    const resumed = await project.paste(wayOn(paused.stdout));
    expect(resumed.code, resumed.reported).toBe(0);
    const [first, second] = project.read('../told').split('\n');
    expect(first).toMatch(/^paused\|one\/slip-001\|6\|one\/slip-001 is paused .*Task "Work" failed/);
    expect(second).toMatch(/^finished\|one\/slip-001\|0\|one\/slip-001 reached its end "Done"/);
  });

  test('that fails is a line on standard error, and the exit code is that of the run', async ({
    project,
    expect,
  }) => {
    project.put('one.json', ONE_TASK);
    const line = 'echo no such horn >&2; exit 9';
    const { code, stderr, stdout } = await project.run(['run', 'one.json', '--json', '--notify', line]);
    expect(code).toBe(0);
    expect(stderr).toContain('The command of --notify failed: exit code 9: no such horn\n');
    for (const each of stdout.trimEnd().split('\n')) expect(() => JSON.parse(each)).not.toThrow();
  });

  test('is taken from the configuration, and an empty one on the command line turns it off', async ({
    project,
    expect,
  }) => {
    project.put('one.json', ONE_TASK);
    project.put('wfmap.config.json', { notify: TELL });
    await project.run(['run', 'one.json', '--notify=', '--accept-settings']);
    expect(project.has('../told')).toBe(false);
    const refused = await project.run(['run', 'one.json']);
    expect([refused.code, project.has('../told')], refused.reported).toEqual([0, false]);
    expect(refused.stderr).toContain(`pauses or ends: ${JSON.stringify(TELL)}\n`);
    await project.run(['run', 'one.json', '--agent', 'scripted', '--accept-settings']);
    expect(project.read('../told')).toMatch(
      /^finished\|one\/slip-003\|0\|\[simulation\] one\/slip-003 reached/,
    );
    project.put('wfmap.config.json', { notify: ['beep'] });
    const odd = await project.run(['run', 'one.json']);
    expect([odd.code, odd.stderr]).toEqual([
      2,
      expect.stringContaining('"notify" is not a string with a command'),
    ]);
  });

  test('is told no secret', async ({ project, expect }) => {
    const secret = 'horse-battery-staple';
    const map = mapOf({ [`Say ${secret}`]: ask({ Complete: 'Done' }) });
    project.put('one.json', map);
    project.script({ error: 401 });
    await project.run(['run', 'one.json', '--notify', TELL], { environment: { MY_TOKEN: secret } });
    expect(project.read('../told')).toMatch(/^paused\|.*\[masked\]/);
    expect(project.read('../told')).not.toContain(secret);
  });
});

describe('a command of the settings', () => {
  test.concurrent('is accepted by nobody who is inside of a run', async ({ project, expect }) => {
    project.put('one.json', ONE_TASK);
    project.put('wfmap.config.json', { notify: TELL });
    const environment = { WFMAP_RUN: 'other', WFMAP_AGENT: '1' };
    const { code, stderr } = await project.run(['run', 'one.json', '--accept-settings'], { environment });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('Agents and commands of a run cannot accept settings'),
    ]);
    expect(project.calls()).toEqual([]);
    expect((await project.run(['run', 'one.json'])).stderr).toContain('nobody has accepted it');
  });
});
