/** A release by the map `release`, against a remote of its own and stand-ins for CI, the index and GitHub. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { answerNameOf } from '../../src/journal/answer-box.ts';
import { describe, type ExpectStatic } from 'vitest';
import {
  expectNothingPushed,
  expectPushedOnce,
  RUN,
  STAND_INS,
  STOOD_IN,
  test,
  type ReleaseProject,
  type Step,
} from './helpers/release-project.ts';

const ROOT = resolve(import.meta.dirname, '../..');

describe('a release', () => {
  test('is pushed after a YES at a terminal, and watched until it can be installed', async ({
    project,
    expect,
  }) => {
    await project.prepare();
    expectNothingPushed(project, expect);
    const { code, shown } = await project.typed(['answer', 'YES']);
    expect(code, shown).toBe(0);
    expect(project.outcome()).toBe('released');
    expectPushedOnce(project, expect);
    expect(JSON.parse(project.read('package.json')).version).toBe('1.3.0');
    expect(project.read('CHANGELOG.md')).toMatch(
      /## \[Unreleased\]\n\n## \[1\.3\.0\] - \d{4}-\d\d-\d\d\n\n- Greets by name\.\n\n## \[1\.2\.3\]/,
    );
    expect(project.git('tag', '-l', '--format=%(contents)', 'v1.3.0').trim()).toBe(
      'v1.3.0\n\n- Greets by name.',
    );
    expect(project.git('status', '--porcelain')).toBe('');
    const gates = Object.keys(STOOD_IN).slice(0, 8);
    expect(project.called()).toEqual([
      ...gates.map((name) => `${name} - -`),
      ...['watch', 'announce', 'install', 'try'].map((name) => `${name} 1.3.0 v1.3.0`),
    ]);
  });

  test('can be made and confirmed at one terminal', async ({ project, expect }) => {
    const { code, shown } = await project.typed(['run', 'release', ...STAND_INS]);
    expect(code, shown).toBe(0);
    expectPushedOnce(project, expect);
  });
});

/** What reads the version where nobody says it needs Python 3.11. */
const HAS_TOMLLIB = spawnSync('/usr/bin/env', ['python3', '-c', 'import tomllib']).status === 0;
const OWN_VERSION = `--versionCommand=sed -n 's/^version = "\\(.*\\)"/\\1/p' pyproject.toml`;

test('a Python project is released by its own commands', async ({ project, expect }) => {
  project.git('rm', '-q', 'package.json');
  project.put('pyproject.toml', '[project]\nname = "shop"\nversion = "1.2.3"\n');
  project.put('shop/__init__.py', '__version__ = "1.2.3"\n');
  project.put(
    'scripts/bump-version.sh',
    `sed -i.old "s/1\\.2\\.3/$1/" pyproject.toml shop/__init__.py && rm pyproject.toml.old shop/__init__.py.old\n`,
  );
  project.git('add', '-A');
  project.git('commit', '-q', '-m', 'In Python');
  pushByHand(project);
  const asked = await project.release(...(HAS_TOMLLIB ? [] : [OWN_VERSION]));
  expect(asked.code, asked.reported).toBe(4);
  const chosen = await project.run(['answer', 'Minor']);
  expect(chosen.code, chosen.reported).toBe(4);
  expectNothingPushed(project, expect);
  const { code, shown } = await project.typed(['answer', 'YES']);
  expect(code, shown).toBe(0);
  expect(project.outcome()).toBe('released');
  expectPushedOnce(project, expect);
  expect(project.read('shop/__init__.py')).toBe('__version__ = "1.3.0"\n');
  expect(project.git('show', '--format=', '--name-only', 'v1.3.0^{commit}').trim().split('\n')).toEqual([
    'CHANGELOG.md',
    'pyproject.toml',
    'shop/__init__.py',
  ]);
});

