/** What one file refers to. Shape: how often each name stands there, by whether it follows a dot or the like. */
export interface NameCounts {
  readonly names: ReadonlyMap<string, number>;
  readonly members: ReadonlyMap<string, number>;
}

/** A part of a text. Units: UTF-16, half-open. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Units: names, and UTF-16. Further or longer ones are no references. */
const MAX_NAMES = 10_000;
const MAX_NAME = 80;

const NAME = /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/g;

/** Counts the names in a text outside of comments and strings, which `skipped` has in the order of the text. */
export function countNames(text: string, skipped: readonly TextRange[]): NameCounts {
  const names = new Map<string, number>();
  const members = new Map<string, number>();
  let next = 0;
  for (const match of text.matchAll(NAME)) {
    while ((skipped[next]?.end ?? Infinity) <= match.index) next += 1;
    const isSkipped = (skipped[next]?.start ?? Infinity) <= match.index;
    if (!isSkipped) count(isMember(text, match.index) ? members : names, match[0]);
  }
  return { names, members };
}

function count(counts: Map<string, number>, name: string): void {
  if (name.length > MAX_NAME || (counts.size >= MAX_NAMES && !counts.has(name))) return;
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** After `.`, `->`, `::` and `?.`, but not after the dots of `...name`. */
function isMember(text: string, at: number): boolean {
  const before = text[at - 1];
  if (before === '.') return text[at - 2] !== '.';
  return (before === '>' && text[at - 2] === '-') || (before === ':' && text[at - 2] === ':');
}
