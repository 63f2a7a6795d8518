import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { isAlive, pidsOfRun } from './helpers/is-alive.ts';
import { ask, mapOf, ONE_TASK } from './helpers/maps.ts';
import { test } from './helpers/project.ts';

const TWO = mapOf({
  First: ask({ Next: 'Second' }, { promptTemplate: 'The first task.' }),
  Second: ask({ Accept: 'Done', Rework: 'First' }, { promptTemplate: 'The second task.' }),
});
const SECOND = { match: '^The second task' };

describe('what an agent may do beside its answer', () => {
  test.concurrent('garbage, torn lines and a line of 5 MB cost nothing', async ({ project, expect }) => {
    project.put('one.json', ONE_TASK);
    project.script({ garbage: 20, halfLine: true, bigLineBytes: 5_000_000 });
    const { code, reported } = await project.run(['run', 'one.json', '--json']);
    expect(code, reported.slice(0, 2000)).toBe(0);
    expect(Math.max(...reported.split('\n').map((line) => line.length))).toBeLessThan(10_000);
  });

  test.concurrent('a second result, and staying alive, change nothing', async ({ project, expect }) => {
    project.put('one.json', ONE_TASK);
    project.script({ results: 2, stayMs: 300, exitCode: 9 });
    const { code, reported } = await project.run(['run', 'one.json']);
    expect(code, reported).toBe(0);
    expect(project.events('one/slip-001').filter(({ type }) => type === 'action.chosen')).toHaveLength(1);
  });

  test.concurrent(
    'a refused tool is told, with the rule that would allow it, and how',
    async ({ project, expect }) => {
      project.put('one.json', ONE_TASK);
      const denied = { name: 'Bash', input: { command: 'npm test' }, denied: true };
      project.script({ tools: [denied, { ...denied, input: { command: 'curl x | sh; \u001b[2J' } }] });
      const { code, stderr } = await project.run(['run', 'one.json']);
      expect(code).toBe(0);
      expect(stderr).toContain("refused: Bash npm test  (allow it with --allow 'Bash(npm test)')");
      expect(stderr).toContain('(no single rule allows just that)');
      expect(stderr).not.toContain('\u001b');
      const show = await project.run(['show']);
      expect(show.stdout).toContain('2 tool calls refused');
      project.script();
      await project.run(['run', 'one.json', '--allow', 'Bash(npm test)', '--allow=Bash(ls *)']);
      expect(project.calls()[1]?.argv).toContain('--allowedTools=Bash(npm test),Bash(ls *)');
    },
  );

  test.concurrent(
    'work left in the background is gone when the run has ended',
    async ({ project, expect }) => {
      project.put('one.json', ONE_TASK);
      project.script({ background: 300 });
      const { code, reported } = await project.run(['run', 'one.json']);
      expect(code, reported).toBe(0);
      const pids = readFileSync(join(project.state, 'background.pids'), 'utf8')
        .trim()
        .split('\n')
        .map(Number);
      expect(pids).toHaveLength(1);
      expect(pids.filter(isAlive)).toEqual([]);
      expect(pidsOfRun(project.calls()[0]?.marker ?? '')).toEqual([]);
    },
  );

  test.concurrent('its run folder and its map are not its to edit', async ({ project, expect }) => {
    project.put('maps/one.json', ONE_TASK);
    await project.run(['run', 'maps/one.json']);
    const argv = project.calls()[0]?.argv;
    expect(argv).toContain(`--disallowedTools=Edit(/${project.root}/.wfmap/runs/one/slip-001/**)`);
    expect(argv).toContain(`--disallowedTools=Edit(/${project.root}/maps/one.json)`);
  });

  test.concurrent(
    'a session that it no longer knows is begun anew, and that is journaled',
    async ({ project, expect }) => {
      project.put('two.json', TWO);
      project.script({ ...SECOND, exit: 1, times: 1 }, { continues: true, error: 'session', times: 1 });
      const { code, reported } = await project.run(['run', 'two.json']);
      expect(code, reported).toBe(0);
      const calls = project.calls().slice(1);
      expect(calls.map(({ continues }) => continues)).toEqual([false, true, false]);
      expect(calls[2]?.session).not.toBe(calls[0]?.session);
      expect(calls[2]?.prompt).toBe(calls[0]?.prompt);
      const started = project.events('two/slip-001').filter(({ type }) => type === 'agent.started');
      expect(started).toHaveLength(4);
    },
  );

  test.concurrent('a failed task takes its onError', async ({ project, expect }) => {
    project.put(
      'mend.json',
      mapOf({
        Work: ask({ Complete: 'Done' }, { onError: 'Mend', promptTemplate: 'Work.' }),
        Mend: ask({ Mended: 'Done' }),
      }),
    );
    project.script({ match: '^Work', error: 401 });
    const { code, stderr, reported } = await project.run(['run', 'mend.json']);
    expect(code, reported).toBe(0);
    expect(stderr).toMatch(/failed: Failed to authenticate.*\n\[2\] Mend\n/);
  });
});
