import type { AskedCall, CallAnswer } from '../../agent/human/call-judge.ts';
import type { UnruledCall, Verdict } from '../../agent/unruled-call.ts';
import { toError } from '../../util/error.ts';
import { excerpt } from '../program/excerpt.ts';
import { refusalOf } from '../program/refuse-call.ts';
import type { Batch } from '../live/batch.ts';
import { isStopping, type LiveRun } from '../live/live-run.ts';
import { workFolderOf } from '../live/work-folder.ts';
import type { OpenTask } from '../state/run-state.ts';
import type { Message } from './message.ts';

/**
 * The tool calls of agents that no rule answers, on their way to a person and back.
 *
 * P1. A call is asked about once that it was is durable; its answer reaches the agent once that is.
 * P2. What is no answer, and what comes too late, is a refusal.
 * P3. A person who is asked is no longer, once the agent has ended or the run stops.
 */
export interface CallsAsked {
  /** Decides a call, or has a person asked. */
  readonly decide: (open: OpenTask, call: UnruledCall) => Promise<Verdict>;
  /** Records that a call is asked about, or what was answered. */
  readonly record: (batch: Batch, open: OpenTask, message: AboutCall) => void;
  /** Performs what the last batch recorded. */
  readonly follow: () => void;
  /** Takes back what is asked for one agent, or for all. */
  readonly withdraw: (start?: number) => void;
}

type AboutCall = Extract<Message, { readonly kind: 'called' | 'judged' }>;

/** Units: characters of JSON. Nobody judges what is longer. */
const MAX_INPUT = 100_000;
/** What an agent may have asked at once; its sub-agents ask, too. */
const MAX_ASKED = 50;
/** Units: UTF-16. */
const MAX_REASON = 2_000;

/** A call that a person is to judge. */
interface Asked {
  readonly open: OpenTask;
  readonly call: UnruledCall;
  readonly signal: AbortController;
  readonly give: (verdict: Verdict) => void;
}

export function createCallsAsked(live: LiveRun, post: (message: Message) => void): CallsAsked {
  const asked = new Map<string, Asked>();
  let isOver = false;
  let due: (() => void)[] = [];
  const drop = (key: string): void => {
    asked.get(key)?.signal.abort();
    asked.delete(key);
  };
  const ask = async (key: string, { open, call, signal }: Asked): Promise<void> => {
    const answer = await answerOf(live, toAsked(live, open, call), signal.signal);
    if (answer !== undefined && !signal.signal.aborted)
      post({ kind: 'judged', start: open.start, key, answer });
  };
  return {
    decide: (open, call) => {
      if (isOver || isStopping(live)) return Promise.resolve(refusal(STOPPED));
      const atOnce = verdictAtOnce(live, open, call);
      if (atOnce !== undefined) return Promise.resolve(atOnce);
      const key = `${open.start} ${call.id}`;
      if (asked.has(key) || isFull(asked, open)) return Promise.resolve(refusal(TOO_MANY));
      return new Promise((give) => {
        asked.set(key, { open, call, signal: new AbortController(), give });
        post({ kind: 'called', start: open.start, key });
      });
    },
    record: (batch, open, message) => {
      const one = asked.get(message.key);
      if (one === undefined) return;
      const address = { ...open.address, attempt: open.attempts };
      const { id, tool, input, rule } = one.call;
      const head = { task: open.task.name, call: id };
      if (message.kind === 'called') {
        batch.add('call.asked', address, { ...head, tool, input, rule }, open.start);
        due.push(() => void ask(message.key, one));
        return;
      }
      const { allow, reason } = readAnswer(message.answer, rule);
      batch.add('call.answered', address, { ...head, allow, reason, via: 'terminal' }, open.start);
      due.push(() => {
        asked.delete(message.key);
        one.give(allow === 'never' ? refusal(refusedText(reason), true) : allowance(allow));
      });
    },
    follow: () => {
      const acts = due;
      due = [];
      for (const act of acts) act();
    },
    withdraw: (start) => {
      isOver ||= start === undefined;
      for (const [key, { open }] of asked) if (start === undefined || open.start === start) drop(key);
    },
  };
}

function isFull(asked: ReadonlyMap<string, Asked>, { start }: OpenTask): boolean {
  return [...asked.values()].filter(({ open }) => open.start === start).length >= MAX_ASKED;
}

/** Shape: without a rule nothing can be allowed but the call itself. */
function readAnswer(
  answer: CallAnswer,
  rule: string | null,
): { readonly allow: CallAnswer['allow']; readonly reason: string } {
  if (answer.allow === 'never') return { allow: 'never', reason: excerpt(answer.reason, MAX_REASON) };
  return { allow: rule === null ? 'once' : answer.allow, reason: '' };
}

function verdictAtOnce(live: LiveRun, { start }: OpenTask, call: UnruledCall): Verdict | undefined {
  const byEffects = refusalOf(call, live.atWork.get(start)?.effects);
  if (byEffects !== undefined) return refusal(byEffects);
  if (JSON.stringify(call.input).length > MAX_INPUT) return refusal(TOO_LONG);
  if (live.callJudge === undefined) return refusal(nobodyText(call.rule));
  return undefined;
}

const TOO_LONG = 'This call is too long for a person to judge, so it is refused. Take smaller steps.';
const STOPPED = 'The run stops, so this call is refused.';
const TOO_MANY = 'Too many calls wait for a person, so this one is refused.';

function nobodyText(rule: string | null): string {
  const wanted = rule === null ? '' : ` The permission rule ${rule} would allow it.`;
  return `No permission rule of this task allows this call, and no person is there to ask, so it is refused.${wanted} Do without it; if you cannot, say so in your answer.`;
}

function refusedText(reason: string): string {
  return reason === '' ? 'A person refused this call.' : `A person refused this call: ${reason}`;
}

function refusal(reason: string, byPerson = false): Verdict {
  return { allows: false, reason, byPerson };
}

function allowance(allow: 'once' | 'task'): Verdict {
  return { allows: true, forTask: allow === 'task' };
}

function toAsked(live: LiveRun, open: OpenTask, { tool, input, rule }: UnruledCall): AskedCall {
  const folder = workFolderOf(live, open.address.block);
  const { address, task } = open;
  return live.mask.value({ address, task: task.name, tool, input, folder, rule });
}

/** Shape: whatever is no answer is a refusal (P2); undefined once the signal is aborted, also where the judge does not hear it. */
async function answerOf(
  { callJudge }: Pick<LiveRun, 'callJudge'>,
  call: AskedCall,
  signal: AbortSignal,
): Promise<CallAnswer | undefined> {
  try {
    const answer = await Promise.race([callJudge?.judge(call, signal), whenAborted(signal)]);
    if (signal.aborted) return undefined;
    if (answer?.allow === 'once' || answer?.allow === 'task') return { allow: answer.allow };
    const reason = answer?.allow === 'never' && typeof answer.reason === 'string' ? answer.reason : '';
    return { allow: 'never', reason };
  } catch (thrown) {
    return { allow: 'never', reason: `nobody could be asked (${toError(thrown).message})` };
  }
}

function whenAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }));
}
