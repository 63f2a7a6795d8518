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
  const { turns, answer, isAsking, failed, finished } = execution;
  if (answer !== undefined) {
    const { action, fields } = answer;
    return [Object.keys(fields).length === 0 ? { action } : { action, fields }];
  }
  if (failed?.fault === 'deadline') return [{ fail: 'transport' }];
  if (isAsking) return [{ ends: true }];
  if (isPerson(context.task)) return [];
  const counted = turns.filter(hasEnded).filter((turn, index, all) => !isWaitedOut(turn, index, all));
  const given = counted.map((turn, index) => {
    const isLast = index === counted.length - 1;
    return withReport(
      answerOfTurn(turn, execution, context),
      turn,
      isLast ? context : { ...context, edits: undefined },
    );
  });
  if (given.length === 0 && finished !== undefined && turns.length > 0)
    return [resultAnswer(execution, context)];
  if (execution.isCancelled && !isAnswered(counted.at(-1)) && turns.length > 0) return [...given, CANCELLED];
  const isOpen = finished === undefined && failed === undefined && turns.length > 0;
  return isOpen && !isAnswered(counted.at(-1)) ? [...given, { ends: true }] : given;
}

/** It works until somebody beside it has ended. Units: ms. */
const CANCELLED: ScriptedAnswer = { fail: 'permanent', reason: 'Its branch was cancelled.', ms: 86_400_000 };

function isPerson(task: Task | undefined): boolean {
  return task?.type === 'human';
}

/** Whether a turn was one: not cut off, and not of a session that was no longer there. */
function hasEnded({ agent, command, isLost }: RecordedTurn): boolean {
  if (agent !== undefined) return agent.outcome !== 'interrupted' && !(isLost && !agent.sessionKnown);
  return command !== undefined && command.outcome !== 'interrupted';
}

/** The limit of a subscription that the run slept through. */
function isWaitedOut({ agent }: RecordedTurn, index: number, all: readonly RecordedTurn[]): boolean {
  return agent?.fault === 'limit' && index < all.length - 1;
}

function isAnswered(turn: RecordedTurn | undefined): boolean {
  return turn?.agent?.outcome === 'answered' || turn?.command?.outcome === 'exited';
}

function withReport(
  answer: ScriptedAnswer,
  { agent, command, changes }: RecordedTurn,
  { edits, isTimed }: AnswerContext,
): ScriptedAnswer {
  const costUsd = Number((agent?.costUsd ?? 0).toFixed(6));
  const ms = (agent ?? command)?.durationMs ?? 0;
  const isChanged = changes !== undefined && changes.count + changes.commits.length > 0;
  return {
    ...answer,
    ...(isChanged ? { changes: kindsOf(changes) } : {}),
    ...(isChanged && edits !== undefined && Object.keys(edits).length > 0 ? { edits } : {}),
    ...(costUsd > 0 ? { costUsd } : {}),
    ...(isTimed && ms > 0 ? { ms } : {}),
  };
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
  const failed = agent?.outcome === 'failed' ? agent : command?.outcome === 'failed' ? command : undefined;
  if (failed !== undefined)
    return {
      fail: failed.fault === 'reply' ? 'permanent' : (failed.fault ?? 'permanent'),
      ...reasonOf(failed.reason),
    };
  if (agent?.outcome === 'rejected') return rejectedAnswer(rejected);
  return resultAnswer(execution, context);
}

function reasonOf(reason: string | null): { readonly reason?: string } {
  return reason === null ? {} : { reason };
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
function resultAnswer(
  { finished, failed, chosen, turns }: RecordedExecution,
  { task }: AnswerContext,
): ScriptedAnswer {
  if (failed?.fault === 'effects' || failed?.fault === 'unfinished') {
    return { fail: 'permanent', reason: failed.reason };
  }
  const result = finished?.result ?? failed?.result ?? null;
  if (turns.at(-1)?.of === 'command' || task?.type === 'shell') return commandAnswer(result, turns.at(-1));
  const action = chosen?.by === 'agent' ? chosen.action : (failed?.action ?? undefined);
  const text = isObjectValue(result) && typeof result['text'] === 'string' ? result['text'] : undefined;
  const output = task?.type === 'claude' && task.output === undefined ? undefined : result;
  if (task?.type === 'claude' && task.signal !== undefined) return { text: text ?? '' };
  return {
    ...(action === undefined ? {} : { action }),
    ...(output === undefined ? { text: text ?? '' } : { output }),
  };
}

function commandAnswer(result: Value, turn: RecordedTurn | undefined): ScriptedAnswer {
  const { exitCode, stdout } = isObjectValue(result) ? result : {};
  return {
    exitCode: typeof exitCode === 'number' ? exitCode : (turn?.command?.exitCode ?? 0),
    stdout: typeof stdout === 'string' ? stdout : '',
  };
}
