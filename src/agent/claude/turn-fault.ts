import type { ChildEnd } from '../../process/start-child.ts';
import { toAmount, toList, toText, type JsonObject } from './json.ts';
import type { StreamFacts } from './read-stream.ts';
import { limitOf } from './subscription-limit.ts';

/** Why a turn failed, as {@link AgentReply} tells it. */
export interface TurnFault {
  readonly fault: 'transport' | 'permanent' | 'limit';
  readonly resetsAt: string | undefined;
  readonly reason: string;
  readonly help: string | undefined;
}

const UNKNOWN_SESSION = 'No conversation found with session ID';
const LOGIN = 'Log in with "claude /login", or set ANTHROPIC_API_KEY.';
const MAX_REASON = 500;

/** Whether the process said that it does not know the session that it was to continue. */
export function isUnknownSession(result: JsonObject | undefined, stderr: string): boolean {
  return errorsOf(result).includes(UNKNOWN_SESSION) || stderr.includes(UNKNOWN_SESSION);
}

/**
 * The fault of a result message that is no success.
 *
 * Shape: what names no known fault is `transport`, since another try costs little and a wrong `permanent` costs the run.
 */
export function faultOfResult(
  result: JsonObject,
  stream: Pick<StreamFacts, 'apiError' | 'refusedLimit'>,
): TurnFault {
  const text = errorsOf(result) || (toText(result['result']) ?? '');
  const reason = shorten(text) || `The agent ended with ${toText(result['subtype']) ?? 'an unknown result'}.`;
  const limit = limitOf(result, stream.refusedLimit);
  if (limit) return { fault: 'limit', resetsAt: limit.resetsAt, reason, help: AFTERWARDS };
  const known = knownEnd(result) ?? knownApiError(result, stream.apiError);
  if (known) return { resetsAt: undefined, ...known, reason: known.reason ?? reason };
  return transport(reason);
}

/** A fault that another try may not meet. */
export function transport(reason: string): TurnFault {
  return { fault: 'transport', resetsAt: undefined, reason, help: undefined };
}

const AFTERWARDS = 'Resume the run when the limit is over; with --wait, wfmap itself waits for that.';

type Known = Omit<TurnFault, 'reason' | 'resetsAt'> & { readonly reason?: string };

/** Ends that the program itself decided. They would come again, and were paid for: none is tried again. */
function knownEnd(result: JsonObject): Known | undefined {
  const help = ENDS[toText(result['subtype']) ?? ''] ?? ENDS[toText(result['terminal_reason']) ?? ''];
  if (help !== undefined) return { fault: 'permanent', help };
  const startup = toText(result['startup_failure_reason']);
  if (startup === 'bypass_root') return { fault: 'permanent', help: BYPASS };
  if (startup !== undefined) return { fault: 'permanent', help: undefined };
  if (result['stop_reason'] === 'refusal') {
    return { fault: 'permanent', reason: 'The model refused the prompt.', help: 'Change the prompt.' };
  }
  return undefined;
}

const BYPASS = 'Use another permission mode, such as acceptEdits, or do not run as root.';

/** By subtype or terminal reason: what the user can do. */
const ENDS: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  error_max_turns: 'Raise "maxTurns" of the task, or resume the run to let the agent go on.',
  error_max_budget_usd: 'Raise "budgetUsd" of the task, then resume the run.',
  error_max_structured_output_retries:
    'Make the prompt say what is to be given back and when each action is to be chosen.',
  blocking_limit: 'Make the prompt shorter, or begin a new session.',
  prompt_too_long: 'Make the prompt shorter, or begin a new session.',
  hook_stopped: 'A hook of Claude Code stopped the agent: look at its settings.',
  stop_hook_prevented: 'A hook of Claude Code stopped the agent: look at its settings.',
});

/** HTTP states that may change by themselves: time-outs, conflicts, limits. All others below 500 do not. */
const PASSING = new Set([408, 409, 429]);

function knownApiError(result: JsonObject, apiError: string | undefined): Known | undefined {
  const status = toAmount(result['api_error_status']);
  if (status === 401 || status === 403) return { fault: 'permanent', help: LOGIN };
  if (status === 404) return { fault: 'permanent', help: 'Name another "model" in the map.' };
  if (status !== undefined) {
    const passing = PASSING.has(status) || status >= 500;
    return { fault: passing ? 'transport' : 'permanent', help: undefined };
  }
  if (apiError === 'authentication_failed') return { fault: 'permanent', help: LOGIN };
  if (apiError === 'billing_error') return { fault: 'permanent', help: undefined };
  if (apiError === 'max_output_tokens') return { fault: 'permanent', help: 'Ask for less in one prompt.' };
  return undefined;
}

/** What of a turn matters when its process gave no result. */
interface Ended {
  readonly stream: StreamFacts;
  readonly end: ChildEnd;
  readonly refused: boolean;
}

/** The fault of a process that ended without a result message. */
export function faultWithoutResult({ stream, end, refused }: Ended): TurnFault {
  if (end.startFault) {
    const { retryable, message } = end.startFault;
    return { ...transport(message), fault: retryable ? 'transport' : 'permanent' };
  }
  if (refused) {
    const reason = 'The API refused the login (authentication_failed).';
    return { ...transport(reason), fault: 'permanent', help: LOGIN };
  }
  const said = shorten(end.stderr);
  const how = howEnded(end);
  const reason = said === '' ? `${how} without a result.` : `${how} without a result: ${said}`;
  return { ...transport(reason), fault: isUsage(stream, end) ? 'permanent' : 'transport' };
}

function howEnded({ exitCode, signal }: ChildEnd): string {
  if (signal !== null) return `The agent was ended by ${signal}`;
  // A shell between us and the program tells a signal as 128 and its number.
  const number = (exitCode ?? 0) - 128;
  const name = ({ 1: 'SIGHUP', 2: 'SIGINT', 9: 'SIGKILL', 15: 'SIGTERM' } as Record<number, string>)[number];
  return name === undefined ? `The agent ended with exit code ${exitCode}` : `The agent was ended by ${name}`;
}

/**
 * Whether the program refused its command line: it says `error: …` and ends before its first message.
 *
 * A session that is in use is the exception: the next try continues it. 126 and 127 are a shell's words for a
 * program that cannot be run.
 */
function isUsage(stream: StreamFacts, end: ChildEnd): boolean {
  if (end.exitCode === 126 || end.exitCode === 127) return true;
  if (stream.initialised || end.exitCode === 0 || isUnknownSession(undefined, end.stderr)) return false;
  return /^error:/i.test(end.stderr.trimStart()) && !end.stderr.includes('is already in use');
}

function errorsOf(result: JsonObject | undefined): string {
  return toList(result?.['errors'])
    .filter((error) => typeof error === 'string')
    .join('; ');
}

/** On one line, without control characters. */
function shorten(text: string): string {
  const start = text
    .slice(0, MAX_REASON * 2)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return start.length > MAX_REASON ? `${start.slice(0, MAX_REASON - 1)}…` : start;
}
