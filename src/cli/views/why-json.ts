import type { Element, Question } from '../../expression/guards/explain-condition.ts';
import { placeOfTask } from '../../model/place.ts';
import type { Value } from '../../model/value.ts';
import type { AccountStep } from '../../why/account-step.ts';
import type { RunAccount } from '../../why/account.ts';
import type { EndedExecution } from '../../why/replay-routes.ts';
import type { GuardAccount } from '../../run/scope/explain-route.ts';
import type { RunSummary } from '../../report/run-summary.ts';

/** What `wfmap why --json` prints. Units: US dollars. */
export interface WhyJson
  extends
    Pick<RunSummary, 'run' | 'status' | 'questions' | 'violations'>,
    Pick<RunAccount, 'reason' | 'costs' | 'advice' | 'from'> {
  readonly steps: readonly (StepJson | (StepJson & StepEndJson))[];
}

interface StepJson extends Pick<AccountStep['execution'], 'number' | 'task' | 'visit' | 'start' | 'end'> {
  /** Where it is in the run, as `wfmap show` prints it. */
  readonly place: string;
  /** How many blocks it is inside of. */
  readonly depth: number;
}

/** How an execution ended: what chose its action, where that led, and what the guards saw. */
interface StepEndJson
  extends
    Pick<EndedExecution['route'], 'by' | 'action' | 'to' | 'usedUp' | 'failure'>,
    Pick<EndedExecution, 'fault' | 'reason' | 'bindings' | 'sameResults'> {
  readonly guards: readonly (Omit<GuardAccount, 'questions'> & {
    readonly questions: readonly QuestionJson[];
  })[];
}

/** A question that a guard asked; inside of one over a list, what was asked of the element that decided. */
export interface QuestionJson extends Omit<Question, 'readings' | 'element'> {
  /** Shape: `isThere` is false for what could not be read, whose value is null. */
  readonly readings: readonly { readonly text: string; readonly value: Value; readonly isThere: boolean }[];
  readonly element?: Omit<Element, 'questions'> & { readonly questions: readonly QuestionJson[] };
}

export function whyJson({ run, status, questions, violations }: RunSummary, account: RunAccount): WhyJson {
  const { reason, steps, costs, advice, from } = account;
  return { run, status, reason, steps: steps.map(stepJson), costs, advice, from, questions, violations };
}

function stepJson({ execution, depth, end }: AccountStep): WhyJson['steps'][number] {
  const { number, task, visit, address, start } = execution;
  const step = { number, task, place: placeOfTask(address), visit, depth, start, end: execution.end };
  if (end === undefined) return step;
  const { action, to, by, usedUp, failure, guards } = end.route;
  const { fault, reason, bindings, sameResults } = end;
  return {
    ...step,
    by,
    action,
    to,
    usedUp,
    failure,
    fault,
    reason,
    bindings,
    sameResults,
    guards: guards.map((guard) => ({ ...guard, questions: guard.questions.map(questionJson) })),
  };
}

function questionJson({ text, holds, fault, readings, element }: Question): QuestionJson {
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
