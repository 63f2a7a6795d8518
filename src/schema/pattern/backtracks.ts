import { CharacterSet } from './character-set.ts';
import { readPattern, type PatternNode } from './read-pattern.ts';

/**
 * Whether a backtracking engine, which other readers of the same schema may have, may take long for a pattern on some
 * texts; true also where that is unknown.
 *
 * Allowed are two repeats side by side that take the same characters, and repeated groups that begin with a character
 * which nothing repeated in them takes, as in `^[a-z]+(-[a-z]+)*$`.
 */
export function backtracks(pattern: string): boolean {
  const tree = readPattern(pattern);
  return 'fault' in tree || isSlow(tree);
}

function isSlow(node: PatternNode): boolean {
  if (node.kind === 'look') return isSlow(node.body);
  if (node.kind === 'choice') return node.options.some(isSlow);
  if (node.kind === 'repeat') return isSlowRepeat(node);
  return node.kind === 'sequence' && (node.parts.some(isSlow) || hasSlowRun(node.parts));
}

type Repeat = PatternNode & { readonly kind: 'repeat' };

function isSlowRepeat({ body, max }: Repeat): boolean {
  if (body.kind === 'character') return false;
  return max > 1 ? !isPlain(body) && !isDelimited(body) : isSlow(body);
}

/** Texts that can be taken in one way only. */
function isPlain(node: PatternNode): boolean {
  if (node.kind === 'sequence')
    return node.parts.length > 0 && node.parts.every(({ kind }) => kind === 'character');
  return node.kind === 'character';
}

/** Whether a part begins with a character that tells where it begins. */
function isDelimited(node: PatternNode): boolean {
  if (node.kind !== 'sequence') return false;
  const [first, ...rest] = node.parts;
  if (first?.kind !== 'character' || hasSlowRun(rest)) return false;
  return rest.every(
    (part) =>
      part.kind === 'character' ||
      (part.kind === 'repeat' && part.body.kind === 'character' && !overlap(part.body.atom, first.atom)),
  );
}

const MOST_TOGETHER = 2;
/** Beyond this, what is counted is as good as endless. */
const FEW = 10;

/** Whether many repeats stand together with nothing between them that tells where one ends. */
function hasSlowRun(parts: readonly PatternNode[]): boolean {
  let together = 0;
  let last: string | undefined;
  for (const part of parts) {
    const atom = part.kind === 'repeat' && part.body.kind === 'character' ? part.body.atom : undefined;
    if (part.kind === 'character' && areApart(part.atom, last)) together = 0;
    if (part.kind !== 'repeat' || part.max <= FEW) continue;
    together = areApart(atom, last) ? 1 : together + 1;
    last = atom;
    if (together > MOST_TOGETHER) return true;
  }
  return false;
}

function areApart(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && !overlap(one, other);
}

/** ASCII, and one each of what else classes tell apart. */
const SAMPLE: readonly number[] = [
  ...Array.from({ length: 128 }, (_, code) => code),
  ...Array.from('\u00a0äÄλж中٣—😀', (character) => character.codePointAt(0) ?? 0),
];

function overlap(one: string, other: string): boolean {
  const [a, b] = [new CharacterSet(one), new CharacterSet(other)];
  return SAMPLE.some((code) => a.has(code) && b.has(code));
}
