/**
 * Finds the candidate that a mistyped name most likely meant.
 *
 * Gives nothing when no candidate is near: at most a third of the longer name may differ, or the share that is asked for. Case alone
 * always counts as near. What means the opposite never is: a name without its negation is another name.
 */
export function closest(name: string, candidates: Iterable<string>, share = 3): string | undefined {
  let best: string | undefined;
  let bestDistance = Infinity;
  for (const candidate of candidates) {
    if (isOpposite(name, candidate) || isOpposite(candidate, name)) continue;
    const distance =
      name.toLowerCase() === candidate.toLowerCase() ? 0.5 : editDistance(name, candidate, bestDistance);
    const allowed = Math.max(1, Math.floor(Math.max(name.length, candidate.length) / share));
    if (distance <= allowed && distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Beginnings that turn a word into its opposite. */
const NEGATIONS = ['dis', 'un', 'non', 'not', 'no', 'never', 'without'];

/** Whether a name comes nearer to another one once its negation is gone: `disapproved` to `approved`. */
function isOpposite(name: string, other: string): boolean {
  const [negated, plain] = [name.toLowerCase(), other.toLowerCase()];
  const negation = NEGATIONS.find((each) => negated.startsWith(each) && !plain.startsWith(each));
  if (negation === undefined) return false;
  const rest = negated.slice(negation.length).replace(/^[^\p{L}\p{N}]+/u, '');
  return rest.length > 2 && editDistance(rest, plain, Infinity) < editDistance(negated, plain, Infinity);
}

/** Optimal string alignment distance: a swap of two neighbours counts one. Names over 100 units are never near. */
function editDistance(a: string, b: string, limit: number): number {
  if (a.length > 100 || b.length > 100 || Math.abs(a.length - b.length) >= limit) return Infinity;
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i += 1) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwap ? at(i - 2, j - 2) + 1 : Infinity;
      rows[i]?.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + change, swap));
    }
  }
  return at(a.length, b.length);
}
