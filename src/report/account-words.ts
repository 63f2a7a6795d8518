import type { AccountStep } from '../why/account-step.ts';
import type { EndedExecution } from '../why/replay-routes.ts';
import { routeWords, seenBy } from './route-words.ts';

// What is said of the end of an execution: in a terminal and on the page alike.

/** Where an execution led; what it waits for where it has not ended. */
export function wayOf({ execution, end }: AccountStep): string {
  if (end !== undefined) return routeWords(end.route);
  return execution.isAsking ? 'waits for an answer' : 'has not ended';
}

/** Units: values of one guard. */
const MAX_VALUES = 4;

/** What the guard saw that held; where none did, what those saw that did not hold. */
export function valuesOf(end: EndedExecution | undefined): readonly string[] {
  if (end === undefined) return [];
  const { guards, action } = end.route;
  const taken = guards.find((each) => each.holds && each.action === action);
  const values = seenBy(taken === undefined ? guards : [taken]).slice(0, MAX_VALUES);
  return taken === undefined || taken.text === ALWAYS ? values : [`because ${taken.text}`, ...values];
}

/** That the same was found several times in a row. */
export function sameWords(end: EndedExecution | undefined): readonly string[] {
  const { sameResults = 0 } = end ?? {};
  return sameResults > 1 ? [`the same result ${sameResults} times in a row`] : [];
}

/** What `always` of the language stands for. */
const ALWAYS = 'true';
