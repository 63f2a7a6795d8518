import type { RunEventData } from '../model/run-event.ts';
import type { RunView } from '../view/run-view.ts';
import type { AccountStep } from './account-step.ts';

/** What advice is given by. */
interface Situation {
  readonly view: RunView;
  readonly steps: readonly AccountStep[];
}

/** Units: sentences. */
const MAX_ADVICE = 3;

/** The smallest things that a person can change so that the run gets on, the surest first. */
export function adviceOf(situation: Situation): readonly string[] {
  return RULES.flatMap((rule) => rule(situation)).slice(0, MAX_ADVICE);
}

const VIOLATED = [
  'If the property is right, correct the map: a run that is resumed with --accept-changes uses it as it is then.',
  'If the property asks too much, correct the property; --claims=warn accepts that this run violates it.',
];

type Rule = (situation: Situation) => readonly string[];

const LIMITS: Readonly<Record<RunEventData['limit.reached']['limit'], string>> = {
  steps: 'Raise the limit of steps, or look which tasks are repeated.',
  costUsd: 'Raise the cost limit, or give the task that costs most a smaller model.',
  tokens: 'Raise the limit of tokens, or give the task that needs most a smaller model.',
  durationMs: 'Raise the time limit.',
  subscription: 'Wait until the limit of the subscription is over: --wait does.',
};

const FAULTS: Readonly<Record<RunEventData['task.failed']['fault'], (task: string) => string | undefined>> = {
  transport: () => 'Resume the run: what failed is outside of it.',
  permanent: () => undefined,
  reply: (task) =>
    `Say in the prompt of "${task}" what an answer looks like, or let it try again more often: "retry".`,
  prompt: (task) => `Mend the prompt of "${task}"; a resume takes it with --accept-changes.`,
  guards: (task) => `Give "${task}" an action without a guard, for all other cases.`,
  deadline: (task) =>
    `Answer in time, raise the "timeout" of "${task}", or say with "on error" where the run goes then.`,
  expression: (task) => `Mend the expression in "${task}"; a resume takes it with --accept-changes.`,
  effects: (task) =>
    `If "${task}" may change that, say so in its "writes"; else resume the run: it tries again.`,
  unfinished: () => undefined,
};

const RULES: readonly Rule[] = [
  ({ view }) => (view.paused?.reason === 'property' ? VIOLATED : []),
  ({ view }) => (view.paused?.reason === 'limit' ? view.reached.map(({ limit }) => LIMITS[limit]) : []),
  ({ steps }) =>
    failed(steps).flatMap(({ execution, end }) => FAULTS[end?.fault ?? 'permanent'](execution.task) ?? []),
  ({ steps }) => refused(steps),
  ({ steps }) => repeated(steps),
  ({ steps }) => usedUp(steps),
  decided,
];

/** Those that failed where nothing in the map continues; of several blocks inside each other the innermost. */
function failed(steps: readonly AccountStep[]): readonly AccountStep[] {
  const found = steps.find(({ end }) => end?.route.failure != null && end.route.to === null);
  return found === undefined ? [] : [found];
}

/** What an agent was not allowed to do, where one rule allows it. */
function refused(steps: readonly AccountStep[]): readonly string[] {
  const calls = steps.flatMap(({ execution: { task, denials } }) =>
    denials.flatMap(({ rule, tool, input }) =>
      rule === null ? [] : [{ task, rule, call: `${tool} ${input}` }],
    ),
  );
  const rules = new Map(calls.map((each) => [each.rule, each] as const));
  return [...rules.values()].map(
    ({ task, rule, call }) => `"${task}" was refused ${call}: allow it with --allow ${JSON.stringify(rule)}.`,
  );
}

/** The same result again and again: asking once more gives it again. */
function repeated(steps: readonly AccountStep[]): readonly string[] {
  const tasks = new Map(
    steps.flatMap(({ execution, end }) =>
      end !== undefined && end.sameResults > 1 && end.type === 'claude'
        ? [[execution.task, end.sameResults] as const]
        : [],
    ),
  );
  return [...tasks].map(
    ([task, count]) =>
      `"${task}" gave the same result ${count} times in a row: change what it is told, not how often.`,
  );
}

function usedUp(steps: readonly AccountStep[]): readonly string[] {
  return steps.flatMap(({ end }) => {
    const { usedUp: bound, task } = end?.route ?? {};
    if (bound == null) return [];
    const where = bound.of === 'action' ? `of "${bound.name}" in "${task}"` : `of visits to "${bound.name}"`;
    return [`If more tries would help, raise the "at most ${bound.max}" ${where}.`];
  });
}

/** What stopped in a block inside, and what nobody but a person can change. */
function decided({ view, steps }: Situation): readonly string[] {
  const { length: count } = steps;
  const last = steps.at(-1);
  const inner = count > 1 ? steps[count - 2] : undefined;
  if (view.finished?.data.failed !== true || last === undefined) return [];
  const { route } = last.end ?? {};
  if (route?.by === 'person') return [`A person decided it at "${route.task}".`];
  if (inner === undefined || inner.depth <= last.depth) return [];
  const { key, kind } = inner.execution.block;
  const name = kind === 'map' ? 'the map inside' : `"${key}"`;
  return [`Mend what stopped ${name} of "${last.execution.task}", then run that again.`];
}
