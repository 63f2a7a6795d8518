import type { ChildEnd } from '../../process/start-child.ts';
import type { AgentReply, AgentRequest, Settled } from '../agent.ts';
import { readAnswer } from '../answer-schema.ts';
import { chooseAction, type Choice } from '../choose-action.ts';
import { trimSpace } from '../ascii.ts';
import { denialsOf } from './denials.ts';
import { toText, type JsonObject } from './json.ts';
import type { StreamFacts } from './read-stream.ts';
import { faultOfResult, faultWithoutResult, isUnknownSession, type TurnFault } from './turn-fault.ts';
import { usageOf } from './usage.ts';

/** All that is known of a turn when its process has ended. */
export interface Turn {
  readonly request: Pick<AgentRequest, 'actions' | 'channel' | 'session' | 'timeoutMs'>;
  readonly stream: StreamFacts;
  readonly end: ChildEnd;
  /** Somebody asked for it to be ended. */
  readonly stopped: boolean;
  /** It was ended because the login was refused. */
  readonly refused: boolean;
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
  if (result !== undefined && isSuccess(result)) {
    const choice = choiceOf(turn, result, text);
    if ('reason' in choice) return { ...settled, outcome: 'failed', resetsAt: undefined, text, ...choice };
    if ('fault' in choice)
      return { ...settled, outcome: 'rejected', fault: choice.fault, output: undefined, text };
    return { ...settled, outcome: 'answered', action: choice.action, output: undefined, text };
  }
  if (turn.stopped) return { ...settled, outcome: 'interrupted' };
  return { ...settled, outcome: 'failed', resetsAt: undefined, text, ...faultOf(turn) };
}

/** `terminal_reason` may be absent: programs that speak the protocol did so before there was one. */
function isSuccess(result: JsonObject): boolean {
  const reason = result['terminal_reason'];
  const completed = reason === undefined || reason === 'completed';
  return result['subtype'] === 'success' && result['is_error'] === false && completed;
}

function choiceOf(
  turn: Turn,
  result: JsonObject,
  text: string,
): Choice | { readonly action: undefined } | TurnFault {
  const names = turn.request.actions.map((action) => action.name);
  if (names.length === 0) {
    if (trimSpace(text) !== '') return { action: undefined };
    return { fault: 'transport', reason: 'The agent ended with an empty message.', help: undefined };
  }
  if (turn.request.channel === 'structured') return readAnswer(result['structured_output'], names);
  return chooseAction(text, names);
}

const MORE_TIME = 'Give the task a longer "timeout" in the map, where it needs one.';

function faultOf(turn: Turn): TurnFault {
  const { stream, end, request } = turn;
  if (end.timedOut) {
    const seconds = (request.timeoutMs ?? 0) / 1000;
    return { fault: 'transport', reason: `timed out after ${seconds}s`, help: MORE_TIME };
  }
  // A login that was refused was ended by us: what its result says is only that.
  if (stream.result !== undefined && !turn.refused) return faultOfResult(stream.result, stream.apiError);
  return faultWithoutResult(turn);
}

function settle(turn: Turn): Settled {
  const { request, stream, end } = turn;
  return {
    durationMs: end.durationMs,
    ...usageOf(stream.result, request.session.continues),
    denials: denialsOf(stream.result, stream.forbidden),
    sessionKnown: isSessionKnown(turn),
  };
}

function isSessionKnown({ request, stream, end }: Turn): boolean {
  if (isUnknownSession(stream.result, end.stderr)) return false;
  // A process that did not come to its session says nothing about one that was there before.
  return stream.initialised || request.session.continues || end.stderr.includes('is already in use');
}