test('this project is released by the same map', async ({ project, expect }) => {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  for (const name of ['package.json', 'package-lock.json'])
    project.put(name, readFileSync(join(ROOT, name), 'utf8'));
  const changes = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  project.put(
    'CHANGELOG.md',
    changes.replace('## [Unreleased]', '## [Unreleased]\n\n- An entry of the test.'),
  );
  project.git('add', '-A');
  project.git('commit', '-q', '-m', 'This project');
  pushByHand(project);
  // The line of the project, with a stand-in in place of each command.
  const own =
    /node dist\/main\.js (?<words>run release .*)$/.exec(manifest.scripts.release)?.groups?.['words'] ?? '';
  const given = own.matchAll(/'(--(\w+)=[^']*)'/g).toArray();
  const flags = given.map(([, , name = '']) => name);
  const words = [
    ...STAND_INS,
    ...given.flatMap(([, word = '', name = '']) => (isStoodIn(name) ? [] : [word])),
  ];
  expect(flags).toEqual(['typesCommand', 'lintCommand', 'strictCommand']);
  const asked = await project.run(['run', 'release', ...words]);
  expect(asked.code, asked.reported).toBe(4);
  const chosen = await project.run(['answer', 'Patch']);
  expect(chosen.code, chosen.reported).toBe(4);
  expect(chosen.reported).toContain(`Push ${manifest.name} `);
  expect(project.received()).toEqual([]);
  const { code, shown } = await project.typed(['answer', 'YES']);
  expect(code, shown).toBe(0);
  const { version } = JSON.parse(project.read('package.json'));
  expect(JSON.parse(project.read('package-lock.json')).packages[''].version).toBe(version);
  expect(project.remote()).toEqual(['refs/heads/main', `refs/tags/v${version}`]);
});

function isStoodIn(field: string): boolean {
  return Object.values<string>(STOOD_IN).includes(field);
}

describe('a gate that does not pass ends a release before anything is changed', () => {
  const COMMANDS: readonly Step[] = ['tests', 'types', 'lint', 'build', 'package', 'ci'];

  test.for(COMMANDS)('%s', async (gate, { project, expect }) => {
    project.letFail(gate, 1);
    const { code, reported } = await project.release();
    expect(code, reported).toBe(1);
    expect(project.outcome()).toBe('aborted');
    expect(project.reason()).toContain(`The gate ${gate} does not pass: This is ${gate} on main.`);
    expect(project.called().at(-1)).toBe(`${gate} - -`);
    expectUntouched(project, expect);
  });

  test.for<readonly [string, (project: ReleaseProject) => void, string]>([
    [
      'branch',
      (project) => project.git('checkout', '-q', '-b', 'other'),
      'other is checked out, and not main.',
    ],
    ['clean', (project) => project.put('src/new.txt', 'new\n'), 'Not committed:\n?? src/new.txt'],
    ['in sync', (project) => commit(project, 'src/new.txt', 'new\n'), 'main is not what origin has.'],
    [
      'changelog',
      (project) => {
        commit(project, 'CHANGELOG.md', '# Changes\n\n## Unreleased\n\n## 1.2.3\n\n- First.\n');
        pushByHand(project);
      },
      'CHANGELOG.md has 0 entries under Unreleased, for 3 commits.',
    ],
  ])('%s', async ([gate, change, said], { project, expect }) => {
    change(project);
    const before = project.git('rev-parse', 'HEAD');
    const { code, reported } = await project.release();
    expect(code, reported).toBe(1);
    expect(project.reason()).toContain(`The gate ${gate} does not pass: ${said}`);
    expect(project.git('rev-parse', 'HEAD')).toBe(before);
    expect([project.git('tag'), project.received()]).toEqual(['', []]);
  });

  test.for<Step>(['strict', 'audit'])('%s, where a person refuses', async (gate, { project, expect }) => {
    project.letFail(gate, 1);
    const asked = await project.release();
    expect(asked.code, asked.reported).toBe(4);
    const { code, reported } = await project.run(['answer', 'Refuse', '--reason=no']);
    expect(code, reported).toBe(1);
    expect(project.reason()).toContain(`The gate ${gate} does not pass: This is ${gate} on main.`);
    expectUntouched(project, expect);
  });

  test('one without a command', async ({ project, expect }) => {
    const { code, reported } = await project.run([
      'run',
      'release',
      '--ecosystem=python',
      '--testCommand=true',
    ]);
    expect(code, reported).toBe(1);
    expect(project.reason()).toContain('The gate types does not pass:');
    expectUntouched(project, expect);
  });
});

