import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe } from 'vitest';
import { makePipe } from '../helpers/make-pipe.ts';
import { test, type Project } from './helpers/project.ts';
import { treeOf } from './helpers/tree-of.ts';
import { typeInTerminal } from './helpers/typed-terminal.ts';

const MANIFESTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  npm: {
    'package.json': '{"name":"greet","scripts":{"test":"node --test","lint":"oxlint"}}',
    'src/a.ts': 'export const a = 1;\n',
  },
  python: {
    'pyproject.toml': '[project]\nname = "greet"\n[tool.ruff]\n',
    'tests/test_a.py': 'import pytest\n',
  },
  go: { 'go.mod': 'module example.org/greet\n', 'main.go': 'package main\n\nfunc main() {}\n' },
  rust: { 'Cargo.toml': '[package]\nname = "greet"\n', 'src/main.rs': 'fn main() {}\n' },
  make: { Makefile: 'test:\n\ttrue\nlint:\n\ttrue\n' },
  empty: {},
};
const EDITS = '# Greet\r\n\r\nBe kind.\r\nAn edit that nobody has committed';

/** What a project gets, beside what it has. */
const WRITTEN = [
  '.sdlc/context/.gitignore',
  '.sdlc/context/constitution.md',
  '.sdlc/context/outline.md',
  '.sdlc/context/runloop.md',
  'AGENTS.md',
  'prompts/first/check.md',
  'prompts/first/work.md',
  'wfmap.config.json',
  'workflows/first.wfmap',
  'workflows/scenarios/first.scenario.yaml',
];

describe('a project of each kind is set up, twice as once, and taken back to the byte', () => {
  for (const kind of Object.keys(MANIFESTS)) {
    test(`${kind}, with uncommitted edits in CLAUDE.md`, async ({ project, expect }) => {
      for (const [path, text] of Object.entries(MANIFESTS[kind] ?? {})) project.put(path, text);
      project.put('CLAUDE.md', '# Greet\r\n');
      project.git('add', '-A');
      project.git('commit', '-q', '-m', 'more');
      project.put('CLAUDE.md', EDITS);
      const before = treeOf(project.root);
      const status = project.git('status', '--porcelain');
      const made = await project.run(['init', '--yes']);
      expect(made.code, made.reported).toBe(0);
      const once = treeOf(project.root);
      for (const path of WRITTEN) expect(Object.keys(once)).toContain(path);
      expect(once['CLAUDE.md']?.startsWith(before['CLAUDE.md'] ?? 'none')).toBe(true);
      expect(project.git('status', '--porcelain', '--ignored')).toContain('!! .sdlc/context/outline.md');
      const again = await project.run(['init', '--yes']);
      expect([again.code, again.stdout.split('\n').at(-2)]).toEqual([0, 'Nothing to write.']);
      expect(treeOf(project.root)).toEqual(once);
      const updated = await project.run(['update']);
      expect([updated.code, updated.reported]).toEqual([
        0,
        expect.stringContaining('outline.md is up to date.'),
      ]);
      expect(treeOf(project.root)).toEqual(once);
      expect((await project.run(['validate'])).code).toBe(0);
      expect((await project.run(['test', '--coverage=100'])).code).toBe(0);
      const undone = await project.run(['init', '--undo']);
      expect(undone.code, undone.reported).toBe(0);
      expect(treeOf(project.root)).toEqual(before);
      expect(project.git('status', '--porcelain')).toBe(status);
    });
  }

  test('a folder outside of git', async ({ project, expect }) => {
    rmSync(`${project.root}/.git`, { recursive: true });
    const before = treeOf(project.root);
    expect((await project.run(['init', '--yes'])).code).toBe(0);
    const once = treeOf(project.root);
    expect((await project.run(['init', '--yes'])).code).toBe(0);
    expect(treeOf(project.root)).toEqual(once);
    expect((await project.run(['init', '--undo'])).code).toBe(0);
    expect(treeOf(project.root)).toEqual(before);
  });
});

