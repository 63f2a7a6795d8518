import { WORKFLOW_KEY } from '../../model/address.ts';
import { excerpt } from '../program/excerpt.ts';
import type { ChildStates } from '../state/child-states.ts';
import type { RouteAccount } from './explain-route.ts';
import { keyIn, questionWords } from './question-words.ts';

/** Units: characters of a reason; readings of one guard. */
const MAX_REASON = 500;
const MAX_READINGS = 3;

/** Why a block ended as it did, in one sentence: what led to its end, and which of the blocks inside that was. */
export function routeReason(route: RouteAccount, children: ChildStates | undefined): string {
  const child = children && childReason(children, route);
  const sentence = [routeWords(route), ...(child === undefined ? [] : [child])].join('; ');
  return excerpt(sentence, MAX_REASON);
}

function routeWords(route: RouteAccount): string {
  const { task, action, failure, usedUp, by } = route;
  if (failure !== null) return `"${task}" failed: ${failure}`;
  if (action === null) return `"${task}" was the last task`;
  if (usedUp !== null) {
    const what =
      usedUp.of === 'action' ? `"${usedUp.name}" of "${task}"` : `"${usedUp.name}" after "${task}"`;
    return `${what} was used up (at most ${usedUp.max})${seenWords(route)}`;
  }
  if (by === 'person') return `a person chose "${action}" at "${task}"`;
  return `"${task}" ${by === 'agent' ? 'chose' : 'took'} "${action}"${seenWords(route)}`;
}

/** The values that the guard that held has seen; nothing where none did. */
function seenWords({ guards, action }: RouteAccount): string {
  const guard = guards.find((each) => each.holds && each.action === action);
  const seen = (guard?.questions ?? []).flatMap(questionWords).slice(0, MAX_READINGS);
  return seen.length === 0 ? '' : `: ${seen.join(', ')}`;
}

/** How the child block ended that mattered most: one that failed, else one that says why it ended. */
function childReason({ byKey, ended }: ChildStates, { guards }: RouteAccount): string | undefined {
  const asked = guards.flatMap(({ questions }) =>
    questions.flatMap((each) => keyIn(each.element?.value) ?? []),
  );
  const entries = [...byKey].filter(([, child]) => ended.includes(child));
  const [key, child] =
    entries.find(([, { failed }]) => failed) ??
    entries.find(([each, { endReason }]) => endReason !== undefined && asked.includes(`"${each}"`)) ??
    entries.find(([, { endReason, reason }]) => (endReason ?? reason) !== undefined) ??
    [];
  if (key === undefined || child === undefined) return undefined;
  const why = child.endReason ?? child.reason;
  const name = key === WORKFLOW_KEY ? 'it' : `"${key}"`;
  return `${name} ended as "${child.outcome ?? ''}"${why === undefined ? '' : `: ${why}`}`;
}
