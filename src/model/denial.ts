import { closest } from '../util/closest.ts';

/** The field that takes tools from an agent. */
const DENIAL = 'disallowedTools';

/** Fields that let an agent do more, or the run do something twice. */
const GRANTS: readonly string[] = ['allowedTools', 'idempotent'];

/**
 * Whether a word was to take tools from an agent: the field that does, that field misspelt, or what others call it.
 *
 * A run must never pass over such a word, and nothing may be proposed in its place that gives instead of taking.
 */
export function isDenial(word: string): boolean {
  return closest(word, ['allowedTools', DENIAL]) === DENIAL || OTHER_WORDS.test(word);
}

const OTHER_WORDS =
  /^(?=.*tool).*(?:disa|unallow|no[tn]?[-_]?allow|never|without|den[iy]|block|bann|forbid|prohibit|exclu|restrict|remov)/i;

/** The word that was meant by one that is not known; never one that gives where the other may have taken. */
export function meantWord(word: string, known: readonly string[]): string | undefined {
  if (isDenial(word)) return known.find((each) => each === DENIAL);
  const near = closest(word, known);
  // Two slips of a finger are still that word; more may be its opposite.
  const isGrant = near !== undefined && GRANTS.includes(near);
  return isGrant && closest(word, [near], 6) === undefined ? undefined : near;
}
