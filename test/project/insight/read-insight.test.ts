import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ProjectChecks } from '../../../src/project/project-checks.ts';
import { readInsight } from '../../../src/project/insight/read-insight.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'insight-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function insightOf(files: Readonly<Record<string, string>>, checks: ProjectChecks = {}) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return readInsight(folder, checks);
}

const scripts = (names: Readonly<Record<string, string>>, more: object = {}): string =>
  JSON.stringify({ name: '@us/shop', scripts: names, ...more });

test('an empty folder is a project of which only the name is known', () => {
  const { insight, origins } = insightOf({});
  expect(insight).toEqual({
    name: expect.stringMatching(/^insight-/) as string,
    language: 'unknown',
    keyDirs: [],
    checks: [],
    build: '',
    test: '',
    lint: '',
  });
  expect(origins).toEqual({ build: undefined, test: undefined, lint: undefined });
});

test('a folder that is not there tells nothing', () => {
  expect(readInsight(join(folder, 'nowhere')).insight).toMatchObject({
    name: 'nowhere',
    language: 'unknown',
  });
});

test.each([
  [{ 'setup.py': '', 'package.json': '{}' }, 'python'],
  [{ 'requirements.txt': '', 'go.mod': '' }, 'python'],
  [{ 'tsconfig.json': '{}', 'package.json': '{}' }, 'typescript'],
  [{ 'package.json': '{}' }, 'javascript'],
  [{ 'go.mod': 'module x' }, 'go'],
  [{ 'Cargo.toml': '[package]' }, 'rust'],
])('the files %j make a project one of a language', (files, language) => {
  expect(insightOf(files).insight.language).toBe(language);
});

test('scripts of a manifest are run by its package manager', () => {
  const all = { test: 'vitest', lint: 'eslint .', build: 'tsc', typecheck: 'tsc --noEmit', deploy: 'x' };
  expect(insightOf({ 'package.json': scripts(all) }).insight).toMatchObject({
    name: '@us/shop',
    build: 'npm run build',
    test: 'npm test',
    lint: 'npm run lint',
    checks: ['npm run lint', 'npm run typecheck', 'npm test', 'npm run build'],
  });
});

test.each([
  [{ 'pnpm-lock.yaml': '' }, {}, 'pnpm test'],
  [{ 'yarn.lock': '' }, {}, 'yarn test'],
  [{ 'bun.lock': '' }, {}, 'bun run test'],
  [{ 'yarn.lock': '' }, { packageManager: 'pnpm@9.1.0' }, 'pnpm test'],
  [{ 'yarn.lock': '' }, { packageManager: 'evil; rm -rf /' }, 'yarn test'],
])('the package manager is told by %j and %j', (files, more, command) => {
  const { insight } = insightOf({ ...files, 'package.json': scripts({ test: 'x' }, more) });
  expect(insight.test).toBe(command);
});

test('the script that npm writes for want of one is none', () => {
  const test = 'echo "Error: no test specified" && exit 1';
  expect(insightOf({ 'package.json': scripts({ test }) }).insight.test).toBe('');
});

test('a manifest that is broken tells nothing but the language', () => {
  const { insight } = insightOf({ 'package.json': '{ "scripts": ' });
  expect(insight).toMatchObject({ language: 'javascript', checks: [] });
});

test('targets of a makefile come where the manifest has no script', () => {
  const { insight, origins } = insightOf({
    'package.json': scripts({ test: 'x' }),
    Makefile: 'test lint: a\n\tx\nbuild := 1\n.PHONY: check\ncheck: test\n',
  });
  expect(insight).toMatchObject({ test: 'npm test', lint: 'make lint', build: '' });
  expect(insight.checks).toEqual(['make lint', 'npm test', 'make check']);
  expect(origins).toMatchObject({ test: 'package.json', lint: 'Makefile' });
});

