import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { test } from './helpers/project.ts';
import { until } from './helpers/until.ts';

const MAP = `map "One task"

claude Work
  template prompts/work.md
  Go -> Done "it is done"
end Done
`;
const SCENARIOS = `map: ../one.wfmap
answers:
  Work: [Go]

scenarios:
  - name: it is done
    expect: { path: [Work, Done] }
`;

const WAITING = 'Waiting for a change. Ctrl-C ends.\n';

describe('--watch', () => {
  test('of validate checks again when a template comes, is replaced, or a map comes, and for nothing else', async ({
    project,
    expect,
  }) => {
    project.put('workflows/one.wfmap', MAP);
    const watch = project.start(['validate', '--watch']);
    const round = (count: number): Promise<void> =>
      until(
        () => watch.stderr().split(WAITING).length > count,
        () => watch.stdout() + watch.stderr(),
      );
    await round(1);
    expect(watch.stdout()).toContain('The template "prompts/work.md" was not found');
    project.put('src/greet.txt', 'changed\n');
    project.put('prompts/work.md', 'Work.\n');
    await round(2);
    expect(watch.stdout().endsWith('\nNo problems in 1 map.\n')).toBe(true);
    project.put('prompts/.work.md.swp', 'Work on ${nothing}.\n');
    renameSync(join(project.root, 'prompts/.work.md.swp'), join(project.root, 'prompts/work.md'));
    await round(3);
    expect(watch.stdout()).toContain('The name "nothing" is not declared.');
    project.put('workflows/two.wfmap', MAP.replace('template prompts/work.md', 'prompt "Work."'));
    await round(4);
    expect(watch.stdout().endsWith('\n1 error, 0 warnings in 2 maps.\n')).toBe(true);
    project.put('wfmap.config.json', '{"bogus": ');
    project.put('workflows/two.wfmap', 'map');
    await round(5);
    expect(watch.stderr()).toContain('wfmap.config.json" is not JSON');
    watch.kill('SIGINT');
    const { code, stderr } = await watch.end;
    expect(code).toBe(130);
    expect([...stderr.matchAll(/^\d\d:\d\d:\d\d (.*) changed\.$/gm)].map(([, names]) => names)).toEqual([
      'prompts/work.md',
      'prompts/work.md',
      'workflows/two.wfmap',
      'workflows/two.wfmap',
    ]);
  });

  test('of test plays again when a map, a prompt or a scenario changes', async ({ project, expect }) => {
    project.put('workflows/one.wfmap', MAP);
    project.put('prompts/work.md', 'Work.\n');
    project.put('workflows/scenarios/one.scenario.yaml', SCENARIOS);
    const watch = project.start(['test', '--watch', '--junit=report.xml']);
    const round = (count: number): Promise<void> =>
      until(
        () => watch.stderr().split(WAITING).length > count,
        () => watch.stdout() + watch.stderr(),
      );
    await round(1);
    expect(watch.stdout()).toContain('1 scenario passed');
    project.put('workflows/one.wfmap', MAP.replaceAll('Done', 'Over'));
    await round(2);
    expect(watch.stdout()).toContain('No task of the map can be at "Done".');
    project.put('workflows/scenarios/one.scenario.yaml', SCENARIOS.replace('Done', 'Over'));
    await round(3);
    project.put('prompts/work.md', 'Work on ${nothing}.\n');
    await round(4);
    expect(watch.stderr()).toContain('The name "nothing" is not declared.');
    watch.kill('SIGTERM');
    expect((await watch.end).code).toBe(143);
  });

  test('goes without what changes files, or reads none', async ({ project, expect }) => {
    for (const [flag, says] of [
      ['--fix', '--watch goes without --fix: it only looks, at files as they are.'],
      ['--staged', '--watch goes without --staged: it only looks, at files as they are.'],
      ['-', '--watch needs files; standard input has none.'],
    ] as const) {
      const { code, stderr } = await project.run(['validate', '--watch', flag]);
      expect([code, stderr]).toEqual([2, `wfmap: ${says}\n`]);
    }
  });
});
