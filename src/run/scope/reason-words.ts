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
  if (usedUp !== null) return `${boundWords(task, action, usedUp)}${seenWords(route)}${repeatWords(route)}`;
  if (by === 'person') return `a person chose "${action}" at "${task}"`;
  return `"${task}" ${by === 'agent' ? 'chose' : 'took'} "${action}"${seenWords(route)}`;
}

function repeatWords({ repeated }: RouteAccount): string {
  return repeated === null
    ? ''
    : `; "${repeated.task}" gave the same result each of the last ${repeated.count} times`;
}

function boundWords(
  task: string,
  action: string,
  { of, name, max }: NonNullable<RouteAccount['usedUp']>,
): string {
  return of === 'action'
    ? `"${task}" took "${action}" ${max + 1} times, and "at most ${max}" are allowed`
    : `"${task}" led to "${name}" again, which is entered "at most ${max}" times`;
}

/** The values that the guard that held has seen; nothing where none did. A list says more than its size. */
function seenWords({ guards, action }: RouteAccount): string {
  const guard = guards.find((each) => each.holds && each.action === action);
  const all = (guard?.questions ?? []).flatMap(questionWords);
  const isSaid = (words: string): boolean => {
    const list = /^(?:in .+ )?size\((.+)\) is \d+$/.exec(words)?.[1];
    return (
      list !== undefined &&
      all.some((each) => each !== words && each.includes(`${list} is `) && !each.startsWith('size('))
    );
  };
  const seen = all.filter((words) => !isSaid(words)).slice(0, MAX_READINGS);
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