function expectUntouched(project: ReleaseProject, expect: ExpectStatic): void {
  expect(project.git('status', '--porcelain')).toBe('');
  expect(project.git('tag')).toBe('');
  expect(project.git('rev-parse', 'HEAD')).toBe(project.git('rev-parse', 'origin/main'));
  expectNothingPushed(project, expect);
}

function commit(project: ReleaseProject, path: string, text: string): void {
  project.put(path, text);
  project.git('add', '-A');
  project.git('commit', '-q', '-m', `Change ${path}`);
}

function pushByHand(project: ReleaseProject): void {
  project.git('push', '-q', 'origin', 'main');
  writeFileSync(join(dirname(project.root), 'received'), '');
}

describe('a person may accept', () => {
  test.for<readonly [string, (project: ReleaseProject) => void]>([
    ['strict', (project) => project.letFail('strict', 1)],
    ['audit', (project) => project.letFail('audit', 1)],
    [
      'changelog',
      (project) => {
        for (const name of ['a', 'b', 'c']) commit(project, `src/${name}.txt`, 'new\n');
        pushByHand(project);
      },
    ],
  ])(
    'the gate %s, which the question before the push repeats',
    async ([gate, change], { project, expect }) => {
      change(project);
      const asked = await project.release();
      expect(asked.code, asked.reported).toBe(4);
      const unsaid = await project.run(['answer', 'Accept']);
      expect(unsaid.code, unsaid.reported).toBe(2);
      const accepted = await project.run(['answer', 'Accept', '--reason=it is known']);
      expect(accepted.code, accepted.reported).toBe(4);
      const chosen = await project.run(['answer', 'Minor']);
      expect(chosen.reported).toContain(`- ${gate}: it is known`);
      expectNothingPushed(project, expect);
      const { code, shown } = await project.typed(['answer', 'YES']);
      expect(code, shown).toBe(0);
      expect(shown).toContain(`"waivers":[{"gate":"${gate}","reason":"it is known"}]`);
      expectPushedOnce(project, expect);
    },
  );
});

