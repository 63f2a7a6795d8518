import type { Question } from '../../expression/guards/explain-condition.ts';
import { placeOfTask } from '../../model/place.ts';
import type { Value } from '../../model/value.ts';
import type { AccountStep } from '../../why/account-step.ts';
import type { RunAccount } from '../../why/account.ts';
import type { RunSummary } from './run-summary.ts';

/** What `wfmap why --json` prints. Units: US dollars. */
export function whyJson({ run, status, questions }: RunSummary, account: RunAccount): object {
  const { reason, steps, costs, advice, from } = account;
  return {
    run,
    status,
    reason,
    steps: steps.map(stepJson),
    costs: costs.map((each) => ({ ...each })),
    advice: [...advice],
    from,
    questions,
  };
}

function stepJson({ execution, depth, end }: AccountStep): Value {
  const { number, task, visit, address, start } = execution;
  const step = { number, task, place: placeOfTask(address), visit, depth, start, end: execution.end };
  if (end === undefined) return step;
  const { action, to, by, usedUp, failure, guards } = end.route;
  return {
    ...step,
    by,
    action,
    to,
    usedUp: usedUp === null ? null : { ...usedUp },
    failure,
    fault: end.fault,
    reason: end.reason,
    bindings: end.bindings,
    sameResults: end.sameResults,
    guards: guards.map((guard) => ({ ...guard, questions: guard.questions.map(questionJson) })),
  };
}

function questionJson({ text, holds, fault, readings, element }: Question): Value {
  return {
    text,
    holds,
    ...(fault === undefined ? {} : { fault }),
    readings: readings.map((reading) => ({
      text: reading.text,
      value: reading.value ?? null,
      isThere: reading.value !== undefined,
    })),
    ...(element === undefined
      ? {}
      : { element: { ...element, questions: element.questions.map(questionJson) } }),
  };
}
