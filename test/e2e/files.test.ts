import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { makePipe } from '../helpers/make-pipe.ts';
import { ask, mapOf, ONE_TASK } from './helpers/maps.ts';
import { test, type Project } from './helpers/project.ts';

/** A folder beside the project, with a file in it that nobody may change. */
function elsewhere(project: Project): { readonly folder: string; readonly state: () => unknown } {
  const folder = join(project.root, '../elsewhere');
  mkdirSync(folder);
  writeFileSync(join(folder, '.bashrc'), 'echo hello\n');
  writeFileSync(join(folder, 'theirs.wfmap'), ODD_LAYOUT);
  return {
    folder,
    state: () => readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  };
}

const ODD_LAYOUT =
  'map "A map"\nstart Work\n\nclaude Work\n      prompt "Do it."\n  Complete -> Done\n\nend Done\n';

const link = (project: Project, name: string, target: string): void => {
  mkdirSync(join(project.root, name, '..'), { recursive: true });
  symlinkSync(target, join(project.root, name));
};

describe('what a run leaves', () => {
  test('only its owner can read, artifacts and what was there before excepted', async ({
    project,
    expect,
  }) => {
    project.put(
      'one.json',
      mapOf(
        {
          Work: ask({ Complete: 'Say' }),
          Say: { type: 'shell', command: ['echo', 'hi'], actions: { Go: { target: 'Gate', when: 'true' } } },
          Gate: { type: 'human', promptTemplate: 'Good?', actions: { Yes: { target: 'Done' } } },
        },
        { artifacts: { map: { workflow: 'map-fast' } } },
      ),
    );
    const { code, reported } = await project.run(['run', 'one.json']);
    expect(code, reported).toBe(4);
    expect((await project.run(['answer', 'one/slip-001', 'Yes'])).code).toBe(0);
    const all = readdirSync(join(project.root, '.wfmap'), { recursive: true }).map(String);
    expect(all.length).toBeGreaterThan(8);
    const open = ['', ...all].filter(
      (path) => (statSync(join(project.root, '.wfmap', path)).mode & 0o077) !== 0,
    );
    expect(open).toEqual([]);
    expect(statSync(join(project.root, '.map')).mode & 0o777).toBe(0o777 & ~process.umask());
  });
});

describe('a link that leads out of the project', () => {
  test('is not run through: the run is refused before an agent starts', async ({ project, expect }) => {
    const { state } = elsewhere(project);
    const before = state();
    project.put('one.json', ONE_TASK);
    link(project, '.wfmap', '../elsewhere');
    const { code, stderr } = await project.run(['run', 'one.json']);
    expect(code).toBe(3);
    expect(stderr).toContain(`"${join(project.root, '.wfmap')}" is a link that leads out of the project.`);
    expect(stderr).toContain('Remove the link, or put a folder in its place.');
    expect([project.calls(), state()]).toEqual([[], before]);
  });

  test('gets no line of the metrics, whatever the branch is called', async ({ project, expect }) => {
    const { state } = elsewhere(project);
    const before = state();
    project.git('switch', '-q', '-c', 'x$(touch${IFS}PWNED)');
    project.put(
      'one.json',
      mapOf({ Work: ask({ Complete: 'Done' }) }, { artifacts: { map: { workflow: 'map-fast' } } }),
    );
    link(project, '.claude/metrics/agent_metrics.jsonl', '../../../elsewhere/.bashrc');
    const { code, stderr } = await project.run(['run', 'one.json']);
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /could not write "\.claude\/metrics\/agent_metrics\.jsonl": .* is a symbolic link\./,
    );
    expect(state()).toEqual(before);
  });

  test('is told where it is a story', async ({ project, expect }) => {
    const { folder } = elsewhere(project);
    project.put('one.json', mapOf({ Work: ask({ Complete: 'Done' }) }, STORY_FIELDS));
    link(project, 'stories/S-9.md', '../../elsewhere/.bashrc');
    const { stderr } = await project.run(['run', 'one.json', '--storyId=S-9', '--agent', 'scripted']);
    expect(stderr).toContain(
      `Story: stories/S-9.md, a link that leads out of the project, to ${join(folder, '.bashrc')}`,
    );
  });

  test('is laid out and mended where a person named it, and never else', async ({ project, expect }) => {
    const { state } = elsewhere(project);
    const before = state();
    link(project, 'workflows/theirs.wfmap', '../../elsewhere/theirs.wfmap');
    const all = await project.run(['fmt']);
    expect([all.code, all.stderr]).toEqual([
      2,
      expect.stringContaining('is a link that leads out of the project'),
    ]);
    expect(state()).toEqual(before);
    expect((await project.run(['fmt', 'workflows/theirs.wfmap'])).code).toBe(0);
    expect(state()).not.toEqual(before);
  });

  test.for([
    ['new', ['new', 'ship'], 'workflows'],
    ['new', ['new', 'ship'], 'prompts'],
    ['eject', ['eject', 'task'], 'prompts'],
    ['eject', ['eject', 'task', 'own'], 'own/prompts'],
  ] as const)('gets no file of %s (%j, %s)', async ([, words, name], { project, expect }) => {
    const { folder, state } = elsewhere(project);
    const before = state();
    link(project, name, folder);
    const { code, stderr } = await project.run(words);
    expect([code, stderr]).toEqual([2, expect.stringContaining('is a link that leads out of the project')]);
    expect(state()).toEqual(before);
  });
});

