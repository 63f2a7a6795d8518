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
];

/** The entry of a mutant; undefined for one that tests must notice. */
export function equivalentOf(
  { path, before, after }: Pick<Mutant, 'path' | 'before' | 'after'>,
  known: readonly Equivalent[] = EQUIVALENTS,
): Equivalent | undefined {
  return known.find((each) => each.path === path && each.before === before && each.after === after);
}
