import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { describe } from 'vitest';
import { DEFAULT_PATTERN, PATTERNS } from '../../src/cli/new/patterns.ts';
import { test } from './helpers/project.ts';

const WORKFLOWS = `${import.meta.dirname}/../../workflows`;

/** The lines to go on with, without their comments. */
const nextLines = (stdout: string): string[] =>
  (stdout.split('Next:\n')[1] ?? '')
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/ +#.*$/, '').trim());

describe('wfmap new', () => {
  test('lists every pattern that is shipped, with a line each', async ({ project, expect }) => {
    const { code, stdout } = await project.run(['new']);
    const shipped = readdirSync(`${WORKFLOWS}/patterns`).filter((file) => file.endsWith('.wfmap'));
    const listed = Array.from(stdout.matchAll(/^ {2}(\S+) +\S.*$/gm), ([, name]) => `${name ?? ''}.wfmap`);
    expect([code, listed.toSorted()]).toEqual([0, shipped.toSorted()]);
    expect((await project.run(['new', '--list'])).stdout).toBe(stdout);
    expect(project.has('workflows')).toBe(false);
  });

  for (const { name, input } of PATTERNS) {
    test(`makes a map of the pattern ${name} that is sound, and runs by the lines it prints`, async ({
      project,
      expect,
    }) => {
      const made = await project.run(['new', 'my-flow', `--pattern=${name}`], { folder: 'src' });
      expect(made.code, made.reported).toBe(0);
      const [validate = '', play = '', simulate = '', run = ''] = nextLines(made.stdout);
      expect(validate).toBe('wfmap validate ../workflows/my-flow.wfmap');
      expect(run).toBe(`wfmap run my-flow --${input.name} '${input.value}'`);
      const checked = await project.paste(`${validate} --max-warnings 0`, { folder: 'src' });
      expect([checked.code, checked.stdout]).toEqual([0, 'No problems in 1 map.\n']);
      const tested = await project.paste(`${play} --coverage 100`, { folder: 'src' });
      expect(tested.code, tested.reported).toBe(0);
      const walked = await project.paste(simulate, { folder: 'src' });
      expect(walked.code, walked.reported).toBe(0);
      expect((await project.run(['fmt', '--check'])).stdout).toBe('');
      for (const file of [...project.list('prompts/my-flow'), '../../workflows/my-flow.wfmap'])
        expect(project.read(`prompts/my-flow/${file}`)).not.toContain('patterns');
    });
  }

  test('makes a map that agents run by the last line that it prints', async ({ project, expect }) => {
    const { stdout } = await project.run(['new', 'my-flow', '--pattern=linear']);
    const ran = await project.paste(nextLines(stdout)[3] ?? '');
    expect(ran.code, ran.reported).toBe(0);
    expect(project.calls()[0]?.prompt).toContain('\n\nAdd a --version flag\n');
    expect(project.calls()).toHaveLength(3);
  });

  test('makes a map of JSON that means the same', async ({ project, expect }) => {
    project.put('node_modules/wfmap/grammar/map.schema.json', '{}');
    await project.run(['new', 'one', '--pattern', 'waves']);
    await project.run(['new', 'two', '--pattern', 'waves', '--to', 'json']);
    const json = project.read('workflows/two.json');
    expect(JSON.parse(json)['$schema']).toBe('../node_modules/wfmap/grammar/map.schema.json');
    project.put(
      'one.json',
      json.replace(/ {2}"\$schema".*\n/, '').replaceAll('prompts/two/', 'prompts/one/'),
    );
    const compared = await project.run(['compile', 'workflows/one.wfmap', '--check', '-o', 'one.json']);
    expect(compared.code, compared.reported).toBe(0);
    expect((await project.run(['test', '--coverage=100'])).code).toBe(0);
  });

  test('takes the pattern that the help names where none is, and asks nothing', async ({
    project,
    expect,
  }) => {
    const { stdout } = await project.run(['new', 'mine']);
    expect(stdout).toContain(`The pattern is ${DEFAULT_PATTERN}: `);
    expect((await project.run(['new', '--help'])).stdout).toContain(`pattern ${DEFAULT_PATTERN}.`);
    expect(project.read('workflows/mine.wfmap')).toBe(
      readFileSync(`${WORKFLOWS}/patterns/${DEFAULT_PATTERN}.wfmap`, 'utf8').replaceAll(
        `patterns/${DEFAULT_PATTERN}`,
        'mine',
      ),
    );
  });

  test('writes over nothing that differs, but with --force; nor beside a map of that name', async ({
    project,
    expect,
  }) => {
    await project.run(['new', 'mine']);
    expect((await project.run(['new', 'mine'])).stdout).toContain('0 files written, 4 kept as they were:');
    project.put('prompts/mine/work.md', 'my own words');
    const refused = await project.run(['new', 'mine']);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('  prompts/mine/work.md\n')]);
    expect(project.read('prompts/mine/work.md')).toBe('my own words');
    const other = await project.run(['new', 'mine', '--to=json', '--force']);
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('workflows/mine.wfmap.')]);
    expect((await project.run(['new', 'mine', '--force'])).stdout).toContain('work.md (replaced)');
  });

  test('refuses names that lead elsewhere, or mean something else', async ({ project, expect }) => {
    const names = [
      '../up',
      'a/b',
      '..',
      '.git',
      '/tmp/x',
      'a b',
      '',
      'é',
      'x'.repeat(65),
      'Plan',
      'agents',
      '--forse',
    ];
    for (const name of names) {
      const { code, reported } = await project.run(['new', name]);
      expect([name, code], reported).toEqual([name, 2]);
    }
    const one = await project.run(['new', 'workflows/ship.wfmap']);
    expect(one.stderr).toContain('Write the name alone: wfmap new ship\n');
    expect((await project.run(['new', 'a', 'b'])).stderr).toContain('"b" is one word too many');
    expect((await project.run(['new', 'a', '--pattern=waves2'])).code).toBe(2);
    expect([project.has('workflows'), project.has('prompts')]).toEqual([false, false]);
  });

  test('says what a folder outside of git lacks', async ({ project, expect }) => {
    rmSync(`${project.root}/.git`, { recursive: true });
    const made = await project.run(['new', 'mine', '--pattern', 'waves']);
    expect([made.code, made.stdout]).toEqual([
      0,
      expect.stringContaining('There is no git repository here, and'),
    ]);
    const walked = await project.paste(nextLines(made.stdout)[2] ?? '');
    expect(walked.code, walked.reported).toBe(0);
  });

  for (const { name } of PATTERNS) {
    test(`makes a map of the pattern ${name} whose lines work outside of git, too`, async ({
      project,
      expect,
    }) => {
      rmSync(`${project.root}/.git`, { recursive: true });
      const made = await project.run(['new', 'mine', '--pattern', name]);
      const [validate = '', play = ''] = nextLines(made.stdout);
      const checked = await project.paste(validate);
      expect(checked.code, checked.reported).toBe(0);
      const tested = await project.paste(play);
      expect(tested.code, tested.reported).toBe(0);
      const all = await project.run(['test', '--coverage=100']);
      expect(all.code, all.reported).toBe(0);
    });
  }

  test('completes the names of patterns', async ({ project, expect }) => {
    const { stdout } = await project.run(['--get-yargs-completions', 'wfmap', 'new', 'x', '--pattern', '']);
    expect(stdout.trimEnd().split('\n')).toEqual(expect.arrayContaining(['linear', 'waves']));
  });
});
