import { placeOfBlock } from '../model/place.ts';
import type { RunEvent } from '../model/run-event.ts';
import type { Value } from '../model/value.ts';
import type { Execution } from '../view/run-view.ts';
import { explainEnds, type EndedExecution } from '../why/replay-routes.ts';
import { valuesOf } from './account-words.ts';
import { senderText } from './answer-words.ts';
import { askedCall } from './asked-call.ts';
import { routeWords, seenBy } from './route-words.ts';
import type { ShownRun } from './run-page.ts';
import type { GuardLine, ReasonRow, StepPage } from './shapes.ts';

/** Units: UTF-16 of a value as JSON. */
const MAX_JSON = 100_000;

/** One execution, with what its guards saw. Errors: throws JournalError. */
export function stepPageOf(shown: ShownRun, execution: Execution): StepPage {
  const events = shown.events();
  const ends = endsOf(shown, events, [execution]);
  return pageOf(execution, events, ends.get(execution.seq));
}

/** The same of several, in one pass over the journal. Errors: throws JournalError. */
export function stepPagesOf(shown: ShownRun, executions: readonly Execution[]): readonly StepPage[] {
  const events = shown.events();
  const ends = endsOf(shown, events, executions);
  return executions.map((each) => pageOf(each, events, ends.get(each.seq)));
}

function pageOf(
  execution: Execution,
  events: readonly RunEvent[],
  end: EndedExecution | undefined,
): StepPage {
  const { seq: start, task, visit, address, fault, exitCode, denials, messages } = execution;
  return {
    start,
    task,
    visit,
    where: placeOfBlock(address.block),
    reason: end === undefined ? null : reasonRow(start, end),
    by: end?.route.by ?? null,
    guards: guardLines(end),
    bindings: bindingsOf(end),
    result: jsonOf(resultIn(events, execution)),
    fault: execution.reason ?? fault?.reason ?? null,
    exitCode,
    answeredBy: execution.answer === null ? null : (senderText(execution.answer) ?? null),
    denials,
    messages,
    calls: execution.calls.map(askedCall),
    hasPrompt: execution.hasPrompt,
    hasLog: execution.turns + execution.commands > 0,
    isAtWork: execution.isAtWork && execution.worker !== null,
  };
}

function guardLines(end: EndedExecution | undefined): readonly GuardLine[] {
  return (end?.route.guards ?? []).map((guard) => {
    const { action, text, holds } = guard;
    return { action, text, holds, values: seenBy([guard]) };
  });
}

function bindingsOf(end: EndedExecution | undefined): string {
  return end === undefined || Object.keys(end.bindings).length === 0 ? '' : jsonOf(end.bindings);
}

/** Where an execution led, and why. */
export function reasonRow(start: number, end: EndedExecution): ReasonRow {
  return { start, way: routeWords(end.route), because: valuesOf(end), same: end.sameResults };
}

function endsOf(
  { program, run }: ShownRun,
  events: readonly RunEvent[],
  executions: readonly Execution[],
): ReadonlyMap<number, EndedExecution> {
  if (program === undefined) return new Map();
  return explainEnds(events, { program, run, starts: new Set(executions.map(({ seq }) => seq)) });
}

/** The record of its end has it: the number of a record is its place. */
function resultIn(events: readonly RunEvent[], { endSeq }: Execution): Value {
  const end = endSeq === null ? undefined : events[endSeq - 1];
  return end?.type === 'task.finished' || end?.type === 'task.failed' ? end.data.result : null;
}

/** "" for nothing. */
function jsonOf(value: Value): string {
  if (value === null) return '';
  const text = JSON.stringify(value, null, 2);
  return text.length <= MAX_JSON ? text : `${text.slice(0, MAX_JSON)}\n… (cut: ${text.length} characters)`;
}
