import type { ChildEnd } from '../../process/start-child.ts';
import type { AgentReply, AgentRequest, Settled } from '../agent.ts';
import { readStructuredAnswer, readTextAnswer, type Answer } from '../read-answer.ts';
import { trimSpace } from '../../util/ascii.ts';
import { toValue } from '../to-value.ts';
import type { Value } from '../../model/value.ts';
import { denialsOf } from './denials.ts';
import { toText, type JsonObject } from './json.ts';
import type { StreamFacts } from './read-stream.ts';
import { isLimitText } from './subscription-limit.ts';
import {
  faultOfResult,
  faultWithoutResult,
  isUnknownSession,
  transport,
  type TurnFault,
} from './turn-fault.ts';
import { usageOf } from './usage.ts';

/** All that is known of a turn when its process has ended. */
export interface Turn {
  readonly request: Pick<
    AgentRequest,
    | 'actions'
    | 'output'
    | 'channel'
    | 'session'
    | 'timeoutMs'
    | 'silenceMs'
    | 'reminder'
    | 'workFolder'
    | 'permissionMode'
  >;
  readonly stream: StreamFacts;
  readonly end: ChildEnd;
  /** Somebody asked for it to be ended. */
  readonly stopped: boolean;
  /** It was ended because the login was refused. */
  readonly refused: boolean;
  /** The ids of calls that a person has refused. Default: none. */
  readonly refusedByPerson?: ReadonlySet<string>;
}

/**
 * Judges how a turn ended: by its result message, and only without one by its process.
 *
 * A good result counts whatever happened to the process afterwards; it is paid for.
 */
export function judgeResult(turn: Turn): AgentReply {
  const { result, lastText } = turn.stream;
  const settled = settle(turn);
  const text = toText(result?.['result']) ?? lastText;
  if (result !== undefined && isSuccess(result, text)) {
    const answer = answerOf(turn, result, text);
    if ('reason' in answer) return { ...settled, outcome: 'failed', text, ...answer };
    if (!('fault' in answer)) return { ...settled, outcome: 'answered', ...answer, text };
    const output = givenOutput(turn, result);
    return { ...settled, outcome: 'rejected', fault: answer.fault, output, text };
  }
  if (turn.stopped) return { ...settled, outcome: 'interrupted' };
  return { ...settled, outcome: 'failed', text, ...faultOf(turn) };
}

/** `terminal_reason` may be absent: programs that speak the protocol did so before there was one. */
function isSuccess(result: JsonObject, text: string): boolean {
  if (isLimitText(text)) return false;
  const reason = result['terminal_reason'];
  const completed = reason === undefined || reason === 'completed';
  return result['subtype'] === 'success' && result['is_error'] === false && completed;
}

function answerOf({ request }: Turn, result: JsonObject, text: string): Answer | TurnFault {
  const actions = request.actions.map((action) => action.name);
  const hasOutput = request.output !== undefined;
  if (actions.length > 0 || hasOutput) {
    const wanted = { actions, hasOutput };
    if (request.channel === 'text') return readTextAnswer(text, wanted);
    return readStructuredAnswer(result['structured_output'], wanted);
  }
  if (trimSpace(text) !== '') return { action: undefined, output: undefined };
  return transport('The agent ended with an empty message.');
}

/** What came through the schema, to be read again when the map was changed; undefined for nothing that can be kept. */
function givenOutput({ request }: Turn, result: JsonObject): Value | undefined {
  if (request.channel === 'text') return undefined;
  const given = toValue(result['structured_output']);
  return 'value' in given ? given.value : undefined;
}

const MORE_SILENCE = 'Give the task a longer "silence" in the map, where its tools take long.';
const MORE_TIME = 'Give the task a longer "timeout" in the map, where it needs one.';

function faultOf(turn: Turn): TurnFault {
  const { stream, end, request } = turn;
  if (end.timedOut) {
    const seconds = (request.timeoutMs ?? 0) / 1000;
    return { ...transport(`timed out after ${seconds}s`), help: MORE_TIME };
  }
  if (end.wasSilent) {
    const seconds = (request.silenceMs ?? 0) / 1000;
    return { ...transport(`was silent for ${seconds}s`), help: MORE_SILENCE };
  }
  // A login that was refused was ended by us: what its result says is only that.
  if (stream.result !== undefined && !turn.refused) return faultOfResult(stream.result, stream);
  return faultWithoutResult(turn);
}

function settle(turn: Turn): Settled {
  const { request, stream, end, refusedByPerson } = turn;
  return {
    durationMs: end.durationMs,
    ...usageOf(stream.result, request.session.continues || request.session.forks !== undefined),
    denials: denialsOf(stream.result, { ...stream, ...(refusedByPerson && { refusedByPerson }) }, request),
    sessionKnown: isSessionKnown(turn),
    ...(end.survivors.length === 0 ? {} : { survivors: end.survivors }),
  };
}

function isSessionKnown({ request, stream, end }: Turn): boolean {
  if (isUnknownSession(stream.result, end.stderr)) return false;
  // A process that did not come to its session says nothing about one that was there before.
  return stream.initialised || request.session.continues || end.stderr.includes('is already in use');
}
