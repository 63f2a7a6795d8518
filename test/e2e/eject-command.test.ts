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
    const { code, stdout, reported } = await project.run(['eject', 'do-subtask'], { folder: 'src' });
    expect(code, reported).toBe(0);
    expect(stdout).toContain('8 files written:\n  ../prompts/do-subtask/\n    check-coding-complete.md, ');
    expect(stdout).toContain('  ../workflows/\n    do-subtask.json\n');
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
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('do-subtask.json (kept)\n')]);
    project.put(PROMPT, 'mine');
    project.git('clean', '-qf', 'workflows');
    const refused = await project.run(['eject', 'do-subtask']);
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain(`Nothing was written: this file would be lost.\n  ${PROMPT}\n`);
    expect(refused.stderr).not.toContain('review-work.md');
    expect([project.read(PROMPT), project.has(MAP)]).toEqual(['mine', false]);
    const forced = await project.run(['eject', 'do-subtask', '--force']);
    expect(forced.stdout).toContain('1 file written, 1 replaced, 6 kept as they were:\n');
    expect(forced.stdout).toContain('plan-new-work.md (replaced)');
    expect([project.read(PROMPT), project.has(MAP)]).toEqual([shipped, true]);
  });

  test('names the schema of the wfmap that the project has installed', async ({ project, expect }) => {
    project.put('node_modules/wfmap/grammar/map.schema.json', '{}');
    const { stdout } = await project.run(['eject', 'do-subtask', 'flows']);
    expect(stdout).not.toContain('$schema');
    expect(stdout).toContain('The name "do-subtask" goes on meaning the shipped map.');
    expect(JSON.parse(project.read(`flows/${MAP}`))['$schema']).toBe(
      '../../node_modules/wfmap/grammar/map.schema.json',
    );
    const { code, reported } = await project.run(['run', `flows/${MAP}`, ...FIELDS, '--max-steps=1']);
    expect(code, reported).toBe(5);
  });

  test('writes the maps in a map, which run in its place and in that of no other', async ({
    project,
    expect,
  }) => {
    const { code, stdout, reported } = await project.run(['eject', 'fast']);
    expect(code, reported).toBe(0);
    expect((await project.run(['validate'])).stdout).toMatch(/^No problems in 1 map and \d+ roles\.\n/);
    const line = /^Run it with: (.*)$/m.exec(stdout)?.[1] ?? '';
    expect(line).toBe('wfmap run workflows/fast.json --storyId=…');
    const words = ['--storyId=STORY-1', '--agent=scripted', '--json'];
    const own = await project.run(['run', 'workflows/fast.json', ...words]);
    expect(own.code, own.reported).toBe(0);

    const gates = 'workflows/fast/parts/gates.json';
    project.put(gates, project.read(gates).replaceAll('"Begin"', '"My Begin"'));
    const runsMine = async (map: string) =>
      (await project.run(['run', map, ...words])).stdout.includes('"My Begin"');
    expect(await runsMine('workflows/fast.json')).toBe(true);
    expect(stdout).toContain('The name "fast" means this copy now.');
    expect(await runsMine('fast')).toBe(true);
    expect(await runsMine('debug')).toBe(false);
  });

  test('says which shipped maps run the copy, where they do', async ({ project, expect }) => {
    const line = 'The shipped map "tdd" runs workflows/efficient.json too, and takes this copy';
    expect((await project.run(['eject', 'efficient'])).stdout).toContain(line);
    expect((await project.run(['eject', 'efficient', 'flows'])).stdout).not.toContain(line);
    expect((await project.run(['validate', 'flows/workflows/efficient.json'])).code).toBe(0);
  });

  test('refuses what is no shipped map, and flags that it does not have', async ({ project, expect }) => {
    project.put('workflows/own.json', '{}');
    const own = await project.run(['eject', 'workflows/own.json']);
    expect([own.code, own.stderr]).toEqual([2, expect.stringContaining('There is no shipped map')]);
    const flag = await project.run(['eject', 'efficient', '--forse']);
    expect([flag.code, flag.stderr]).toEqual([2, expect.stringContaining('has no flag --forse')]);
    expect(project.has('prompts')).toBe(false);
  });
});
