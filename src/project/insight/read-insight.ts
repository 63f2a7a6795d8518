import { basename, resolve } from 'node:path';
import type { ProjectInsight } from '../../model/project-insight.ts';
import type { ProjectChecks } from '../project-checks.ts';
import { keyDirsOf } from './key-dirs.ts';
import { languageOf } from './language-of.ts';
import { makeChecks } from './make-checks.ts';
import { packageChecks } from './package-checks.ts';
import { createProjectFiles } from './project-files.ts';
import { projectNameOf } from './project-name.ts';
import { pythonChecks } from './python-checks.ts';
import type { CheckKind, Suggestion } from './suggestion.ts';
import { toolchainChecks } from './toolchain-checks.ts';

/** A project as its files show it. Shape: `origins` has who says the command, undefined where there is none. */
export interface ReadInsight {
  readonly insight: ProjectInsight;
  readonly origins: Readonly<Record<keyof ProjectChecks, string | undefined>>;
}

/** The order of `checks`: what is quick and finds much comes first. */
const ORDER: readonly CheckKind[] = ['lint', 'types', 'test', 'build', 'other'];

/**
 * Works out what a project is and how it is checked, from the files at its root.
 *
 * Runs nothing, and reads a few short files that lie inside the project. `own` are commands that the configuration
 * sets; an empty one says that there is none.
 * Errors: none; what cannot be read tells nothing.
 */
export function readInsight(root: string, own: ProjectChecks = {}): ReadInsight {
  const files = createProjectFiles(root);
  const found = [
    ...configured(own),
    ...packageChecks(files),
    ...makeChecks(files),
    ...pythonChecks(files),
    ...toolchainChecks(files),
  ];
  const first = (kind: CheckKind): Suggestion | undefined => found.find((each) => each.kind === kind);
  const commandOf = (kind: CheckKind): string => first(kind)?.command ?? '';
  const originOf = (kind: CheckKind): string | undefined =>
    commandOf(kind) === '' ? undefined : first(kind)?.from;
  const checks = new Set(ORDER.map(commandOf).filter((command) => command !== ''));
  return {
    insight: {
      name: projectNameOf(files, basename(resolve(root))),
      language: languageOf(files),
      keyDirs: keyDirsOf(files),
      checks: [...checks],
      build: commandOf('build'),
      test: commandOf('test'),
      lint: commandOf('lint'),
    },
    origins: { build: originOf('build'), test: originOf('test'), lint: originOf('lint') },
  };
}

function configured({ build, test, lint }: ProjectChecks): readonly Suggestion[] {
  const from = 'checks in the configuration';
  return [
    ...(build === undefined ? [] : [{ kind: 'build' as const, command: build, from }]),
    ...(test === undefined ? [] : [{ kind: 'test' as const, command: test, from }]),
    ...(lint === undefined ? [] : [{ kind: 'lint' as const, command: lint, from }]),
  ];
}
