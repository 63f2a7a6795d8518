import type { Answer } from '../../agent/human/asker.ts';
import { questionOf } from '../decide/ask-person.ts';
import { answerMismatch } from '../people/answer-mismatch.ts';
import { lookForAnswers, questionsOf } from '../people/look-for-answers.ts';
import type { Message } from './message.ts';
import type { LiveRun } from '../live/live-run.ts';
import { questionKeyOf } from '../state/question-key.ts';
import { RunError } from '../state/run-error.ts';
import { LONGEST_TIMER_MS } from '../../util/longest-timer.ts';
import type { OpenTask } from '../state/run-state.ts';

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
  /** Looks for answers where questions are open: a disk of another machine does not tell that one has come. */
  readonly look: () => void;
  /** Takes every question back from whoever was asked. */
  readonly withdraw: () => void;
  readonly close: () => Promise<void>;
}

/** How often the box is looked into at most, and where nothing tells that an answer has come. Units: ms. */
const POLL_MS = 250;

interface Asked {
  readonly signal: AbortController;
  ended: Promise<void>;
  isOver: boolean;
}

export function createQuestions(live: LiveRun, post: (message: Message) => void): Questions {
  const asked = new Map<number, Asked>();
  let withdrawn = false;
  const polling = createPolling(live, post);
  const open = (): readonly OpenTask[] => questionsOf(live);
  return {
    canWait: () => {
      if (withdrawn) return false;
      const waiting = open();
      const mayBeAsked = (each: OpenTask): boolean =>
        isAskable(live, each) && asked.get(each.start)?.isOver !== true;
      if (waiting.some(mayBeAsked)) return true;
      // Before a run pauses it looks once more: an answer may have come since the last time.
      return look(live, post);
    },
    follow: (isBusy) => {
      const waiting = new Map(
        live.state.status === 'running' ? open().map((each) => [each.start, each]) : [],
      );
      for (const [start, each] of asked) if (!waiting.has(start)) each.signal.abort();
      if (waiting.size === 0 || withdrawn) {
        polling.stop();
        return;
      }
      for (const [start, each] of waiting) {
        if (asked.has(start)) continue;
        asked.set(start, ask(live, each, post));
        // Its deadline may be the next.
        if (live.answers.pollMs === Infinity || live.answers.watch !== undefined) polling.stop();
      }
      if (isBusy || live.asker !== undefined) polling.begin();
    },
    look: polling.look,
    withdraw: () => {
      withdrawn = true;
      for (const each of asked.values()) each.signal.abort();
    },
    close: async () => {
      polling.close();
      for (const each of asked.values()) each.signal.abort();
      await Promise.all([...asked.values()].map(({ ended }) => ended));
    },
  };
}

interface Polling {
  /** Looks into the box at each deadline, when something may have come, and often where nothing tells. May be called twice. */
  readonly begin: () => void;
  /** Looks at once, if it has begun. */
  readonly look: () => void;
  readonly stop: () => void;
  readonly close: () => void;
}

function createPolling(live: LiveRun, post: (message: Message) => void): Polling {
  const { clock, answers } = live;
  let current: AbortController | undefined;
  let unwatch: (() => void) | undefined;
  let lookedMs = -Infinity;
  const stop = (): void => {
    current?.abort();
    current = undefined;
  };
  const lookAfter = async (ms: number): Promise<void> => {
    const own = new AbortController();
    current = own;
    await clock.sleep(ms, own.signal);
    if (!own.signal.aborted) lookNow();
  };
  const lookNow = (): void => {
    current = undefined;
    lookedMs = clock.now().getTime();
    if (!canDo(post, () => look(live, post))) return;
    const waiting = questionsOf(live);
    if (waiting.length > 0) void lookAfter(pollMsOf(live, waiting));
  };
  // However much is written there, it is looked at no more often than where nothing tells.
  const wake = (): void => {
    if (current === undefined) return;
    stop();
    void lookAfter(Math.max(0, Math.min(POLL_MS, lookedMs + POLL_MS - clock.now().getTime())));
  };
  return {
    begin: () => {
      if (current !== undefined) return;
      unwatch ??= answers.watch?.(wake);
      // What came before it was watched is found by a first look soon.
      const ms = pollMsOf(live, questionsOf(live));
      void lookAfter(answers.watch === undefined ? ms : Math.min(POLL_MS, ms));
    },
    look: () => {
      if (current === undefined) return;
      stop();
      lookNow();
    },
    stop,
    close: () => {
      stop();
      unwatch?.();
    },
  };
}