describe('nothing is written that nobody has seen and accepted', () => {
  test('without a terminal and without --yes, and by --dry-run', async ({ project, expect }) => {
    project.put('package.json', MANIFESTS['npm']?.['package.json'] ?? '');
    project.put('CLAUDE.md', '# Greet\n');
    const before = treeOf(project.root);
    const asked = await project.run(['init']);
    expect(asked.code).toBe(2);
    expect(asked.stderr).toBe(
      'wfmap: Nothing was written: there is no terminal to ask at.\n  The lines above show what would be written. To write it, add --yes.\n',
    );
    await expect(asked.stdout).toMatchFileSnapshot('../fixtures/init/shown.out');
    const dry = await project.run(['init', '--dry-run', '--pre-commit']);
    expect([dry.code, dry.stdout.split('\n').at(-2)]).toEqual([0, 'Nothing was written.']);
    expect(treeOf(project.root)).toEqual(before);
    // All of what is then there was shown.
    await project.run(['init', '--yes']);
    const lines = new Set(asked.stdout.split('\n').map((line) => line.replace(/^ {2}\| ?/, '')));
    const shown = [...WRITTEN, 'CLAUDE.md'].filter((path) => !path.endsWith('outline.md'));
    for (const path of shown) {
      for (const line of project.read(path).replace('# Greet\n', '').split('\n'))
        expect(lines, path).toContain(line.trimEnd());
    }
  });

  test('a person who says no, or yes', async ({ project, expect }) => {
    const before = treeOf(project.root);
    const { root, environment } = project;
    const answered = (line: string) =>
      typeInTerminal(['init'], { root, environment, typed: [['Write this? [y/N] ', line]] });
    const no = await answered('');
    expect(no.shown).toContain('Nothing was written.');
    expect([no.code, treeOf(root)]).toEqual([1, before]);
    expect((await answered('y')).code).toBe(0);
    expect(project.has('.sdlc/context/outline.md')).toBe(true);
  });
});

