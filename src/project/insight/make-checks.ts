import type { ProjectFiles } from './project-files.ts';
import type { CheckKind, Suggestion } from './suggestion.ts';

/** In the order in which make itself looks for them. */
const FILES = ['GNUmakefile', 'makefile', 'Makefile'];

const TARGETS: readonly (readonly [string, CheckKind])[] = [
  ['lint', 'lint'],
  ['typecheck', 'types'],
  ['test', 'test'],
  ['build', 'build'],
  ['check', 'other'],
];

/** The targets of a makefile that are named after what they are for. */
export function makeChecks(files: ProjectFiles): readonly Suggestion[] {
  const { from, targets } = makeTargetsOf(files);
  if (from === undefined) return [];
  return TARGETS.filter(([target]) => targets.has(target)).map(([target, kind]) => ({
    kind,
    command: `make ${target}`,
    from,
  }));
}

/** What the makefile of a project can make. Shape: `from` is its name, undefined where there is none. */
export function makeTargetsOf(files: ProjectFiles): {
  readonly from: string | undefined;
  readonly targets: ReadonlySet<string>;
} {
  const from = FILES.find((name) => files.has(name));
  return { from, targets: from === undefined ? new Set() : targetsIn(files.read(from) ?? '') };
}

/** Several may stand before one colon; what is assigned is no target. */
function targetsIn(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const line of text.split(/\r?\n/)) {
    const heads = /^([A-Za-z0-9_][\w.\- ]{0,500}):(?!=|:=)/.exec(line)?.[1];
    for (const name of heads?.split(' ') ?? []) names.add(name);
  }
  return names;
}
