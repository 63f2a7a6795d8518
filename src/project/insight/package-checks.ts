import type { ProjectFiles } from './project-files.ts';
import { isObject } from '../../util/is-object.ts';
import { readManifest } from './read-manifest.ts';
import type { CheckKind, Suggestion } from './suggestion.ts';

/** By kind, the names that such a script mostly has, the usual one first. */
const SCRIPTS: readonly (readonly [CheckKind, readonly string[]])[] = [
  ['lint', ['lint']],
  ['types', ['typecheck', 'type-check', 'check-types', 'types', 'tsc']],
  ['test', ['test']],
  ['build', ['build']],
];

/** What `npm init` writes where nobody has said how to test. */
const PLACEHOLDER = 'no test specified';

/** The scripts of a `package.json`, run by the package manager that the project uses. */
export function packageChecks(files: ProjectFiles): readonly Suggestion[] {
  const manifest = readManifest(files);
  const { scripts } = manifest;
  if (!isObject(scripts)) return [];
  const known = new Map(Object.entries(scripts));
  const isThere = (name: string): boolean => {
    const script = known.get(name);
    return typeof script === 'string' && script.trim() !== '' && !script.includes(PLACEHOLDER);
  };
  const program = packageManagerOf(files, manifest['packageManager']);
  return SCRIPTS.flatMap(([kind, names]): readonly Suggestion[] => {
    const name = names.find(isThere);
    if (name === undefined) return [];
    // Bun has a test runner of its own under the short form.
    const isShort = name === 'test' && program !== 'bun';
    return [{ kind, command: isShort ? `${program} test` : `${program} run ${name}`, from: 'package.json' }];
  });
}

const LOCKS: readonly (readonly [string, string])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
];

/** The program that runs the scripts of a project. */
export function packageManagerOf(files: ProjectFiles, named: unknown): string {
  const name = typeof named === 'string' ? /^(npm|pnpm|yarn|bun)(?:@|$)/.exec(named)?.[1] : undefined;
  return name ?? LOCKS.find(([lock]) => files.has(lock))?.[1] ?? 'npm';
}
