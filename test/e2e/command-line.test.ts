import { describe } from 'vitest';
import { ask, mapOf } from './helpers/maps.ts';
import { test } from './helpers/project.ts';

const FLAGS = mapOf(
  { Work: ask({ Complete: 'Done' }, { promptTemplate: 'quick=${quick} count=${count} name=${longName}' }) },
  {
    workslipFields: {
      quick: { type: 'boolean', description: 'Whether to hurry', required: false },
      count: { type: 'number', description: 'How many', required: false },
      longName: { type: 'string', description: 'What it is called', required: false },
    },
  },
);

describe('the command line', () => {
  test('help on a map lists its fields with their descriptions', async ({ project, expect }) => {
    project.put('flags.json', FLAGS);
    const { code, stdout } = await project.run(['run', 'flags.json', '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/--\[no-\]quick +Whether to hurry\n +--count=<number> +How many\n/);
    const shipped = await project.run(['run', 'efficient', '-h']);
    expect(shipped.stdout).toMatch(/^efficient: Turn a story into finished work/m);
    expect(shipped.stdout).toMatch(
      /--storyId=<string> +The story, read from[^-]*\(required\s+without --goal\)/,
    );
    expect(project.has('.wfmap')).toBe(false);
  });

  test('booleans are read in all spellings, words and numbers too', async ({ project, expect }) => {
    project.put('flags.json', FLAGS);
    const reported = async (...words: string[]): Promise<string> => {
      const before = project.calls().length;
      const { code, reported: all } = await project.run(['run', 'flags.json', ...words]);
      expect(code, all).toBe(0);
      return project.calls()[before]?.prompt.split('\n')[0] ?? '';
    };
    expect(await reported('--quick')).toBe('quick=true count= name=');
    expect(await reported('--quick=true', '--count', '12')).toBe('quick=true count=12 name=');
    expect(await reported('--quick', 'true', '--count=-0.5')).toBe('quick=true count=-0.5 name=');
    expect(await reported('--quick', '--count=3')).toBe('quick=true count=3 name=');
    expect(await reported('--no-quick')).toBe('quick=false count= name=');
    expect(await reported('--quick=false', '--long-name', 'a b')).toBe('quick=false count= name=a b');
    expect(await reported('--quick', 'false', '--longName=--x=1')).toBe('quick=false count= name=--x=1');
    expect(await reported()).toBe('quick=false count= name=');
    expect(await reported('--count', '-3')).toBe('quick=false count=-3 name=');
  });

  test('what cannot be read is 2, says why, and leaves no run folder', async ({ project, expect }) => {
    project.put('flags.json', FLAGS);
    const cases: [string[], RegExp[]][] = [
      [
        ['run', 'efficient'],
        [/--storyId \(The story, read from/, /--storyId=<string>/],
      ],
      [
        ['run', 'efficient', '--storyID=X'],
        [/no flag --storyID/, /Did you mean --storyId\?/],
      ],
      [
        ['run', 'flags.json', '--quik'],
        [/no flag --quik/, /Did you mean --quick\?/, /Whether to hurry/],
      ],
      [['run', 'flags.json', '--max-stps=3'], [/Did you mean --max-steps\?/]],
      [
        ['run', 'flags.json', '--quick=maybe'],
        [/--quick/, /maybe/],
      ],
      [
        ['run', 'flags.json', '--count=many'],
        [/--count/, /many/],
      ],
      [['run', 'flags.json', '--longName'], [/--longName has no value/]],
      [['run', 'flags.json', 'stray'], [/"stray" belongs to no flag/]],
      [['run', 'flags.json', '--constructor=1'], [/no flag --constructor/]],
      [['run', 'flags.json', '--max-steps=-1'], [/--max-steps "-1" is not a whole number/]],
      [['run', 'flags.json', '--max-steps'], [/max-steps/]],
      [['run', 'flags.json', '--agent=robot'], [/no agent "robot"/]],
      [['run', 'flags.json', '--goal=x'], [/no --goal/]],
      [
        ['run', 'eficient', '--storyId=STORY-1'],
        [/no map "eficient"/, /Did you mean "efficient"\?/],
      ],
      [['run'], [/No map is named/]],
      [
        ['rnu', 'efficient'],
        [/no command "rnu"/, /Did you mean "wfmap run"\?/],
      ],
      [
        ['review', '--ci'],
        [/no command "review"/, /Did you mean "wfmap run review"\?/],
      ],
      [
        ['run', 'efficient', '--no-input'],
        [/needs --storyId/, /Add --storyId=<string>, or --goal "what to do"\./],
      ],
      [['runs', '--jsn'], [/no flag --jsn/]],
    ];
    await Promise.all(
      cases.map(async ([words, patterns]) => {
        const { code, stdout, stderr, reported } = await project.run(words);
        expect(code, reported).toBe(2);
        expect(stdout, reported).toBe('');
        for (const pattern of patterns) expect(stderr).toMatch(pattern);
      }),
    );
    expect(project.has('.wfmap')).toBe(false);
    expect(project.calls()).toEqual([]);
  });

  test('a map with errors is told with its diagnostics, and nothing is started', async ({
    project,
    expect,
  }) => {
    project.put('bad.json', mapOf({ Work: ask({ Complete: 'Dne' }) }));
    const { code, stderr } = await project.run(['run', 'bad.json']);
    expect(code).toBe(2);
    expect(stderr).toContain('[unknown-target]');
    expect(stderr).toContain('"bad.json" has an error, so nothing was started.');
    expect(project.has('.wfmap')).toBe(false);
  });

  test('--version and the bare name say what this is', async ({ project, expect }) => {
    expect(await project.run(['--version'])).toMatchObject({ code: 0, stdout: '0.1.0\n', stderr: '' });
    const bare = await project.run([]);
    expect(bare).toMatchObject({ code: 2, stdout: '' });
    expect(bare.stderr).toContain('wfmap --help');
    expect((await project.run(['--help'])).stdout).toContain('Start a run of a map');
  });
});
