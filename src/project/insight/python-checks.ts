import type { ProjectFiles } from './project-files.ts';
import type { Suggestion } from './suggestion.ts';

const MANIFESTS = ['pyproject.toml', 'setup.py', 'requirements.txt', 'setup.cfg'];
const REQUIREMENTS = [
  ...MANIFESTS,
  'tox.ini',
  'requirements-dev.txt',
  'dev-requirements.txt',
  'requirements/dev.txt',
];
/** Test files that are looked into for the library that they use. */
const MAX_TESTS_READ = 20;

/** What a Python project is tested, linted and type-checked with, by its settings and tests. */
export function pythonChecks(files: ProjectFiles): readonly Suggestion[] {
  if (!MANIFESTS.some((name) => files.has(name))) return [];
  const prefix = prefixOf(files);
  const found = [linterOf(files), typesOf(files), testsOf(files)];
  return found.flatMap((each) =>
    each === undefined ? [] : [{ ...each, command: `${prefix}${each.command}` }],
  );
}

/** What brings the project's own tools to a command. */
function prefixOf(files: ProjectFiles): string {
  if (files.has('uv.lock')) return 'uv run ';
  if (files.has('poetry.lock')) return 'poetry run ';
  return files.has('pdm.lock') ? 'pdm run ' : '';
}

function linterOf(files: ProjectFiles): Suggestion | undefined {
  const ruff =
    sourceOf(files, ['ruff.toml', '.ruff.toml']) ??
    sectionOf(files, 'pyproject.toml', /^\[tool\.ruff(?:\]|\.)/m);
  if (ruff !== undefined) return { kind: 'lint', command: 'ruff check .', from: ruff };
  const flake =
    sourceOf(files, ['.flake8']) ??
    sectionOf(files, 'setup.cfg', /^\[flake8\]/m) ??
    sectionOf(files, 'tox.ini', /^\[flake8\]/m);
  return flake === undefined ? undefined : { kind: 'lint', command: 'flake8', from: flake };
}

function typesOf(files: ProjectFiles): Suggestion | undefined {
  const from =
    sourceOf(files, ['mypy.ini', '.mypy.ini']) ??
    sectionOf(files, 'pyproject.toml', /^\[(?:tool\.)?mypy\]/m) ??
    sectionOf(files, 'setup.cfg', /^\[mypy\]/m);
  return from === undefined ? undefined : { kind: 'types', command: 'mypy .', from };
}

function testsOf(files: ProjectFiles): Suggestion | undefined {
  const from =
    sourceOf(files, ['pytest.ini', 'conftest.py', 'tests/conftest.py']) ??
    REQUIREMENTS.find((name) => /\bpytest\b/.test(files.read(name) ?? ''));
  if (from !== undefined) return { kind: 'test', command: 'pytest', from };
  const folder = ['tests', 'test', '.'].find((each) => testFilesIn(files, each).length > 0);
  if (folder === undefined) return undefined;
  const texts = testFilesIn(files, folder).map((name) => files.read(`${folder}/${name}`) ?? '');
  const usesUnittest =
    texts.some((text) => /^(?:import|from) unittest\b/m.test(text)) &&
    !texts.some((text) => /^(?:import|from) pytest\b/m.test(text));
  const unittest = folder === '.' ? 'python3 -m unittest' : `python3 -m unittest discover -s ${folder} -t .`;
  return { kind: 'test', command: usesUnittest ? unittest : 'pytest', from: folder };
}

function testFilesIn(files: ProjectFiles, folder: string): readonly string[] {
  return files
    .namesIn(folder)
    .filter((name) => /^test_[\w]*\.py$|^\w+_test\.py$/.test(name))
    .slice(0, MAX_TESTS_READ);
}

function sourceOf(files: ProjectFiles, names: readonly string[]): string | undefined {
  return names.find((name) => files.has(name));
}

function sectionOf(files: ProjectFiles, name: string, section: RegExp): string | undefined {
  return section.test(files.read(name) ?? '') ? name : undefined;
}
