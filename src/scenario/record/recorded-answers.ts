import type { ReportedChanges } from '../../agent/agent.ts';
import type { ScriptedAnswer } from '../../agent/scripted/scripted-answer.ts';
import type { Task } from '../../model/block.ts';
import type { RecordedEdits } from '../../model/recorded-edits.ts';
import { isObjectValue, type Value } from '../../model/value.ts';
import type { RecordedExecution, RecordedTurn } from './recorded-visits.ts';

/** What is known of an execution beside its events. Shape: `task` is undefined where the map no longer has it. */
export interface AnswerContext {
  readonly task: Task | undefined;
  readonly edits: RecordedEdits['edits'] | undefined;
  /** Whether the time that each turn took is recorded. */
  readonly isTimed: boolean;
}

/** The answers of one execution, a turn each: none where it asked nobody. */
export function recordedAnswers(
  execution: RecordedExecution,
  context: AnswerContext,
): readonly ScriptedAnswer[] {
  const byPerson = personAnswer(execution);
  if (byPerson !== undefined) return [byPerson];
  const isPerson = context.task?.type === 'human';
  return isPerson || execution.turns.length === 0 ? [] : workAnswers(execution, context);
}

/** Undefined where no person was asked, or where the question was withdrawn. */
function personAnswer({ answer, failed, isAsking }: RecordedExecution): ScriptedAnswer | undefined {
  if (answer !== undefined) {
    const { action, fields } = answer;
    return Object.keys(fields).length === 0 ? { action } : { action, fields };
  }
  if (failed?.fault === 'deadline') return { fail: 'transport' };
  return isAsking ? { ends: true } : undefined;
}

/** What agents and commands answered. */
function workAnswers(execution: RecordedExecution, context: AnswerContext): readonly ScriptedAnswer[] {
  const { turns, finished, failed, isCancelled } = execution;
  const ended = turns.filter(hasEnded);
  const counted = ended.filter((turn, index) => !isWaitedOut(turn, index === ended.length - 1));
  const last = counted.at(-1);
  if (last === undefined && finished !== undefined) return [resultAnswer(execution, context)];
  const given = counted.map((turn) =>
    withReport(answerOfTurn(turn, execution, context), turn, {
      ...context,
      // They are those of the end.
      edits: turn === last ? context.edits : undefined,
    }),
  );
  const isOver = finished !== undefined || failed !== undefined || isAnswered(last);
  if (isOver) return given;
  return [...given, isCancelled ? CANCELLED : { ends: true }];
}

/** It works until somebody beside it has ended. Units: ms. */
const CANCELLED: ScriptedAnswer = { fail: 'permanent', reason: 'Its branch was cancelled.', ms: 86_400_000 };

/** Whether a turn was one: not cut off, and not of a session that was no longer there. */
function hasEnded({ agent, command, buildsOnAnother }: RecordedTurn): boolean {
  if (agent !== undefined) return agent.outcome !== 'interrupted' && (agent.sessionKnown || !buildsOnAnother);
  return command !== undefined && command.outcome !== 'interrupted';
}

/** The limit of a subscription that the run slept through. */
function isWaitedOut({ agent }: RecordedTurn, isLast: boolean): boolean {
  return agent?.fault === 'limit' && !isLast;
}

function isAnswered(turn: RecordedTurn | undefined): boolean {
  return turn?.agent?.outcome === 'answered' || turn?.command?.outcome === 'exited';
}

function withReport(
  answer: ScriptedAnswer,
  turn: RecordedTurn,
  { edits, isTimed }: AnswerContext,
): ScriptedAnswer {
  const ended = turn.agent ?? turn.command;
  const costUsd = Number((turn.agent?.costUsd ?? 0).toFixed(6));
  const ms = isTimed ? (ended?.durationMs ?? 0) : 0;
  return {
    ...answer,
    ...changesIn(turn.changes, edits),
    ...(costUsd > 0 ? { costUsd } : {}),
    ...(ms > 0 ? { ms } : {}),
  };
}

