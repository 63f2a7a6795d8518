import { closest } from '../util/closest.ts';

/** The field that denies tools to an agent. */
const DENIAL = 'disallowedTools';

/** Fields that let an agent do more, or the run do something twice. */
const GRANTS: readonly string[] = ['allowedTools', 'idempotent'];

/**
 * Whether a word was meant to deny tools to an agent: that field, the field misspelt, or what other tools call it.
 *
 * A run must never ignore such a word, and no fix may propose a field in its place that grants instead of denying.
 */
export function isDenial(word: string): boolean {
  return closest(word, ['allowedTools', DENIAL]) === DENIAL || OTHER_WORDS.test(word);
}

const OTHER_WORDS =
  /^(?=.*tool).*(?:disa|unallow|no[tn]?[-_]?allow|never|without|den[iy]|block|bann|forbid|prohibit|exclu|restrict|remov)/i;

/** The word that an unknown one was meant to be; never one that grants where the other may have denied. */
export function meantWord(word: string, known: readonly string[]): string | undefined {
  if (isDenial(word)) return known.find((each) => each === DENIAL);
  const near = closest(word, known);
  // Two typing errors are still that word; more may be its opposite.
  const isGrant = near !== undefined && GRANTS.includes(near);
  return isGrant && closest(word, [near], 6) === undefined ? undefined : near;
}