const STORY_FIELDS = {
  workslipFields: {
    storyId: { type: 'string', required: true, description: 'It' },
    story: { type: 'string', required: true, description: 'Its text' },
  },
};

describe('a file that a person names for a result', () => {
  test('is written through a link, and may be a device', async ({ project, expect }) => {
    const { folder } = elsewhere(project);
    project.put('one.json', ONE_TASK);
    link(project, 'out.svg', '../elsewhere/.bashrc');
    const drawn = await project.run(['graph', 'one.json', '-o', 'out.svg']);
    expect(drawn.code, drawn.reported).toBe(0);
    expect(readFileSync(join(folder, '.bashrc'), 'utf8')).toMatch(/^<svg/);
    expect((await project.run(['compile', 'one.json', '--to', 'wfmap', '-o', '/dev/null'])).code).toBe(0);
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  test('may be no pipe, which is not waited for', async ({ project, expect }) => {
    project.put('one.json', ONE_TASK);
    for (const name of ['out.svg', 'in.json']) makePipe(join(project.root, name));
    const written = await project.run(['graph', 'one.json', '-o', 'out.svg']);
    expect([written.code, written.stderr]).toEqual([2, expect.stringContaining('it is not a regular file')]);
    const read = await project.run(['validate', 'in.json']);
    expect([read.code, read.stderr]).toEqual([2, expect.stringContaining('it is not a regular file')]);
  });
});

test('a run that goes on while another branch is checked out says so', async ({ project, expect }) => {
  project.put('one.json', ONE_TASK);
  project.script({ error: 401 });
  expect((await project.run(['run', 'one.json'])).code).toBe(6);
  project.git('switch', '-q', '-c', 'other');
  project.script();
  const { code, stderr } = await project.run(['resume']);
  expect(code, stderr).toBe(0);
  expect(stderr).toContain(
    'The run started on the branch "main". Now the branch "other" is checked out, and its agents continue there.',
  );
});

test('runs that cannot be read are not said to be none', async ({ project, expect }) => {
  project.put('one.json', ONE_TASK);
  await project.run(['run', 'one.json']);
  const path = '.wfmap/runs/one/slip-001/journal.jsonl';
  project.put(path, project.read(path).replace('"type":"task.started"', '"type":"task.Started"'));
  const { stderr } = await project.run(['runs']);
  expect(stderr).toContain('one/slip-001: ');
  expect(stderr).not.toContain('There are no runs');
});

describe('secrets of the environment', () => {
  const key = [
    '-----BEGIN PRIVATE KEY-----',
    'MIIEvQIBADANBgkqhkiG9w0B',
    'AQEFAASCBKcwggSjAgEAAoIB',
    '-----END PRIVATE KEY-----',
  ];
  const environment = {
    GPG_PASSPHRASE: 'correct-horse-1',
    GH_PAT: 'pat-4711-4711-4711',
    DATABASE_URL: 'postgres://app:hunter2hunter2@db/app',
    PGPASS: 'elephant-0815',
    AWS_ID: 'AKIAIOSFODNN7EXAMPLE',
    DEPLOY_KEY: key.join('\n'),
    PERCENT_TOKEN: 'a/b+c=d&e f',
  };
  const COMMAND = [
    'printf "%s\\n" "$GPG_PASSPHRASE" "$GH_PAT" "$DATABASE_URL" "$PGPASS" "$AWS_ID" "$DEPLOY_KEY"',
    'printf %s "$DEPLOY_KEY" | head -2 | tail -1',
    'printf %s "user:$PGPASS" | base64',
    'echo a%2Fb%2Bc%3Dd%26e%20f',
  ].join('; ');
  const LEAKS = /correct-horse|pat-4711|hunter2|elephant|AKIA|MIIE|AQEF|ZWxlcGhhbn|a%2Fb/;

  test.for([['--json'], []])(
    'stand in nothing that is told or kept (%j)',
    async (flags, { project, expect }) => {
      const said = Object.values(environment).join('\n');
      project.put(
        'one.json',
        mapOf({
          Say: {
            type: 'shell',
            command: ['sh', '-c', COMMAND],
            actions: { Go: { target: 'Work', when: 'true' } },
          },
          Work: ask({ Complete: 'Done' }, { promptTemplate: `Do it: ${said}` }),
        }),
      );
      project.script({ say: `${'x'.repeat(1995)} ${said}` });
      const { code, reported } = await project.run(['run', 'one.json', ...flags], { environment });
      expect(code, reported).toBe(0);
      const kept = readdirSync(join(project.root, '.wfmap/runs'), { recursive: true, withFileTypes: true })
        .filter((each) => each.isFile() && !each.parentPath.endsWith('sources'))
        .map((each) => readFileSync(join(each.parentPath, each.name), 'utf8'));
      expect(kept.length).toBeGreaterThan(4);
      for (const text of [reported, ...kept]) expect(LEAKS.exec(text)?.[0]).toBeUndefined();
    },
  );
});
