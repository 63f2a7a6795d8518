import { SeededRandom } from '../helpers/seeded-random.ts';
import { mutationsIn, shownChange, withMutation, type Mutation } from './mutations.ts';

/** A file of the code. Shape: `path` is relative to the checkout, with `/`. */
export interface CodeFile {
  readonly path: string;
  readonly text: string;
}

/** A change of one line of one file. */
export interface Mutant {
  readonly path: string;
  readonly line: number;
  /** The line without the blanks around it, as it is and as it becomes. */
  readonly before: string;
  readonly after: string;
  /** The whole file with the change. */
  readonly text: string;
}

/**
 * Draws mutants in an order that depends on the seed and the files alone: every line with changes is as likely as every other,
 * and is drawn once at most.
 */
export function* drawMutants(files: readonly CodeFile[], seed: number): Iterable<Mutant> {
  const random = new SeededRandom(seed);
  const lines = files
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap((file) =>
      [...Map.groupBy(mutationsIn(file.path, file.text), ({ line }) => line).values()].map((mutations) => ({
        file,
        mutations,
      })),
    );
  while (lines.length > 0) {
    const [drawn] = lines.splice(random.below(lines.length), 1);
    const mutation = drawn?.mutations[random.below(drawn.mutations.length)];
    if (drawn && mutation) yield mutantOf(drawn.file, mutation);
  }
}

/** A file with one change. */
export function mutantOf({ path, text }: CodeFile, mutation: Mutation): Mutant {
  return { path, line: mutation.line, ...shownChange(text, mutation), text: withMutation(text, mutation) };
}
