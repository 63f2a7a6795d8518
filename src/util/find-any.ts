/** Where one of several texts is. Units: UTF-16, half-open. */
export interface Found {
  readonly start: number;
  readonly end: number;
}

/** Looks for many texts at once. */
export interface AnyOf {
  /** The first of them that begins at or after `from`; of several that begin at one place the longest. */
  readonly find: (text: string, from: number) => Found | undefined;
  /** The first place at or after `from` where the text breaks off within one of them; its length for none. */
  readonly findBroken: (text: string, from: number) => number;
}

/** Units of a text that are looked at together. */
const BLOCK = 2;
/** Longer windows skip more at once, and make more blocks that stop a skip. */
const MAX_WINDOW = 12;

/**
 * A search for any of some texts, each of two units at least; there is one at least.
 *
 * A table says of each two units how far the search may skip behind them: with 200 secrets in their eight forms it
 * takes a fifth of the time of one regular expression with these alternatives (`bench/mask.ts`).
 * Source: Wu and Manber, "A fast algorithm for multi-pattern searching", 1994, with blocks of two.
 */
export function createAnyOf(texts: readonly string[]): AnyOf {
  const longestFirst = texts.toSorted((a, b) => b.length - a.length);
  const longest = longestFirst[0]?.length ?? 0;
  const window = Math.min(longestFirst.at(-1)?.length ?? 0, MAX_WINDOW);
  const skips = new Uint8Array(65_536).fill(window - BLOCK + 1);
  const ending = new Map<number, string[]>();
  const beginning = new Map<string, string[]>();
  for (const each of longestFirst) {
    for (let at = 0; at + BLOCK <= window; at += 1) {
      const block = blockAt(each, at);
      skips[block] = Math.min(skips[block] ?? 0, window - BLOCK - at);
    }
    addTo(ending, blockAt(each, window - BLOCK), each);
    addTo(beginning, each.slice(0, 1), each);
  }
  return {
    find: (text, from) => {
      for (let at = from; at + window <= text.length;) {
        const block = blockAt(text, at + window - BLOCK);
        const skip = skips[block] ?? 0;
        if (skip === 0) {
          const found = ending.get(block)?.find((each) => text.startsWith(each, at));
          if (found !== undefined) return { start: at, end: at + found.length };
        }
        at += Math.max(1, skip);
      }
      return undefined;
    },
    findBroken: (text, from) => {
      for (let at = Math.max(from, text.length - longest + 1); at < text.length; at += 1) {
        const rest = beginning.get(text.charAt(at));
        if (rest?.some((each) => isBrokenOff(text, at, each)) === true) return at;
      }
      return text.length;
    },
  };
}

/** Two units as one number; other pairs may have the same, which costs a comparison. */
function blockAt(text: string, at: number): number {
  return ((text.charCodeAt(at) << 8) ^ text.charCodeAt(at + 1)) & 0xffff;
}

function isBrokenOff(text: string, at: number, whole: string): boolean {
  const length = text.length - at;
  if (length >= whole.length) return false;
  return length === 1 || (text[at + 1] === whole[1] && whole.startsWith(text.slice(at)));
}

function addTo<K>(map: Map<K, string[]>, key: K, text: string): void {
  const texts = map.get(key);
  if (texts === undefined) map.set(key, [text]);
  else texts.push(text);
}