function changesIn(
  changes: RecordedTurn['changes'],
  edits: AnswerContext['edits'] = {},
): Pick<ScriptedAnswer, 'changes' | 'edits'> {
  if (changes === undefined) return {};
  // That nothing changed is known: a map that asks whether anybody knows goes by it.
  if (changes.count + changes.commits.length === 0) return { changes: [] };
  return { changes: kindsOf(changes), ...(Object.keys(edits).length === 0 ? {} : { edits }) };
}

function kindsOf(changes: NonNullable<RecordedTurn['changes']>): Partial<ReportedChanges> {
  const kinds = ['added', 'modified', 'deleted', 'commits'] as const;
  return Object.fromEntries(
    kinds.flatMap((kind) => (changes[kind].length === 0 ? [] : [[kind, changes[kind]]])),
  );
}

function answerOfTurn(
  { agent, command, rejected }: RecordedTurn,
  execution: RecordedExecution,
  context: AnswerContext,
): ScriptedAnswer {
  const ended = agent ?? command;
  if (ended?.outcome === 'failed') return failedAnswer(ended);
  return ended?.outcome === 'rejected' ? rejectedAnswer(rejected) : resultAnswer(execution, context);
}

function failedAnswer({
  fault,
  reason,
}: Pick<NonNullable<RecordedTurn['agent']>, 'fault' | 'reason'>): ScriptedAnswer {
  const fail = fault === 'transport' || fault === 'limit' ? fault : 'permanent';
  return { fail, ...(reason === null ? {} : { reason }) };
}

/** A reply that was no answer, as it came. */
function rejectedAnswer(rejected: RecordedTurn['rejected']): ScriptedAnswer {
  const { output = null, text = '' } = rejected ?? {};
  if (!isObjectValue(output)) return { reply: text };
  const { action, output: given } = output;
  const answer = {
    ...(typeof action === 'string' ? { action } : {}),
    ...(given === undefined || given === null ? {} : { output: given }),
  };
  return Object.keys(answer).length === 0 ? { reply: text } : answer;
}

/** What the work came to. What a task changed and must not is a fault in a play, where nothing is compared. */
function resultAnswer(execution: RecordedExecution, { task }: AnswerContext): ScriptedAnswer {
  const { failed, turns } = execution;
  if (failed?.fault === 'effects' || failed?.fault === 'unfinished') {
    return { fail: 'permanent', reason: failed.reason };
  }
  const result = resultOf(execution);
  const last = turns.at(-1);
  if (last?.of === 'command') return commandAnswer(result, last.command?.exitCode ?? 0);
  return agentAnswer(result, actionOf(execution), task);
}

function resultOf({ finished, failed }: RecordedExecution): Value {
  return (finished ?? failed)?.result ?? null;
}

function actionOf({ chosen, failed }: RecordedExecution): string | undefined {
  return chosen?.by === 'agent' ? chosen.action : (failed?.action ?? undefined);
}

/** Of a task that the map no longer has, whatever it found out is its output. */
function agentAnswer(result: Value, action: string | undefined, task: Task | undefined): ScriptedAnswer {
  const { output, signal } = task?.type === 'claude' ? task : { output: null, signal: undefined };
  const text = textIn(result);
  if (signal !== undefined) return { text };
  return {
    ...(action === undefined ? {} : { action }),
    ...(output === undefined ? { text } : { output: result }),
  };
}

function textIn(result: Value): string {
  const text = isObjectValue(result) ? result['text'] : undefined;
  return typeof text === 'string' ? text : '';
}

function commandAnswer(result: Value, exitCode: number): ScriptedAnswer {
  const found = isObjectValue(result) ? result : {};
  return {
    exitCode: typeof found['exitCode'] === 'number' ? found['exitCode'] : exitCode,
    stdout: typeof found['stdout'] === 'string' ? found['stdout'] : '',
  };
}
