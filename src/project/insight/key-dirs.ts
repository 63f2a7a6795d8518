import type { ProjectFiles } from './project-files.ts';

const MAX_DIRS = 5;

/** Where code, then tests and documents, mostly are. */
const USUAL = [
  'src',
  'lib',
  'app',
  'cmd',
  'internal',
  'pkg',
  'packages',
  'crates',
  'tests',
  'test',
  'spec',
  'scripts',
  'docs',
];

/** The folders that somebody new to a project looks into first: the usual ones, then packages of Python. At most five. */
export function keyDirsOf(files: ProjectFiles): readonly string[] {
  const usual = USUAL.filter((name) => files.hasFolder(name));
  if (usual.length >= MAX_DIRS) return usual.slice(0, MAX_DIRS);
  const packages = files
    .namesIn('.')
    .filter((name) => /^[A-Za-z_]\w*$/.test(name) && !usual.includes(name))
    .filter((name) => files.has(`${name}/__init__.py`));
  return [...usual, ...packages].slice(0, MAX_DIRS);
}
