import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createProjectFiles } from '../../../src/project/insight/project-files.ts';
import { readInsight } from '../../../src/project/insight/read-insight.ts';
import { nameInToml } from '../../../src/project/insight/toml-name.ts';

let folder = '';
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'insight-')), 'here');
  mkdirSync(folder);
});
afterEach(() => rmSync(dirname(folder), { recursive: true, force: true }));

type Files = Readonly<Record<string, string>>;

/** What the files of a project say, a line each. */
function reported(files: Files): string {
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const { insight, origins } = readInsight(folder);
  const { name, language, keyDirs, checks } = insight;
  const commands = (['build', 'test', 'lint'] as const)
    .filter((kind) => insight[kind] !== '')
    .map((kind) => `  ${kind}: ${insight[kind]} (${origins[kind] ?? ''})`);
  const dirs = keyDirs.length === 0 ? '' : `, ${keyDirs.join(' ')}`;
  return [`${name}, ${language}${dirs}`, ...commands, `  all: ${checks.join(' | ')}`, ''].join('\n');
}

const manifest = (scripts: unknown, more: object = {}): string => JSON.stringify({ scripts, ...more });
const ALL = { test: 'a', lint: 'b', build: 'c' };
const setup = (more: Files): Files => ({ 'setup.py': '', ...more });

const PROJECTS: readonly (readonly [what: string, files: Files])[] = [
  ['a name that is blank', { 'package.json': '{"name": " "}' }],
  ['a name that is no text', { 'package.json': '{"name": 5}' }],
  ['a name of several lines', { 'package.json': '{"name": "a\\n\\u0000b"}' }],
  ['a name that is long', { 'package.json': JSON.stringify({ name: 'x'.repeat(101) }) }],
  [
    'names in several manifests',
    { 'pyproject.toml': '[project]\nname = "py"', 'package.json': '{"name": "js"}', 'go.mod': 'module go' },
  ],
  ['a name of poetry', { 'pyproject.toml': "[tool.poetry]\nname = 'poet'" }],
  [
    'a name in another section',
    { 'pyproject.toml': '[tool.other]\nname = "other"\n[project]\nversion = "1"' },
  ],
  ['a module with a version', { 'go.mod': '// x\nmodule "example.org/us/shop/v12"\n' }],
  ['a module whose name looks like a version', { 'go.mod': 'module example.org/v2x\n' }],
  ['a crate', { 'Cargo.toml': '[dependencies]\nname = "dep"\n[package]\nname = "crate"\n' }],
  ['a manifest that is no object', { 'package.json': '[]' }],
  ['a manifest with a byte order mark', { 'package.json': '\ufeff{"name": "marked"}' }],
  ['scripts that are none', { 'package.json': manifest([]) }],
  ['scripts that are blank or no text', { 'package.json': manifest({ test: ' ', lint: 5, build: 'x' }) }],
  ...['typecheck', 'type-check', 'check-types', 'types', 'tsc'].map((name): readonly [string, Files] => [
    `the script ${name}`,
    { 'package.json': manifest({ [name]: 'x' }) },
  ]),
  ['several scripts for types', { 'package.json': manifest({ tsc: 'x', types: 'y' }) }],
  ['bun', { 'package.json': manifest(ALL), 'bun.lockb': '' }],
  ['pnpm', { 'package.json': manifest(ALL), 'pnpm-lock.yaml': '', 'yarn.lock': '' }],
  ...['npm', 'pnpm@9', 'yarn@4', 'bun@1', 'npmx@1', 'xnpm', 5].map(
    (packageManager): readonly [string, Files] => [
      `the package manager ${packageManager}`,
      { 'package.json': manifest({ test: 'x' }, { packageManager }), 'yarn.lock': '' },
    ],
  ),
  ...['GNUmakefile', 'makefile', 'Makefile'].map((name): readonly [string, Files] => [
    name,
    { [name]: 'lint:\ntypecheck:\ntest:\nbuild:\ncheck:\n' },
  ]),
  ['makefiles beside each other', { GNUmakefile: 'test:\n', Makefile: 'lint:\n' }],
  [
    'what is no target',
    { Makefile: 'test = 1\nlint := 2\nbuild ::= 3\n\tcheck:\n#typecheck:\nbuild2: x\r\n' },
  ],
  [
    'targets with a second colon, several before one, and ends of lines',
    { Makefile: 'test lint:: a\r\nbuild: b\r\n' },
  ],
  ...[
    'ruff.toml',
    '.ruff.toml',
    '.flake8',
    'mypy.ini',
    '.mypy.ini',
    'pytest.ini',
    'conftest.py',
    'tests/conftest.py',
  ].map((name): readonly [string, Files] => [`a python project with ${name}`, setup({ [name]: '' })]),
  ['settings of python in its manifest', { 'pyproject.toml': '[tool.ruff.lint]\n[mypy]\n' }],
  ['settings of python elsewhere', setup({ 'setup.cfg': '[flake8]\n[mypy]\n' })],
  ['settings of flake8 in tox.ini', setup({ 'tox.ini': '[flake8]\n' })],
  [
    'what only resembles settings',
    setup({ 'pyproject.toml': '[tool.ruffle]\n# [tool.mypy]\n', 'setup.cfg': ' [flake8]\n' }),
  ],
  ...[
    'requirements.txt',
    'tox.ini',
    'requirements-dev.txt',
    'dev-requirements.txt',
    'requirements/dev.txt',
  ].map((name): readonly [string, Files] => [`pytest in ${name}`, setup({ [name]: 'x\npytest>=8\n' })]),
  ['what only resembles pytest', setup({ 'requirements.txt': 'mypytests\n' })],
  ['an environment of poetry', setup({ 'conftest.py': '', 'poetry.lock': '' })],
  ['an environment of pdm', setup({ 'conftest.py': '', 'pdm.lock': '' })],
  [
    'an environment of uv, and others',
    setup({ 'conftest.py': '', 'uv.lock': '', 'poetry.lock': '', 'pdm.lock': '' }),
  ],
  ['tests beside the code by unittest', setup({ 'a_test.py': 'from unittest import x\n' })],
  ['tests in test by unittest', setup({ 'test/test_a.py': 'import unittest\n' })],
  [
    'tests by both',
    setup({ 'tests/test_a.py': 'import unittest\n', 'tests/test_b.py': 'from pytest import x\n' }),
  ],
  ['tests by neither', setup({ 'tests/test_a.py': 'def test(): pass\n' })],
  ['what is no test', setup({ 'tests/xtest_a.py': '', 'tests/test_a.pyc': '', 'tests/a_test.py.x': '' })],
  ['tests without a manifest', { 'tests/test_a.py': 'import unittest\n' }],
  ...['.golangci.yml', '.golangci.yaml', '.golangci.toml', '.golangci.json'].map(
    (name): readonly [string, Files] => [`go with ${name}`, { 'go.mod': '', [name]: '' }],
  ),
  ['clippy by its settings', { 'Cargo.toml': '', 'clippy.toml': '' }],
  ['clippy by hidden settings', { 'Cargo.toml': '', '.clippy.toml': '' }],
  ['clippy in the manifest', { 'Cargo.toml': '[lints.clippy]\n' }],
  ['clippy in the manifest of a workspace', { 'Cargo.toml': '[workspace.lints.clippy]\n' }],
  ['what only resembles clippy', { 'Cargo.toml': '#[lints.clippy]\n[lints.clippyx]\n' }],
  [
    'a project of all kinds',
    {
      'package.json': manifest({ test: 'x' }),
      Makefile: 'lint:\n',
      'setup.py': '',
      'go.mod': '',
      'Cargo.toml': '',
    },
  ],
  [
    'folders of which some are usual',
    Object.fromEntries(['docs', 'scripts', 'spec', 'test', 'crates'].map((name) => [`${name}/x`, ''])),
  ],
  ...['src', 'lib', 'app', 'cmd', 'internal', 'pkg', 'packages', 'tests'].map(
    (name): readonly [string, Files] => [`the folder ${name}`, { [`${name}/x`]: '' }],
  ),
  [
    'packages of python',
    {
      'a/__init__.py': '',
      'b-c/__init__.py': '',
      '1/__init__.py': '',
      'src/__init__.py': '',
      '_d/__init__.py': '',
    },
  ],
  [
    'very many packages of python',
    Object.fromEntries(['docs', 'a', 'b', 'c', 'd', 'e', 'f'].map((name) => [`${name}/__init__.py`, ''])),
  ],
];