test('settings of python tools suggest them, in the environment of the project', () => {
  const toml = '[project]\nname = "shop"\n[tool.pytest.ini_options]\n[tool.ruff]\n[tool.mypy]\n';
  const { insight } = insightOf({ 'pyproject.toml': toml, 'uv.lock': '' });
  expect(insight).toMatchObject({
    name: 'shop',
    test: 'uv run pytest',
    lint: 'uv run ruff check .',
    build: '',
  });
  expect(insight.checks).toEqual(['uv run ruff check .', 'uv run mypy .', 'uv run pytest']);
});

test('tests by unittest alone are run by unittest', () => {
  const files = { 'setup.py': '', 'tests/test_a.py': 'import unittest\n' };
  expect(insightOf(files).insight.test).toBe('python3 -m unittest discover -s tests -t .');
  expect(insightOf({ 'tests/test_b.py': 'import pytest\n' }).insight.test).toBe('pytest');
});

test('go and cargo bring commands of their own', () => {
  expect(insightOf({ 'go.mod': 'module example.org/us/shop/v2\n' }).insight).toMatchObject({
    name: 'shop',
    build: 'go build ./...',
    test: 'go test ./...',
    lint: 'go vet ./...',
  });
  rmSync(join(folder, 'go.mod'));
  expect(insightOf({ 'Cargo.toml': '[package]\nname = "shop"\n' }).insight).toMatchObject({
    name: 'shop',
    build: 'cargo build',
    test: 'cargo test',
    lint: '',
  });
});

test('what the configuration says comes first, and an empty command is none', () => {
  const { insight, origins } = insightOf(
    { 'package.json': scripts({ test: 'x', lint: 'y' }) },
    { test: 'make it', lint: '' },
  );
  expect(insight).toMatchObject({ test: 'make it', lint: '', checks: ['make it'] });
  expect(origins).toMatchObject({ test: 'checks in the configuration', lint: undefined });
});

test('there are at most five key folders, and files are none', () => {
  const names = ['src', 'lib', 'app', 'cmd', 'tests', 'docs'];
  const files = Object.fromEntries(names.map((name) => [`${name}/a`, '']));
  expect(insightOf({ ...files, pkg: 'a file' }).insight.keyDirs).toEqual([
    'src',
    'lib',
    'app',
    'cmd',
    'tests',
  ]);
});

test('python packages are key folders beside the usual ones', () => {
  const { insight } = insightOf({ 'shop/__init__.py': '', 'tests/a': '', 'other/a': '' });
  expect(insight.keyDirs).toEqual(['tests', 'shop']);
});

test('links that lead out of the project are not followed, those inside are', () => {
  const outside = mkdtempSync(join(tmpdir(), 'outside-'));
  writeFileSync(join(outside, 'package.json'), scripts({ test: 'x' }));
  mkdirSync(join(outside, 'src'));
  symlinkSync(join(outside, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(outside, 'src'), join(folder, 'src'));
  symlinkSync('loop', join(folder, 'loop'));
  const { insight } = insightOf({ 'build/go.mod': 'module in' });
  symlinkSync(join('build', 'go.mod'), join(folder, 'go.mod'));
  expect(insight).toMatchObject({ language: 'unknown', keyDirs: [], test: '' });
  expect(readInsight(folder).insight).toMatchObject({ language: 'go', name: 'in' });
  rmSync(outside, { recursive: true });
});

test('a file that is too long, binary, or a folder tells nothing', () => {
  const { insight } = insightOf({
    'package.json': scripts({ test: 'x' }, { pad: 'x'.repeat(600_000) }),
    'Makefile/x': '',
  });
  writeFileSync(join(folder, 'pyproject.toml'), Uint8Array.from([0xff, 0xfe, 0x00]));
  expect(insight).toMatchObject({ test: '', lint: '' });
  expect(readInsight(folder).insight.name).toMatch(/^insight-/);
});

test('whatever stands in the files, commands and the name are one line', () => {
  fc.assert(
    fc.property(fc.json(), fc.string(), fc.string(), (manifest, make, toml) => {
      const { insight } = insightOf({ 'package.json': manifest, Makefile: make, 'pyproject.toml': toml });
      const { name, build, lint, checks } = insight;
      for (const text of [name, build, insight.test, lint, ...checks]) expect(text).not.toMatch(/[\n\r\0]/);
    }),
    { numRuns: 50 },
  );
});
