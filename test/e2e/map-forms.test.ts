import { describe } from 'vitest';
import { test } from './helpers/project.ts';

const LAID_OUT = 'map "Nothing to do"\n\nend Done\n';
const UNTIDY = 'map   "Nothing to do"\nend\nDone';
const JSON_FORM = {
  description: 'Nothing to do',
  startTaskDefinition: 'Done',
  taskDefinitions: { Done: { type: 'end' } },
};

describe('wfmap compile', () => {
  test('prints the JSON of a map in the map language, and writes it where told', async ({
    project,
    expect,
  }) => {
    project.put('workflows/a.wfmap', LAID_OUT);
    const printed = await project.run(['compile', 'a']);
    expect(JSON.parse(printed.stdout), printed.reported).toEqual(JSON_FORM);
    const written = await project.run(['compile', 'workflows/a.wfmap', '-o', 'workflows/a.json']);
    expect([written.code, written.stdout]).toEqual([0, '']);
    expect(project.read('workflows/a.json')).toBe(printed.stdout);
  });

  test('writes the map language of a JSON map', async ({ project, expect }) => {
    project.put('a.json', JSON.stringify(JSON_FORM));
    expect((await project.run(['compile', 'a.json', '--to', 'wfmap'])).stdout).toBe(LAID_OUT);
  });

  test('writes nothing of a map with errors', async ({ project, expect }) => {
    project.put('a.wfmap', 'map "Nothing"\nend');
    const { code, stdout, stderr } = await project.run(['compile', 'a.wfmap', '-o', 'a.json']);
    expect([code, stdout, project.has('a.json')]).toEqual([2, '', false]);
    expect(stderr).toContain('a.wfmap:2');
  });

  test('--check is silent where the pair is the same map, however each is laid out', async ({
    project,
    expect,
  }) => {
    project.put('a.wfmap', UNTIDY);
    project.put('a.json', JSON.stringify(JSON_FORM));
    for (const map of ['a.wfmap', 'a.json']) {
      const args = map.endsWith('json') ? ['--to', 'wfmap'] : [];
      expect(await project.run(['compile', map, '--check', ...args])).toMatchObject({ code: 0, stdout: '' });
    }
  });

  test('--check of several maps tells each that is stale, and needs no source of a JSON map', async ({
    project,
    expect,
  }) => {
    const json = JSON.stringify(JSON_FORM);
    for (const name of ['fresh', 'stale', 'missing']) project.put(`${name}.wfmap`, LAID_OUT);
    project.put('fresh.json', json);
    project.put('alone.json', json);
    project.put('stale.json', json.replace('Nothing to do', 'Something else'));
    const sound = await project.run(['compile', '--check', 'fresh.wfmap', 'fresh.json', 'alone.json']);
    expect([sound.code, sound.stdout, sound.stderr]).toEqual([0, '', '']);
    const { code, stderr } = await project.run([
      'compile',
      '--check',
      'fresh.json',
      'stale.json',
      'missing.wfmap',
    ]);
    expect(code).toBe(1);
    expect(stderr).toContain('stale.json is not what stale.wfmap compiles to.');
    expect(stderr).toContain(
      'missing.json is not there. Write it: wfmap compile missing.wfmap -o missing.json',
    );
    expect(stderr).not.toContain('fresh');
  });

  test('of several maps without --check is refused', async ({ project, expect }) => {
    project.put('a.wfmap', LAID_OUT);
    const { code, stderr } = await project.run(['compile', 'a.wfmap', 'b.wfmap']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('wfmap compile --check <maps>')]);
  });
});

describe('wfmap fmt', () => {
  test('lays out all maps of the language below, and the JSON maps that are named', async ({
    project,
    expect,
  }) => {
    project.put('deep/a.wfmap', UNTIDY);
    project.put('b.json', JSON.stringify(JSON_FORM));
    expect(await project.run(['fmt'])).toMatchObject({ code: 0, stdout: '' });
    expect(project.read('deep/a.wfmap')).toBe(LAID_OUT);
    expect(project.read('b.json')).toBe(JSON.stringify(JSON_FORM));
    await project.run(['fmt', 'b.json']);
    expect(project.read('b.json')).toBe(`${JSON.stringify(JSON_FORM, null, 2)}\n`);
  });

  test('--check writes nothing, shows the difference and exits with 1', async ({ project, expect }) => {
    project.put('a.wfmap', UNTIDY);
    const { code, stdout } = await project.run(['fmt', '--check']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^--- a\.wfmap\n[^]*-end\n[^]*\+end Done\n/);
    expect(project.read('a.wfmap')).toBe(UNTIDY);
    project.put('a.wfmap', LAID_OUT);
    expect(await project.run(['fmt', '--check'])).toMatchObject({ code: 0, stdout: '' });
  });

  test('fails where there is nothing to look at, and sees the maps of hidden layouts', async ({
    project,
    expect,
  }) => {
    const { code, stderr } = await project.run(['fmt', '--check']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('There are no .wfmap files below this folder.'),
    ]);
    project.put('.sdlc/workflows/a-map.wfmap', UNTIDY);
    expect((await project.run(['fmt', '--check'])).stdout).toContain('--- .sdlc/workflows/a-map.wfmap');
  });

  test('leaves a file with errors as it is', async ({ project, expect }) => {
    project.put('a.wfmap', 'map "x"\nclaude');
    const { code, stderr } = await project.run(['fmt', 'a.wfmap']);
    expect([code, project.read('a.wfmap')]).toEqual([2, 'map "x"\nclaude']);
    expect(stderr).toContain('"a.wfmap" has errors, so nothing was written.');
  });

  test('refuses what is no map', async ({ project, expect }) => {
    project.put('package.json', '{"name": "x"}');
    project.put('a.md', 'x');
    expect((await project.run(['fmt', 'a.md'])).stderr).toContain('"a.md" is not a map.');
    const { code } = await project.run(['fmt', 'package.json']);
    expect([code, project.read('package.json')]).toEqual([2, '{"name": "x"}']);
  });
});