test('each kind of project is read from its files just so', async () => {
  const text = PROJECTS.map(([what, files]) => `## ${what}\n${reported(files)}`);
  await expect(text.join('\n')).toMatchFileSnapshot('../../fixtures/project/insights.txt');
});

describe('the files of a project', () => {
  test('are read up to half a mebibyte, and a folder is listed up to five hundred names', () => {
    const files = createProjectFiles(folder);
    writeFileSync(join(folder, 'a'), 'x'.repeat(512 * 1024));
    writeFileSync(join(folder, 'b'), 'x'.repeat(512 * 1024 + 1));
    expect([files.read('a')?.length, files.read('b')]).toEqual([512 * 1024, undefined]);
    mkdirSync(join(folder, 'many'));
    for (let index = 0; index < 501; index += 1) writeFileSync(join(folder, `many/${index}`), '');
    expect(files.namesIn('many')).toHaveLength(500);
    expect(files.namesIn('many')[0]).toBe('0');
    expect([files.namesIn('a'), files.namesIn('none')]).toEqual([[], []]);
  });

  test('are told from folders', () => {
    writeFileSync(join(folder, 'file'), '');
    mkdirSync(join(folder, 'dir'));
    const files = createProjectFiles(folder);
    expect(['file', 'dir', 'none', '..'].map((name) => [files.has(name), files.hasFolder(name)])).toEqual([
      [true, false],
      [false, true],
      [false, false],
      [false, false],
    ]);
    expect(files.read('dir')).toBeUndefined();
  });
});

describe('a name in TOML', () => {
  const name = (text: string | undefined): string | undefined => nameInToml(text, ['package']);

  test.each([
    ['[package]\nname = "a"', 'a'],
    ["[package] # x\r\nname='a'\r\n", 'a'],
    ['[package]\nname\t=\t"a" # x', 'a'],
    ['[package]\nversion = "1"\nname = "a"\nname = "b"', 'a'],
    ['[other]\nname = "a"', undefined],
    ['name = "a"\n[package]', undefined],
    ['[package]\n name = "a"', undefined],
    ['[package]\nname = "a\'', undefined],
    ['[package]\nname = ""', undefined],
    ['[package]\nrename = "a"', undefined],
    ['[[package]]\nname = "a"', undefined],
    [' [package]\nname = "a"', undefined],
    ['[package] x\nname = "a"', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('in %j is %s', (text, found) => {
    expect(name(text)).toBe(found);
  });
});