describe('what people write since is theirs', () => {
  test('it survives an update and an undo, and only the section goes', async ({ project, expect }) => {
    project.put('CLAUDE.md', 'Before.\n');
    await project.run(['init', '--yes']);
    project.put('CLAUDE.md', `Above.\n${project.read('CLAUDE.md')}Below.\n`);
    project.put('wfmap.config.json', { checks: { test: 'mine' } });
    await project.run(['update']);
    const undone = await project.run(['init', '--undo']);
    expect(project.read('CLAUDE.md')).toBe('Above.\nBefore.\nBelow.\n');
    expect(project.read('wfmap.config.json')).toContain('mine');
    expect(undone.stdout).toContain('CLAUDE.md: its section taken out; what was written since stays');
    expect(undone.stdout).toContain('wfmap.config.json was changed since, so it stays.');
    expect(project.has('.sdlc')).toBe(false);
  });

  test('an undo says of each file what becomes of it, before and after', async ({ project, expect }) => {
    for (const file of ['CLAUDE.md', 'AGENTS.md']) project.put(file, 'Mine.\n');
    await project.run(['init', '--yes', '--no-first-map']);
    const plain = await project.run(['init', '--undo', '--dry-run']);
    project.put('CLAUDE.md', project.read('CLAUDE.md').replace('## ', '### '));
    project.put('AGENTS.md', `${project.read('AGENTS.md')}Below.\n`);
    rmSync(`${project.root}/.sdlc/context/runloop.md`);
    project.put('.sdlc/context/constitution.md', 'My own rules.\n');
    const changed = await project.run(['init', '--undo', '--dry-run']);
    const below = project.read('AGENTS.md');
    rmSync(`${project.root}/AGENTS.md`);
    const gone = await project.run(['init', '--undo', '--dry-run']);
    project.put('AGENTS.md', below);
    const undone = await project.run(['init', '--undo']);
    expect(project.read('AGENTS.md')).toBe('Mine.\nBelow.\n');
    const text = [plain, changed, gone, undone].map(({ stdout }) => stdout).join('\n');
    await expect(text).toMatchFileSnapshot('../fixtures/cli/init-undo.txt');
  });

  test('an undo leaves what is gone, what was replaced, and what it has no copy of', async ({
    project,
    expect,
  }) => {
    for (const file of ['CLAUDE.md', '.sdlc/context/.gitignore']) project.put(file, 'mine\n');
    await project.run(['init', '--yes', '--no-first-map', '--agents', 'link']);
    rmSync(`${project.root}/AGENTS.md`);
    project.put('AGENTS.md', 'Now a file.\n');
    rmSync(`${project.root}/.sdlc/context/.gitignore`);
    for (const copy of project.list('.wfmap/init/before'))
      if (copy.endsWith('CLAUDE.md')) rmSync(`${project.root}/.wfmap/init/before/${copy}`);
    const { stdout } = await project.run(['init', '--undo']);
    await expect(stdout).toMatchFileSnapshot('../fixtures/cli/init-undo-left.txt');
    expect(project.read('AGENTS.md')).toBe('Now a file.\n');
  });

  test('an older text that nobody has changed is brought up to date, and one that somebody has stays', async ({
    project,
    expect,
  }) => {
    await project.run(['init', '--yes']);
    const path = '.sdlc/context/constitution.md';
    const now = project.read(path);
    project.put(path, `${now}One rule more.\n`);
    expect((await project.run(['update'])).stdout).toContain(`${path} was changed, so it stays.`);
    expect(project.read(path)).toBe(`${now}One rule more.\n`);
    // A text that an earlier wfmap wrote.
    const digest = '7b6a72b4bbdcd5b5ce7ab9ffa8a8d8fbbf4f4f5dff6bdf1d7b9ac5a1b6b7e3d8';
    project.put(path, `Older.\n\n<!-- wfmap text v1 sha256:${digest} Why. -->\n`);
    expect((await project.run(['update'])).stdout).toContain(`${path} was changed, so it stays.`);
    project.put(path, `Older.\n\n<!-- wfmap text v1 sha256:${OLDER} Why. -->\n`);
    await project.run(['update']);
    expect(project.read(path)).toBe(now);
    rmSync(`${project.root}/${path}`);
    await project.run(['update']);
    expect(project.read(path)).toBe(now);
  });

  test('an edited section stays, the new one comes beside it, and --force takes that', async ({
    project,
    expect,
  }) => {
    await project.run(['init', '--yes']);
    const whole = project.read('CLAUDE.md');
    const edited = whole.replace('- Change nothing', '- Change something');
    project.put('CLAUDE.md', edited);
    const updated = await project.run(['update']);
    expect(updated.code).toBe(0);
    expect(updated.stdout).toContain(
      'CLAUDE.md: the section in line 1 was edited, so it stays. What wfmap would write is in CLAUDE.md.wfmap-new; --force takes it.',
    );
    expect([project.read('CLAUDE.md'), project.read('CLAUDE.md.wfmap-new')]).toEqual([edited, whole]);
    const tree = treeOf(project.root);
    await project.run(['update']);
    expect(treeOf(project.root)).toEqual(tree);
    await project.run(['update', '--force']);
    expect([project.read('CLAUDE.md'), project.has('CLAUDE.md.wfmap-new')]).toEqual([whole, false]);
  });
});

/** Of the text "Older.". */
const OLDER = 'd1429210ffa5efa974af8c15020934d96bff17bbc20e39dae169431138b46488';

