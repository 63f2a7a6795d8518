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
  const from = FILES.find((name) => files.has(name));
  if (from === undefined) return [];
  const targets = targetsIn(files.read(from) ?? '');
  return TARGETS.filter(([target]) => targets.has(target)).map(([target, kind]) => ({
    kind,
    command: `make ${target}`,
    from,
  }));
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
