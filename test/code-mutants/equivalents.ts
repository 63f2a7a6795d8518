import type { Mutant } from './draw-mutants.ts';

/** A change that no test can see, because nothing that anybody can see depends on it. */
export interface Equivalent {
  readonly path: string;
  /** The line without the blanks around it, as it is and as it becomes. */
  readonly before: string;
  readonly after: string;
  readonly reason: string;
}

/** The changes that are known to mean the same. A test holds that each can still be made. */
export const EQUIVALENTS: readonly Equivalent[] = [
  {
    path: 'src/lsp/completion/candidate.ts',
    before: "const sortText = String(items.size).padStart(4, '0');",
    after: "const sortText = String(items.size).padStart(5, '0');",
    reason: 'Every width that holds the largest number sorts the same.',
  },
  {
    path: 'src/lsp/completion/value-candidates.ts',
    before: String.raw`const ROLE = /^prompts\/agents\/(.+)\.md$/;`,
    after: String.raw`const ROLE = /^prompts\/agents\/(.+)\.md/;`,
    reason:
      'Only paths that end with ".md" are held against it, and what comes before is taken as long as it can be.',
  },
  {
    path: 'src/run/state/next-snapshot.ts',
    before: 'scopes.set(machine, scope);',
    after: ';',
    reason: 'The scope is kept to save time; another one does the same.',
  },
  {
    path: 'src/gate/gate-error.ts',
    before: "readonly code = 'gate-refused';",
    after: "readonly code = '';",
    reason: 'Nobody reads the code of this error; its class must have one.',
  },
  {
    path: 'src/journal/read-journal.ts',
    before: 'for (let offset = end; offset < size;) {',
    after: 'for (let offset = end; offset <= size;) {',
    reason: 'At the end nothing can be read, which ends the loop too.',
  },
  {
    path: 'src/framework/map/files/map-files.ts',
    before: 'return { path, text, kind, stage: STAGES.find((stage) => stage === kind), at };',
    after: 'return { path, text, kind, stage: STAGES.findLast((stage) => stage === kind), at };',
    reason: 'No stage stands twice in the list.',
  },
  {
    path: 'src/parse/tree/parse-json.ts',
    before: '#start = 0;',
    after: '#start = 1;',
    reason: 'The first token is read when the reader is made, which sets it.',
  },
  {
    path: 'src/git/wait-for-git.ts',
    before: 'while (left.size > 0 && performance.now() < until) {',
    after: 'while (left.size > 0 && performance.now() <= until) {',
    reason: 'One more look at the very millisecond finds the same.',
  },
  {
    path: 'src/git/change-git.ts',
    before: "'rev-list',",
    after: "'',",
    reason: 'One question saves four; where it has no answer the four are asked.',
  },
];

/** The entry of a mutant; undefined for one that tests must notice. */
export function equivalentOf(
  { path, before, after }: Pick<Mutant, 'path' | 'before' | 'after'>,
  known: readonly Equivalent[] = EQUIVALENTS,
): Equivalent | undefined {
  return known.find((each) => each.path === path && each.before === before && each.after === after);
}