describe('AGENTS.md is what was asked for', () => {
  test('a link, which update and undo know', async ({ project, expect }) => {
    const before = treeOf(project.root);
    await project.run(['init', '--yes', '--agents', 'link']);
    expect(treeOf(project.root)['AGENTS.md']).toBe('-> CLAUDE.md');
    const once = treeOf(project.root);
    expect((await project.run(['init', '--yes', '--agents=link'])).stdout).toContain(
      'AGENTS.md is a link to CLAUDE.md.',
    );
    expect((await project.run(['init', '--yes'])).stdout).toContain('AGENTS.md and CLAUDE.md are one file.');
    await project.run(['update']);
    expect(treeOf(project.root)).toEqual(once);
    await project.run(['init', '--undo']);
    expect(treeOf(project.root)).toEqual(before);
  });

  test('an import, which update keeps', async ({ project, expect }) => {
    project.put('AGENTS.md', 'Mine.\n');
    await project.run(['init', '--yes', '--agents', 'import']);
    expect(project.read('AGENTS.md')).toMatch(/^Mine\.\n\n<!-- BEGIN[^]*\n\n@CLAUDE\.md\n\n<!-- END/);
    const once = treeOf(project.root);
    await project.run(['update']);
    expect(treeOf(project.root)).toEqual(once);
  });

  test('nothing', async ({ project, expect }) => {
    await project.run(['init', '--yes', '--agents', 'none', '--no-first-map']);
    expect([project.has('AGENTS.md'), project.has('workflows'), project.has('CLAUDE.md')]).toEqual([
      false,
      false,
      true,
    ]);
  });
});

/** What is in the way, and what is said of it. */
const IN_THE_WAY: Readonly<Record<string, (project: Project) => void>> = {
  pipe: ({ root }) => makePipe(`${root}/CLAUDE.md`),
  folder: ({ root }) => mkdirSync(`${root}/CLAUDE.md`),
  'link-loop': ({ root }) => {
    symlinkSync('AGENTS.md', `${root}/CLAUDE.md`);
    symlinkSync('CLAUDE.md', `${root}/AGENTS.md`);
  },
  'link-to-itself': ({ root }) => symlinkSync('CLAUDE.md', `${root}/CLAUDE.md`),
  'link-that-leads-out': ({ root }) => {
    writeFileSync(`${root}/../outside.md`, 'Not yours.\n');
    symlinkSync('../outside.md', `${root}/CLAUDE.md`);
  },
  'link-to-nothing': ({ root }) => symlinkSync('nowhere.md', `${root}/CLAUDE.md`),
  'folder-that-leads-out': ({ root }) => {
    mkdirSync(`${root}/../elsewhere`);
    symlinkSync('../elsewhere', `${root}/.sdlc`);
  },
  'folder-that-is-a-file': ({ put }) => put('.sdlc', ''),
  'record-folder-that-leads-out': ({ root }) => {
    mkdirSync(`${root}/../elsewhere`);
    symlinkSync('../elsewhere', `${root}/.wfmap`);
  },
  'huge-file': ({ put }) => put('CLAUDE.md', 'x'.repeat(1_048_577)),
  'invalid-utf-8': ({ root }) => writeFileSync(`${root}/CLAUDE.md`, Buffer.from([0x41, 0xff, 0xfe])),
  'read-only': ({ root, put }) => {
    put('CLAUDE.md', 'Mine.\n');
    chmodSync(`${root}/CLAUDE.md`, 0o444);
  },
  'two-faults': ({ put }) => {
    put('CLAUDE.md', 'One.\n<!-- END WFMAP MANAGED SECTION -->\n');
    put('AGENTS.md', '<!-- BEGIN WFMAP MANAGED SECTION v2 -->\n<!-- END WFMAP MANAGED SECTION -->\n');
  },
  'prompt-of-another': ({ put }) => put('prompts/first/work.md', 'Mine.\n'),
  'name-with-escapes': ({ put }) =>
    put('package.json', '{"name":"\\u001b[31mred\\u202e","scripts":{"test":"x"}}'),
  'settings-with-a-fault': ({ put }) => put('wfmap.config.json', '{"chekcs": {}}'),
  'record-of-another': ({ put }) =>
    put('.wfmap/init/record.json', {
      version: 1,
      folders: [],
      files: [{ path: '../out', kind: 'text', before: null, after: 'x' }],
    }),
  'place-beside-taken': ({ put }) => {
    put('CLAUDE.md', '<!-- BEGIN WFMAP MANAGED SECTION v1 -->\nMine.\n<!-- END WFMAP MANAGED SECTION -->\n');
    put('CLAUDE.md.wfmap-new', 'Also mine.\n');
  },
};