/** A deadline is kept to the moment where nothing is looked for often. Units: ms. */
function pollMsOf({ answers, clock }: LiveRun, waiting: readonly OpenTask[]): number {
  const { pollMs = answers.watch === undefined ? POLL_MS : LONGEST_TIMER_MS } = answers;
  if (pollMs <= POLL_MS) return pollMs;
  const nowMs = clock.now().getTime();
  const rests = waiting.map(({ question }) => Date.parse(question?.deadline ?? '') - nowMs);
  const next = Math.max(0, Math.min(...rests.filter((rest) => !Number.isNaN(rest)), pollMs));
  // One that has passed is on its way to the run.
  return next === 0 && answers.pollMs !== Infinity ? POLL_MS : next;
}

/** Whether the look found anything: an answer from elsewhere, a refused file, or a passed deadline. */
function look(live: LiveRun, post: (message: Message) => void): boolean {
  const waiting = questionsOf(live);
  if (waiting.length === 0) return false;
  const { answers, refusals } = lookForAnswers(live, 'live');
  if (refusals.length > 0) post({ kind: 'refused', refusals });
  const nowMs = live.clock.now().getTime();
  let found = refusals.length > 0;
  for (const { start, question } of waiting) {
    const answer = answers.get(start);
    const deadline = question?.deadline ?? null;
    if (answer !== undefined) post({ kind: 'answered', start, answer });
    else if (deadline !== null && Date.parse(deadline) <= nowMs) post({ kind: 'overdue', start });
    else continue;
    found = true;
  }
  return found;
}

/**
 * Signed questions are not asked here: the key is elsewhere, or its passphrase is typed to another command. Inside of
 * another run nobody is seen: an agent could give itself a terminal; nor is anybody where a program is asked.
 */
function isAskable({ asker, within = [] }: LiveRun, { question }: OpenTask): boolean {
  const isUnseen = question?.seen === true && (within.length > 0 || asker?.isProgram === true);
  return asker !== undefined && question?.signed !== true && !isUnseen;
}

function ask(live: LiveRun, open: OpenTask, post: (message: Message) => void): Asked {
  const signal = new AbortController();
  const { asker } = live;
  if (asker === undefined || !isAskable(live, open))
    return { signal, ended: Promise.resolve(), isOver: true };
  const wait = async (): Promise<void> => {
    const answer = await asker.ask(questionOf(live.state, open), signal.signal);
    asked.isOver = true;
    canDo(post, () => claimed(live, open, answer).forEach(post));
  };
  const asked: Asked = { signal, isOver: false, ended: Promise.resolve() };
  asked.ended = wait();
  return asked;
}

/** Nobody waits for what is done here before the run ends: a disk that fails is told to the run. */
function canDo(post: (message: Message) => void, work: () => void): boolean {
  try {
    work();
    return true;
  } catch (thrown) {
    post({ kind: 'broken', thrown });
    return false;
  }
}

/** How often something is set aside that takes the place of an answer which was given here. */
const MAX_TURNS = 10;

/** Gives an answer as any other process would (Q2); a file in its place that is not an answer is refused. */
function claimed(live: LiveRun, open: OpenTask, answer: Answer | undefined): readonly Message[] {
  const { start } = open;
  // After a question is over its answer has no place in the box.
  if (answer === undefined || live.state.open.get(start)?.question === undefined) {
    return [{ kind: 'unanswered', start }];
  }
  if (answer.via === 'program') refuseMismatch(live, open, answer);
  const refused: Message[] = [];
  const { action, fields } = answer;
  const origin = answer.via === 'program' ? 'claimed' : 'seen';
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const sender = { pid: live.processes.pid, start: null };
    if (live.answers.claim(questionKeyOf(open), { action, fields, sender })) {
      return [...refused, { kind: 'answered', start, answer: { ...answer, origin, sender: null } }];
    }
    const { answers, refusals } = lookForAnswers(live, 'live');
    if (refusals.length > 0) refused.push({ kind: 'refused', refusals });
    const other = answers.get(start);
    if (other !== undefined) return [...refused, { kind: 'answered', start, answer: other }];
  }
  return [...refused, { kind: 'unanswered', start }];
}

/** Who sits at a terminal is asked again; a program is at fault. Errors: throws RunError `answer-does-not-fit`. */
function refuseMismatch({ state }: LiveRun, open: OpenTask, answer: Answer): void {
  const mismatch = answerMismatch(state, open, answer);
  if (mismatch === undefined) return;
  const choices = open.question?.choices.map(({ name }) => `"${name}"`).join(', ') ?? '';
  throw new RunError(
    'answer-does-not-fit',
    `The answer of the program to "${open.task.name}" cannot be taken: ${mismatch}.`,
    { help: `The choices are ${choices}. The question is still open.` },
  );
}
