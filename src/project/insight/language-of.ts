import type { ProjectLanguage } from '../../model/project-insight.ts';
import type { ProjectFiles } from './project-files.ts';

/** Files that only a project of a language has; the first that is there decides. */
const MARKERS: readonly (readonly [string, ProjectLanguage])[] = [
  ['pyproject.toml', 'python'],
  ['setup.py', 'python'],
  ['requirements.txt', 'python'],
  ['tsconfig.json', 'typescript'],
  ['package.json', 'javascript'],
  ['go.mod', 'go'],
  ['Cargo.toml', 'rust'],
];

/** The language that a project is mostly written in, by the files at its root. */
export function languageOf(files: ProjectFiles): ProjectLanguage {
  return MARKERS.find(([name]) => files.has(name))?.[1] ?? 'unknown';
}