describe('what is in the way is reported, nothing is written, and nothing outside changes', () => {
  for (const [name, lay] of Object.entries(IN_THE_WAY)) {
    test(name, async ({ project, expect }) => {
      lay(project);
      const before = treeOf(`${project.root}/..`);
      const told: string[] = [];
      for (const words of [['init', '--yes'], ['update'], ['init', '--undo']]) {
        const { code, stdout, stderr } = await project.run(words);
        told.push(`$ wfmap ${words.join(' ')}\n${stdout}${stderr}exit code ${code ?? 'none'}\n`);
        if (name === 'name-with-escapes') break;
        expect(treeOf(`${project.root}/..`)).toEqual(before);
      }
      const text = told
        .join('\n')
        .replaceAll(project.root, '<root>')
        .replaceAll(project.environment['HOME'] ?? '', '<home>');
      await expect(text).toMatchFileSnapshot(`../fixtures/init/${name}.out`);
    });
  }

  test('a link inside of the project is written through, and stays a link', async ({ project, expect }) => {
    project.put('docs/rules.md', 'Rules.\n');
    chmodSync(`${project.root}/docs/rules.md`, 0o640);
    symlinkSync('docs/rules.md', `${project.root}/CLAUDE.md`);
    const before = treeOf(project.root);
    expect((await project.run(['init', '--yes'])).code).toBe(0);
    const tree = treeOf(project.root);
    expect(tree['CLAUDE.md']).toBe('-> docs/rules.md');
    expect(tree['docs/rules.md']).toMatch(
      /^640 Rules\.\n\n<!-- BEGIN[^]*@\.\.\/\.sdlc\/context\/constitution\.md/,
    );
    await project.run(['init', '--undo']);
    expect(treeOf(project.root)).toEqual(before);
  });

  test('hooks that are there stay, and what belongs there is printed', async ({ project, expect }) => {
    project.put('.pre-commit-config.yaml', 'repos: []\n');
    const { stdout } = await project.run(['init', '--yes', '--pre-commit']);
    expect(stdout).toContain(
      '.pre-commit-config.yaml is there already, so it stays. Add to its "repos":\n  - repo: local\n',
    );
    expect(project.read('.pre-commit-config.yaml')).toBe('repos: []\n');
    rmSync(`${project.root}/.pre-commit-config.yaml`);
    await project.run(['init', '--yes', '--pre-commit']);
    expect(project.read('.pre-commit-config.yaml')).toContain('entry: wfmap validate --staged');
  });

  test('a record that names other files takes nothing of them back', async ({ project, expect }) => {
    await project.run(['init', '--yes']);
    project.put('.env', 'SECRET=1\n');
    const record: { files: object[] } = JSON.parse(project.read('.wfmap/init/record.json'));
    record.files.push({ path: '.env', kind: 'text', before: null, after: 'guessed' });
    project.put('.wfmap/init/record.json', record);
    expect((await project.run(['init', '--undo'])).code).toBe(0);
    expect(project.read('.env')).toBe('SECRET=1\n');
  });

  test('update and undo of a project without anything of wfmap', async ({ project, expect }) => {
    expect(await project.run(['update'])).toMatchObject({
      code: 2,
      stderr:
        'wfmap: There is no section of wfmap in CLAUDE.md or AGENTS.md, so nothing was brought up to date.\n  Set the project up: wfmap init\n',
    });
    expect(await project.run(['init', '--undo'])).toMatchObject({
      code: 0,
      stdout: 'There is nothing to take back.\n',
    });
  });
});
