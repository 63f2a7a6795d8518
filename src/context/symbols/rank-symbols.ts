import type { Definition } from './file-tags.ts';
import { pageRank, type Edge } from './page-rank.ts';
import { findReferences, type Reference, type TaggedFile } from './references.ts';

/** A definition with how much it matters. Shape: `usedBy` is how many other files seem to use it. */
export interface RankedSymbol extends Definition {
  readonly path: string;
  readonly rank: number;
  readonly usedBy: number;
}

/** What somebody is about to work on. Shape: paths from the root, and words that may be names. */
export interface Focus {
  readonly files: readonly string[];
  readonly words: readonly string[];
}

/** A use counts this much wherever it is, and more the more its file matters. */
const BASE = 1;
/** How likely a walk begins at a file of the focus, against others; and how much more its uses count. */
const FOCUS_START = 50;
const FOCUS_USE = 20;
/** What is asked for by its name comes before all else. */
const MENTIONED = 1_000_000;

/**
 * Ranks definitions by who uses them: a symbol has the sum over the files that use it, and a file counts for what personalised
 * PageRank over all uses gives it. Where there is a focus, walks begin there, so what its files use comes first.
 *
 * Shape: sorted, the most important first; the order of equals is that of paths and lines.
 */
export function rankSymbols(files: readonly TaggedFile[], focus: Focus): readonly RankedSymbol[] {
  const references = findReferences(files);
  const inFocus = new Set(focus.files);
  const start = files.map(({ path }) => (inFocus.has(path) ? FOCUS_START : 1));
  const ranks = pageRank(start, edgesOf(references));
  const scores = scoresOf(references, (from) => {
    const use = inFocus.has(files[from]?.path ?? '') ? FOCUS_USE : 1;
    return use * (BASE + Math.sqrt((ranks[from] ?? 0) * files.length));
  });
  const words = new Set(focus.words);
  const symbols = files.flatMap(({ path, tags }, file) => {
    // What nobody uses comes last, by the rank of its file.
    const least = (ranks[file] ?? 0) / 1_000;
    return tags.definitions.map((definition, index): RankedSymbol => {
      const { rank, usedBy } = scores.get(file)?.get(index) ?? UNUSED;
      const own = rank + least + (words.has(definition.name) ? MENTIONED : 0);
      return { ...definition, path, rank: own, usedBy };
    });
  });
  return symbols.toSorted(
    (a, b) => b.rank - a.rank || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line),
  );
}

interface Score {
  rank: number;
  usedBy: number;
  /** Who was counted last: what one file uses twice comes together. */
  user: number;
}

const UNUSED: Score = { rank: 0, usedBy: 0, user: -1 };

/** By file and definition. `useOf` is what a use by a file counts. */
function scoresOf(
  references: readonly Reference[],
  useOf: (from: number) => number,
): ReadonlyMap<number, ReadonlyMap<number, Score>> {
  const scores = new Map<number, Map<number, Score>>();
  for (const { from, to, definition, weight } of references) {
    const row = scores.get(to) ?? new Map<number, Score>();
    const score = row.get(definition) ?? { ...UNUSED };
    score.rank += weight * useOf(from);
    score.usedBy += score.user === from ? 0 : 1;
    score.user = from;
    scores.set(to, row.set(definition, score));
  }
  return scores;
}

/** Together by pair of files; of many uses of one file each further one counts less. */
function edgesOf(references: readonly Reference[]): readonly Edge[] {
  const weights = new Map<number, Map<number, number>>();
  for (const { from, to, weight } of references) {
    const row = weights.get(from) ?? new Map<number, number>();
    weights.set(from, row.set(to, (row.get(to) ?? 0) + weight));
  }
  return [...weights].flatMap(([from, row]) =>
    [...row].map(([to, weight]) => ({ from, to, weight: Math.sqrt(weight) })),
  );
}
