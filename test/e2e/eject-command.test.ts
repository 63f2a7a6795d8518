import { describe } from 'vitest';
import { test } from './helpers/project.ts';

const MAP = 'workflows/do-subtask.json';
const PROMPT = 'prompts/do-subtask/plan-new-work.md';
const FIELDS = ['--storyId=STORY-1', '--subtaskId=1'];

describe('wfmap eject', () => {
  test('writes a map that runs by the line it prints, with the prompts of the project', async ({
    project,
    expect,
  }) => {
    const { code, stdout, told } = await project.run(['eject', 'do-subtask'], { folder: 'src' });
    expect(code, told).toBe(0);
    expect(stdout).toContain(`wrote    ../${PROMPT}\n`);
    expect(stdout).toContain(`Run it with: wfmap run ../${MAP} --storyId=… --subtaskId=…\n`);
    expect((await project.run(['validate'])).stdout).toBe('No problems in 1 map.\n');
    project.put('prompts/do-subtask/code-subtask.md', 'My own words.\n');
    await project.run(['run', MAP, ...FIELDS, '--max-steps=1']);
    expect(project.calls()[0]?.prompt).toMatch(/^My own words\.\n\n## Next action/);
  });

  test('writes nothing where a file would be lost, and says which; --force writes', async ({
    project,
    expect,
  }) => {
    await project.run(['eject', 'do-subtask']);
    const shipped = project.read(PROMPT);
    const again = await project.run(['eject', 'do-subtask']);
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining(`kept     ${MAP}\n`)]);
    project.put(PROMPT, 'mine');
    project.git('clean', '-qf', 'workflows');
    const refused = await project.run(['eject', 'do-subtask']);
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain(`  ${PROMPT} (differs)\n`);
    expect(refused.stderr).toContain('  prompts/do-subtask/review-work.md (the same)\n');
    expect([project.read(PROMPT), project.has(MAP)]).toEqual(['mine', false]);
    const forced = await project.run(['eject', 'do-subtask', '--force']);
    expect(forced.stdout).toContain(`replaced ${PROMPT}\n`);
    expect([project.read(PROMPT), project.has(MAP)]).toEqual([shipped, true]);
  });

  test('names the schema of the wfmap that the project has installed', async ({ project, expect }) => {
    project.put('node_modules/wfmap/grammar/map.schema.json', '{}');
    const { stdout } = await project.run(['eject', 'do-subtask', 'flows']);
    expect(stdout).not.toContain('$schema');
    expect(JSON.parse(project.read(`flows/${MAP}`))['$schema']).toBe(
      '../../node_modules/wfmap/grammar/map.schema.json',
    );
    const { code, told } = await project.run(['run', `flows/${MAP}`, ...FIELDS, '--max-steps=1']);
    expect(code, told).toBe(5);
  });

  test('refuses what is no shipped map, and flags that it does not have', async ({ project, expect }) => {
    project.put('workflows/own.json', '{}');
    const own = await project.run(['eject', 'workflows/own.json']);
    expect([own.code, own.stderr]).toEqual([2, expect.stringContaining('There is no shipped map')]);
    const flag = await project.run(['eject', 'efficient', '--forse']);
    expect([flag.code, flag.stderr]).toEqual([2, expect.stringContaining('There is no flag --forse')]);
    expect(project.has('prompts')).toBe(false);
  });
});
