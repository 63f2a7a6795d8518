import { questionWords } from '../run/scope/question-words.ts';
import type { GuardAccount, RouteAccount } from '../run/scope/explain-route.ts';
import { toOneLine } from '../util/to-one-line.ts';

/** Units: characters. */
const MAX_WAY = 300;

/** What a task chose, and where that led. */
export function routeWords({ action, to, usedUp, failure, by }: RouteAccount): string {
  const bound = usedUp === null ? '' : `, but at most ${usedUp.max}`;
  const whose = by === 'person' ? ', chosen by a person' : '';
  const way = failure === null ? `${action ?? 'done'}${whose}${bound}` : `failed: ${failure}`;
  return toOneLine(to === null ? way : `${way} -> ${to}`, MAX_WAY);
}

/** The values that guards saw, each once. */
export function seenBy(guards: readonly GuardAccount[]): readonly string[] {
  return [...new Set(guards.flatMap(({ questions }) => questions.flatMap(questionWords)))];
}
