import { isDeepStrictEqual } from 'node:util';

/** A place where two texts say something else. Shape: `before` or `after` is absent where there was nothing. */
export interface Difference {
  /** A JSON pointer, or the number of the line in the text of before. */
  readonly at: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * The differences of two JSON values, smallest first.
 *
 * The order of members counts too: that of a task's actions decides which is taken. Items with names of their own are
 * known by these, all others by their place.
 */
export function valueDifferences(before: unknown, after: unknown, at = ''): readonly Difference[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const [one, other] = [toMembers(before), toMembers(after)];
  const isOfOneKind = Array.isArray(before) === Array.isArray(after);
  if (one === undefined || other === undefined || !isOfOneKind) return [{ at, before, after }];
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const found = names.flatMap((name) => {
    const place = `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!Object.hasOwn(one, name)) return [{ at: place, after: other[name] }];
    if (!Object.hasOwn(other, name)) return [{ at: place, before: one[name] }];
    return valueDifferences(one[name], other[name], place);
  });
  return isOrderKept(one, other)
    ? found
    : [...found, { at: `${at}#order`, before: Object.keys(one), after: Object.keys(other) }];
}

/** Undefined for what is compared as a whole. */
function toMembers(value: unknown): Members | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return { ...value };
  const named = value.map((item: unknown): [string, unknown] => [nameOf(item), item]);
  const names = new Set(named.map(([name]) => name));
  // Members whose names are numbers come in the order of these.
  const isPlain = names.size === value.length && [...names].every((name) => /\D/.test(name));
  return isPlain ? Object.fromEntries(named) : undefined;
}

function nameOf(item: unknown): string {
  const isNamed = typeof item === 'object' && item !== null && 'name' in item;
  return isNamed && typeof item.name === 'string' ? item.name : '';
}

/** Whether those that both have come in the same order. */
function isOrderKept(one: Members, other: Members): boolean {
  const kept = Object.keys(one).filter((name) => Object.hasOwn(other, name));
  return isDeepStrictEqual(
    kept,
    Object.keys(other).filter((name) => Object.hasOwn(one, name)),
  );
}

/** The differences of two texts, by lines: each is a group of neighbouring lines that is other. */
export function lineDifferences(before: string, after: string): readonly Difference[] {
  const [one, other] = [before.split('\n'), after.split('\n')];
  const end: Common = [one.length, other.length];
  let [i, j] = [0, 0];
  return [...commonLines(one, other), end].flatMap(([nextOne, nextOther]): readonly Difference[] => {
    const [left, right] = [one.slice(i, nextOne), other.slice(j, nextOther)];
    const at = `line ${i + 1}`;
    [i, j] = [nextOne + 1, nextOther + 1];
    if (left.length === 0 && right.length === 0) return [];
    if (left.length === 0) return [{ at, after: right }];
    return [right.length === 0 ? { at, before: left } : { at, before: left, after: right }];
  });
}

/** The places of a line that both have. */
type Common = readonly [number, number];

/** A longest sequence of lines that both have. */
function commonLines(one: readonly string[], other: readonly string[]): readonly Common[] {
  const lengths = commonLengths(one, other);
  const found: Common[] = [];
  for (let [i, j] = [0, 0]; i < one.length && j < other.length;) {
    if (one[i] === other[j]) {
      found.push([i, j]);
      [i, j] = [i + 1, j + 1];
    } else if ((lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0)) i += 1;
    else j += 1;
  }
  return found;
}

/** The lengths of the longest common sequences of the lines from each two places on. */
function commonLengths(one: readonly string[], other: readonly string[]): readonly (readonly number[])[] {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, () => 0)];
  for (const line of one.toReversed()) {
    const below = rows[0] ?? [];
    const row = [0];
    for (let j = other.length - 1; j >= 0; j -= 1) {
      const longest = line === other[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[0] ?? 0);
      row.unshift(longest);
    }
    rows.unshift(row);
  }
  return rows;
}