describe('nothing is pushed', () => {
  test('after NO, which leaves the commit and the tag here', async ({ project, expect }) => {
    await project.prepare();
    const { code, shown } = await project.typed(['answer', 'NO']);
    expect(code, shown).toBe(0);
    expect(project.outcome()).toBe('tag_local');
    expect(project.git('tag').trim()).toBe('v1.3.0');
    expectNothingPushed(project, expect);
    const again = await project.typed(['resume', '--from=Push']);
    expect(again.shown).toContain('This is not what YES was said to.');
    expectNothingPushed(project, expect);
  });

  test('after REVIEW, which shows what would go', async ({ project, expect }) => {
    await project.prepare();
    const { code, shown } = await project.typed(
      ['answer', 'REVIEW'],
      [
        ['q skips', 'q'],
        ['Choice (1-3', 'NO'],
      ],
    );
    expect(code, shown).toBe(0);
    const asked = project.events(RUN).findLast((event) => event.type === 'human.asked');
    expect(asked?.data.text).toMatch(/Release v1\.3\.0[^]*CHANGELOG\.md[^]*\+## \[1\.3\.0\]/);
    expectNothingPushed(project, expect);
  });

  test('without a person who is seen', async ({ project, expect }) => {
    const { reported } = await project.prepare('--no-input');
    expect(reported).toContain('The answer must be seen: give it at a terminal, outside of all runs.');
    const piped = await project.run(['answer', 'YES']);
    expect([piped.code, piped.stderr]).toMatchObject([2, expect.stringContaining('nobody is seen here')]);
    const unasked = await project.typed(['answer', 'YES', '--no-input'], []);
    expect([unasked.code, unasked.shown]).toMatchObject([2, expect.stringContaining('nobody is seen here')]);
    const kept = await project.typed(['answer', 'YES', '--no-continue'], []);
    expect([kept.code, kept.shown]).toMatchObject([2, expect.stringContaining('cannot be kept for later')]);
    const inCi = await project.run(['answer', 'YES'], { environment: { CI: 'true' } });
    expect(inCi.code, inCi.reported).toBe(2);
    for (const task of ['Push', 'Keep Commit', 'Watch']) {
      const passed = await project.run(['resume', `--from=${task}`, '--no-input']);
      expect([passed.code, passed.stderr]).toMatchObject([
        2,
        expect.stringContaining('--from could pass it by'),
      ]);
    }
    const resumed = await project.run(['resume', '--no-input']);
    expect(resumed.code, resumed.reported).toBe(4);
    expectNothingPushed(project, expect);
  });

  test('by an answer that a program put where answers come in', async ({ project, expect }) => {
    await project.prepare();
    const events = project.events(RUN);
    const started = events.findLast((event) => event.type === 'task.started');
    const asked = events.findLast((event) => event.type === 'human.asked');
    const key = { start: started?.seq ?? 0, nonce: asked?.data.nonce };
    const answer = { nonce: key.nonce, action: 'YES', fields: {}, sender: { pid: 1, start: null } };
    project.put(`.wfmap/runs/${RUN}/answers/${answerNameOf(key)}`, answer);
    const { code, reported } = await project.run(['resume']);
    expect(code, reported).toBe(4);
    expect(reported).toContain('the task takes only an answer that is seen');
    expectNothingPushed(project, expect);
  });

  test('past the question, though a person is there', async ({ project, expect }) => {
    await project.prepare();
    const { code, shown } = await project.typed(['resume', '--from=Push'], []);
    expect(code, shown).toBe(6);
    expectNothingPushed(project, expect);
  });

  test('by a simulation, which runs no command and cannot become a release', async ({ project, expect }) => {
    const played = await project.run(['run', 'release', ...STAND_INS, '--agent=scripted', '--seed=1']);
    expect([0, 1], played.reported).toContain(played.code);
    expect(project.called()).toEqual([]);
    const turned = await project.typed(['resume', '--from=Push', '--agent=claude'], []);
    expect(turned.code, turned.shown).toBe(2);
    expectUntouched(project, expect);
  });

  test('where the remote has moved since the gates', async ({ project, expect }) => {
    const asked = await project.release();
    expect(asked.code, asked.reported).toBe(4);
    const other = join(dirname(project.root), 'other');
    project.git('clone', '-q', join(dirname(project.root), 'remote.git'), other);
    project.git('-C', other, 'commit', '-q', '--allow-empty', '-m', 'Meanwhile');
    project.git('-C', other, 'push', '-q', 'origin', 'main');
    writeFileSync(join(dirname(project.root), 'received'), '');
    const { code, reported } = await project.run(['answer', 'Minor']);
    expect(code, reported).toBe(1);
    expect(project.reason()).toContain('main of origin cannot be read, or has moved.');
    expectNothingPushed(project, expect);
  });

  test('but what YES was said to', async ({ project, expect }) => {
    await project.prepare();
    commit(project, 'src/late.txt', 'late\n');
    const { code, shown } = await project.typed(['answer', 'YES']);
    expect(code, shown).toBe(1);
    expect(project.outcome()).toBe('push_failed');
    expect(project.reason()).toContain('This is not what YES was said to.');
    expectNothingPushed(project, expect);
  });
});
