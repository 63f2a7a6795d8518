import type { Answer } from '../agent/human/asker.ts';
import { fits, questionOf } from './ask-person.ts';
import type { Message } from './message.ts';
import type { LiveRun } from './live-run.ts';
import type { OpenTask } from './run-state.ts';

/**
 * The open questions of a run in this process: puts them to whoever sits here, and looks for answers from elsewhere.
 *
 * Q1. A question is put once in a process; who gave no answer is not asked again.
 * Q2. Of several answers the first that is claimed in the box counts; this process claims like any other.
 * Q3. A deadline that has passed beats an answer that comes after it, and none that came before.
 */
export interface Questions {
  /** Whether some question may still be answered here: somebody was asked or is to be, or there is an answer. */
  readonly canWait: () => boolean;
  /** Takes up new questions and drops those that are no longer open. `isBusy`: other work goes on. */
  readonly follow: (isBusy: boolean) => void;
  /** Takes every question back from whoever was asked. */
  readonly withdraw: () => void;
  readonly close: () => Promise<void>;
}

/** How often the box is looked into, where it says nothing else. Units: ms. */
const POLL_MS = 250;

interface Asked {
  readonly signal: AbortController;
  ended: Promise<void>;
  isOver: boolean;
}

export function createQuestions(live: LiveRun, post: (message: Message) => void): Questions {
  const asked = new Map<number, Asked>();
  let withdrawn = false;
  let polling: AbortController | undefined;
  const open = (): OpenTask[] =>
    live.state.waiting === 0
      ? []
      : [...live.state.open.values()].filter(({ question }) => question !== undefined);
  const pollAfter = async (signal: AbortSignal): Promise<void> => {
    await live.clock.sleep(pollMsOf(live, open()), signal);
    if (signal.aborted) return;
    polling = undefined;
    for (const each of open()) findAnswer(live, each, post);
    if (open().length > 0) poll();
  };
  const poll = (): void => {
    if (polling !== undefined) return;
    const own = new AbortController();
    polling = own;
    void pollAfter(own.signal);
  };
  const stopPolling = (): void => {
    polling?.abort();
    polling = undefined;
  };
  return {
    canWait: () => {
      if (withdrawn) return false;
      const waiting = open();
      if (live.asker !== undefined && waiting.some(({ start }) => asked.get(start)?.isOver !== true))
        return true;
      // Before a run pauses it looks once more: an answer may have come since the last time.
      return waiting.some((each) => findAnswer(live, each, post));
    },
    follow: (isBusy) => {
      const waiting = new Map(
        live.state.status === 'running' ? open().map((each) => [each.start, each]) : [],
      );
      for (const [start, each] of asked) if (!waiting.has(start)) each.signal.abort();
      if (waiting.size === 0 || withdrawn) {
        stopPolling();
        return;
      }
      for (const [start, each] of waiting) {
        if (asked.has(start)) continue;
        asked.set(start, ask(live, each, post));
        // Its deadline may be the next.
        if (live.answers.pollMs === Infinity) stopPolling();
      }
      if (isBusy || live.asker !== undefined) poll();
    },
    withdraw: () => {
      withdrawn = true;
      for (const each of asked.values()) each.signal.abort();
    },
    close: async () => {
      polling?.abort();
      for (const each of asked.values()) each.signal.abort();
      await Promise.all([...asked.values()].map(({ ended }) => ended));
    },
  };
}

/** A deadline is kept to the moment where nothing is to be looked for before it. */
function pollMsOf({ answers, clock }: LiveRun, waiting: readonly OpenTask[]): number {
  const { pollMs = POLL_MS } = answers;
  if (pollMs !== Infinity) return pollMs;
  const nowMs = clock.now().getTime();
  const rests = waiting.map(({ question }) => Date.parse(question?.deadline ?? '') - nowMs);
  return Math.max(0, Math.min(...rests.filter((rest) => !Number.isNaN(rest)), Infinity));
}

/** An answer that came from elsewhere, or a deadline that passed without one. */
function findAnswer(live: LiveRun, open: OpenTask, post: (message: Message) => void): boolean {
  const { start, question } = open;
  const answer = live.answers.find(start);
  // What names no choice answers nothing, however often it is read.
  if (answer !== undefined && fits(open, answer)) {
    post({ kind: 'answered', start, answer });
    return true;
  }
  const deadline = question?.deadline ?? null;
  if (deadline === null || Date.parse(deadline) > live.clock.now().getTime()) return false;
  post({ kind: 'overdue', start });
  return true;
}

function ask(live: LiveRun, open: OpenTask, post: (message: Message) => void): Asked {
  const signal = new AbortController();
  const { start } = open;
  const { asker } = live;
  if (asker === undefined) return { signal, ended: Promise.resolve(), isOver: true };
  const wait = async (): Promise<void> => {
    const answer = await asker.ask(questionOf(open), signal.signal);
    asked.isOver = true;
    post(claimed(live, start, answer));
  };
  const asked: Asked = { signal, isOver: false, ended: Promise.resolve() };
  asked.ended = wait();
  return asked;
}

function claimed(live: LiveRun, start: number, answer: Answer | undefined): Message {
  if (answer === undefined) return { kind: 'unanswered', start };
  if (live.answers.claim(start, answer)) return { kind: 'answered', start, answer };
  const other = live.answers.find(start);
  return other === undefined ? { kind: 'unanswered', start } : { kind: 'answered', start, answer: other };
}
